"""The next-page finder measured on annotated pages, and trained on them.

python -m benchmarks.pagers DATA_FOLDER [--train]

DATA_FOLDER holds pagination_autopager.jsonl.zst. A page is right when the link given is one annotated as NEXT;
where only page numbers are annotated, when it is the number after the current one, or none after the last; and
when none is given where neither is annotated. Held-out figures are of ten folds that share no domain.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.data import read_rows
from benchmarks.linear import folds, train, write_weights
from sonde.interface import linear
from sonde.interface.linear import Features, Weights, probability, read_weights
from sonde.interface.paging import next_page
from sonde.interface.paging.features import page_number
from sonde.page.dom import Node, Tree, parse_html, visible_text
from sonde.page.links import base_url, resolve
from sonde.page.url import canonical_url

_WEIGHTS = Path(linear.__file__).parent / "weights" / "pagers.json"
_STRENGTH = 1.0


@dataclass(frozen=True, slots=True)
class Example:
    """One annotated page with the links that may lead on."""

    id: str
    url: str
    kind: str  # what is annotated: "next", "numbers" or "none"
    right: frozenset[str]  # addresses; empty: rightly none
    leads: tuple[tuple[str, Features], ...]

    @property
    def domain(self) -> str:
        return ".".join((urlsplit(self.url).hostname or "").split(".")[-2:])


def examples(path: Path) -> list[Example]:
    """The annotated pages."""
    found = []
    for row in read_rows(path):
        tree = parse_html(row["html"])
        base = base_url(tree, row["url"])
        leads = tuple(
            (canonical_url(lead.url), features) for lead, features in next_page.weighed_leads(tree, base, row["url"])
        )
        kind, right = _right(tree, base, row["url"], row["selectors"])
        found.append(Example(row["id"], row["url"], kind, right, leads))
    return found


def _right(tree: Tree, base: str, url: str, selectors: dict[str, str]) -> tuple[str, frozenset[str]]:
    if selectors["NEXT"]:
        return "next", frozenset(_addresses(tree, base, selectors["NEXT"]).values())
    if selectors["PAGE"]:
        numbers = _addresses(tree, base, selectors["PAGE"])
        current = _current(numbers, url)
        return "numbers", frozenset({numbers[current + 1]} if current + 1 in numbers else ())
    return "none", frozenset()


def _addresses(tree: Tree, base: str, selector: str) -> dict[int, str]:
    """The addresses of the selected links by the number they say; those that say none by where they stand."""
    found: dict[int, str] = {}
    for at, node in enumerate(tree.css(selector)):
        link = _link(node)
        url = resolve(base, link.attributes.get("href") or "") if link is not None else None
        if link is not None and url is not None:
            said = re.sub(r"\D", "", visible_text(link))
            found.setdefault(int(said) if said else -1 - at, canonical_url(url))
    return found


def _link(node: Node) -> Node | None:
    current: Node | None = node
    while current is not None and current.tag != "a":
        current = current.parent
    return current if current is not None else node.css_first("a[href]")


def _current(numbers: dict[int, str], url: str) -> int:
    """The number of the page itself: of the link that leads here, by its address, by the gap, or the first."""
    here = canonical_url(url)
    leads_here = [number for number, address in numbers.items() if address == here and number > 0]
    stated = page_number(url)
    if leads_here or (stated is not None and stated - 1 in numbers):
        return leads_here[0] if leads_here else stated or 1
    positive = sorted(number for number in numbers if number > 0)
    gaps = [low + 1 for low, high in pairwise(positive) if high - low == 2]
    if gaps:
        return gaps[0]
    return 1 if positive[:1] == [2] else positive[-1] + 1 if positive else 1


def chosen(example: Example, weights: Weights) -> str | None:
    """The address that the model takes for the next page, or None."""
    best = max(((probability(features, weights), url) for url, features in example.leads), default=(0.0, ""))
    return best[1] if best[0] >= next_page.LIKELY else None


def is_right(example: Example, url: str | None) -> bool:
    return url in example.right if example.right or example.kind == "next" else url is None


def _train(found: Sequence[Example]) -> Weights:
    rows = [(features, url in example.right, example.domain) for example in found for url, features in example.leads]
    features, labels, domains = zip(*rows, strict=True)
    return train(features, labels, domains, strength=_STRENGTH, min_domains=3)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pagers", description=__doc__)
    parser.add_argument("data_folder", type=Path)
    parser.add_argument("--train", action="store_true", help="write the weights of all pages into the package")
    parser.add_argument("--misses", action="store_true", help="print each page that was read wrongly")
    options = parser.parse_args(arguments)
    found = examples(options.data_folder / "pagination_autopager.jsonl.zst")
    domains = [example.domain for example in found]
    held_out: list[str | None] = [None] * len(found)
    in_training = Counter[bool]()
    for training, held in folds(domains):
        weights = _train([found[i] for i in training])
        in_training.update(is_right(found[i], chosen(found[i], weights)) for i in training)
        for i in held:
            held_out[i] = chosen(found[i], weights)
    if options.train:
        write_weights(_train(found), _WEIGHTS)
        read_weights.cache_clear()
    shipped = [chosen(example, read_weights("pagers")) for example in found]
    print(f"{len(found)} pages of {len(set(domains))} domains")
    print(f"in training  {in_training[True] / in_training.total():.3f}")
    for name, links in (("held out", held_out), ("as shipped", shipped)):
        right = Counter(example.kind for example, url in zip(found, links, strict=True) if is_right(example, url))
        pages = Counter(example.kind for example in found)
        parts = "  ".join(f"{kind} {right[kind]}/{pages[kind]}" for kind in sorted(pages))
        print(f"{name:12} {right.total() / len(found):.3f}  ({parts})")
    if options.misses:
        for example, url in zip(found, held_out, strict=True):
            if not is_right(example, url):
                print(f"{example.id} {example.kind} {example.url}\n    took {url}\n    right {sorted(example.right)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
