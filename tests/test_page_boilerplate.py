"""What pages of a site share, learned and taken away."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.page.boilerplate import Boilerplate, learn_boilerplate
from sonde.page.dom import Tree, parse_html
from sonde.page.maintext import text_blocks

NAMES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir")


def page(name: str, *, body: str = "", title: str = "{} – Tree register", heading: str = "{}") -> Tree:
    return parse_html(
        f"<title>{title.format(name)}</title><ul><li>Home<li>Search</ul><h1>{heading.format(name)}</h1>"
        f"<table><tr><th>Kind</th><td>tree</td></tr><tr><th>Name</th><td>{name}</td></tr></table>"
        f"<p>{body or f'A description of the {name} that nobody else has.'}</p><div>About this register</div>"
    )


def own_blocks(tree: Tree, learned: Boilerplate) -> list[str]:
    return [block.text for block in text_blocks(tree) if block not in learned]


def test_what_most_pages_have_is_template() -> None:
    learned = learn_boilerplate(page(name) for name in NAMES)
    assert own_blocks(page("Ginkgo"), learned) == [
        "Ginkgo",
        "Ginkgo",
        "A description of the Ginkgo that nobody else has.",
    ]
    assert learned.pages == 6


def test_the_same_text_elsewhere_is_not_template() -> None:
    learned = learn_boilerplate(page(name) for name in NAMES)
    assert "Search" in own_blocks(page("Ginkgo", body="Search"), learned)


def test_a_description_shared_by_some_related_records_survives() -> None:
    shared = "This is a development package. It holds the headers of a library that many others use as well."
    samples = [page(name, body=shared) for name in NAMES[:4]] + [page(name) for name in NAMES[4:]]
    assert shared in own_blocks(page("Ginkgo", body=shared), learn_boilerplate(samples))


def test_copies_of_one_page_teach_nothing() -> None:
    learned = learn_boilerplate([page("Alder")] * 5)
    assert learned.pages == 1
    assert not learned.blocks
    assert learn_boilerplate([]) == Boilerplate()


def test_one_odd_page_among_the_samples_does_no_harm() -> None:
    odd = parse_html("<title>Error</title><p>Not found")
    learned = learn_boilerplate([*(page(name) for name in NAMES), odd])
    assert "Home" not in own_blocks(page("Ginkgo"), learned)


@pytest.mark.parametrize(
    ("titles", "prefix", "suffix"),
    [
        ("{} – Tree register", "", " – Tree register"),
        ("Tree register: {}", "Tree register: ", ""),
        ("{} [Wiki]", "", " [Wiki]"),
        ("Site | {} | Trees", "Site | ", " | Trees"),
        ("Tree-{}", "", ""),
        ("Trees", "Trees", ""),
    ],
)
def test_the_site_part_of_titles_is_learned(titles: str, prefix: str, suffix: str) -> None:
    learned = learn_boilerplate(page(name, title=titles) for name in NAMES)
    assert (learned.title_prefix, learned.title_suffix) == (prefix, suffix)


def test_the_shared_part_of_headings_is_learned() -> None:
    learned = learn_boilerplate(page(name, heading="trees: {}") for name in NAMES)
    assert (learned.heading_prefix, learned.heading_suffix) == ("trees: ", "")


def test_boilerplate_survives_json() -> None:
    learned = learn_boilerplate(page(name) for name in NAMES)
    assert Boilerplate.from_json(learned.to_json()) == learned


@given(st.lists(st.text(st.characters(categories=("L",)), min_size=1), min_size=2, max_size=8, unique=True))
def test_a_text_that_only_one_page_has_is_never_template(texts: list[str]) -> None:
    trees = [parse_html(f"<nav>menu</nav><p>own {text}</p>") for text in texts]
    learned = learn_boilerplate(trees)
    for tree, text in zip(trees, texts, strict=True):
        assert own_blocks(tree, learned) == [f"own {text}"]
