"""The index: finds what is there, follows the crawl, and heals itself."""

import asyncio
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sonde.model import Coverage, Document, Outcome, Query
from sonde.store.copy import Copy
from sonde.store.folder import CrawlFolder
from sonde.store.ledger import Traffic
from sonde.store.sqlite import Store

SITE = "http://site.test/"

TEXTS = [
    ("Liver cirrhosis", "A disease of the liver in which scar tissue forms."),
    ("Kidney stones", "Hard deposits. The liver is not involved, cirrhosis neither."),
    ("Café society", "People who frequent the Größenwahn and the cafe."),
    ("東京タワー", "東京タワーは東京都港区にある。"),
    ("हिन्दी", "हिन्दी भाषा"),
    ("X-ray", "An x-ray image; ray tracing is another thing."),
]


def add(path: Path, documents: Sequence[tuple[str, str]], *, first_id: int = 0) -> None:
    new = tuple(
        Document(
            url=f"{SITE}{id}",
            title=title,
            text=text,
            attributes=(("Shelf", f"Q{id} Müller"),),
            id=id,
        )
        for id, (title, text) in enumerate(documents, start=first_id)
    )

    async def fill() -> None:
        with CrawlFolder.open_for_crawl(path, site_url=SITE) as folder:
            async with await Store.open(folder) as store:
                outcome = Outcome(Query("q"), seen=tuple(document.id for document in new), new=new)
                await store.record(outcome, traffic=Traffic(), coverage=Coverage())

    asyncio.run(fill())


def set_aside(path: Path, ids: Sequence[int]) -> None:
    async def mark() -> None:
        with CrawlFolder.open_for_crawl(path, site_url=SITE) as folder:
            async with await Store.open(folder) as store:
                await store.clear_aside()
                await store.set_aside(ids, "help page")

    asyncio.run(mark())


def titles(copy: Copy, words: str) -> list[str]:
    return [hit.title for hit in copy.search(words)]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    add(tmp_path / "crawl", TEXTS)
    return Copy(tmp_path / "crawl")


@pytest.fixture(scope="module")
def lasting_copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    path = tmp_path_factory.mktemp("lasting") / "crawl"
    add(path, TEXTS)
    return Copy(path)


def test_a_title_counts_more_than_the_text(lasting_copy: Copy) -> None:
    assert titles(lasting_copy, "liver cirrhosis") == ["Liver cirrhosis", "Kidney stones"]


def test_a_hit_says_where_it_is_and_shows_the_words(lasting_copy: Copy) -> None:
    hit = lasting_copy.search("scar", k=1)[0]
    assert (hit.url, hit.id) == (f"{SITE}0", 0)
    assert hit.score > 0
    assert "scar tissue" in hit.snippet


def test_a_snippet_reads_like_the_text(lasting_copy: Copy) -> None:
    assert lasting_copy.search("港区")[0].snippet == "東京タワーは東京都港区にある"


def test_all_words_are_wanted_and_any_is_better_than_nothing(lasting_copy: Copy) -> None:
    assert titles(lasting_copy, "hard cirrhosis") == ["Kidney stones"]
    assert titles(lasting_copy, "hard unheardof") == ["Kidney stones"]
    assert titles(lasting_copy, "unheardof") == []


def test_words_in_quotes_stand_together(lasting_copy: Copy) -> None:
    assert titles(lasting_copy, '"liver cirrhosis"') == ["Liver cirrhosis"]
    assert titles(lasting_copy, "x-ray") == ["X-ray"]


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("CAFE", "Café society"),
        ("cafe\u0301", "Café society"),
        ("grossenwahn", "Café society"),
        ("東京", "東京タワー"),
        ("हिन्दी", "हिन्दी"),
        ("Q4", "हिन्दी"),
    ],
)
def test_words_of_many_languages_are_found(lasting_copy: Copy, words: str, title: str) -> None:
    assert titles(lasting_copy, words)[0] == title


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    words=st.text(st.characters(exclude_categories=()), max_size=40) | st.text('":+-()[]*?^~\\/ aliver', max_size=20)
)
def test_no_question_is_an_error(lasting_copy: Copy, words: str) -> None:
    assert isinstance(lasting_copy.search(words), list)


def test_asking_for_no_hits_gives_none(lasting_copy: Copy) -> None:
    assert lasting_copy.search("liver", k=0) == []


def test_new_documents_are_added_to_the_index(copy: Copy) -> None:
    assert titles(copy, "liver")
    segments = {file.name for file in (copy.folder.index / "segments").glob("*.term")}
    add(copy.folder.path, [("Gall bladder", "Stores what the liver makes.")], first_id=len(TEXTS))
    assert titles(copy, "bladder") == ["Gall bladder"]
    assert len(titles(copy, "liver")) == 3
    assert segments < {file.name for file in (copy.folder.index / "segments").glob("*.term")}


def test_documents_set_aside_disappear_and_come_back(copy: Copy) -> None:
    assert titles(copy, "scar") == ["Liver cirrhosis"]
    set_aside(copy.folder.path, [0])
    assert titles(copy, "scar") == []
    set_aside(copy.folder.path, [])
    assert titles(copy, "scar") == ["Liver cirrhosis"]


@pytest.mark.parametrize("harm", ["cut", "empty", "delete"])
def test_a_damaged_index_is_built_again(copy: Copy, harm: str) -> None:
    assert titles(copy, "scar")
    for file in (copy.folder.index / "segments").iterdir():
        if harm == "delete":
            file.unlink()
        else:
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2 if harm == "cut" else 0])
    assert titles(copy, "scar") == ["Liver cirrhosis"]


def test_an_index_whose_making_was_interrupted_is_built_again(copy: Copy) -> None:
    assert titles(copy, "scar")
    (copy.folder.index / "state.json").unlink()
    assert len(titles(copy, "liver")) == 2


@pytest.mark.parametrize("change", [{"layout": 0}, {"crawl_id": "another"}, {"unknown": 1}])
def test_an_index_of_another_layout_or_crawl_is_built_again(copy: Copy, change: dict[str, object]) -> None:
    assert titles(copy, "scar")
    state = copy.folder.index / "state.json"
    state.write_text(json.dumps(json.loads(state.read_text()) | change))
    shutil.rmtree(copy.folder.index / "segments")
    assert titles(copy, "scar") == ["Liver cirrhosis"]


def test_where_the_index_cannot_be_written_it_is_made_in_memory(copy: Copy) -> None:
    copy.folder.index.write_text("a file in the way")
    assert titles(copy, "scar") == ["Liver cirrhosis"]


def test_an_empty_crawl_has_no_hits(tmp_path: Path) -> None:
    CrawlFolder.open_for_crawl(tmp_path, site_url=SITE).close()
    assert Copy(tmp_path).search("anything") == []
