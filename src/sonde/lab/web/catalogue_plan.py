"""The plan of one catalogue: its sections, how each is ordered, and which of its pages are targets."""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Literal

from sonde.lab.web.products import Product, find_line, products

Order = Literal["makers", "years", "letters", "pages"]  # how a section leads to its products

ORDERS: tuple[Order, ...] = ("makers", "years", "letters", "pages")
PAGE_SIZE = 40


@dataclass(frozen=True, slots=True)
class Place:
    """One page: what it is and what it shows."""

    kind: Literal["home", "section", "list", "product", "target", "photos", "news", "forum", "map"]
    section: str = ""
    title: str = ""
    products: tuple[Product, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a catalogue: one line of products and the lists that lead to them."""

    line: str
    path: str
    order: Order
    lists: tuple[tuple[str, str], ...]  # title, path


@dataclass(slots=True, eq=False)
class Shop:
    """One catalogue as planned."""

    host: str
    domain: str
    is_scripted: bool
    has_overviews: bool = False  # a product has a page of its own before the one that is worth mining
    parts: dict[str, Part] = field(default_factory=dict)
    pages: dict[str, Place] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)  # of a product by its name: the path of its own page
    last: dict[str, str] = field(
        default_factory=dict
    )  # and of the page that is worth mining, where it is of the domain
    targets: set[str] = field(default_factory=set)
    list_of: dict[str, str] = field(default_factory=dict)  # the list that a product's page leads back to
    everything: list[tuple[str, Product]] = field(default_factory=list)  # all products with their sections
    news: int = 0


def plan_shop(
    host: str, domain: str, count: int, *, beside: float, news: int, style: int, scripted: bool, seed: int
) -> Shop:
    """A catalogue with so many targets; equal arguments give equal plans."""
    rng = random.Random(f"{seed}/{host}")
    shop = Shop(host, domain, scripted, has_overviews=bool(style % 2), pages={"/": Place("home")}, news=news)
    line = find_line(domain)
    # Sites of a domain list the same products, each its own selection.
    universe = products(line, max(1200, count), f"{seed}")
    _add_part(shop, domain, rng.sample(universe, count), ORDERS[style % len(ORDERS)], is_target=True)
    for name in line.beside:
        made = products(find_line(name), 600, f"{seed}")
        chosen = rng.sample(made, min(len(made), max(1, round(count * beside))))
        _add_part(shop, name, chosen, ORDERS[style % len(ORDERS)], is_target=False)
    for number in range(news):
        shop.pages[f"/news/{number + 1}"] = Place("news", number=number)
    for number in range(0, news, 10):
        shop.pages[f"/news/page{number // 10 + 1}"] = Place("list", "news", f"News {number // 10 + 1}", number=number)
    if not scripted and style % 2:
        shop.pages["/map"] = Place("map", title="Site map")
    return shop


def _add_part(shop: Shop, name: str, chosen: list[Product], order: Order, *, is_target: bool) -> None:
    root = f"/{find_line(name).plural.lower().replace(' ', '-')}"
    groups = _grouped(chosen, order)
    lists: list[tuple[str, str]] = []
    for title, members in groups.items():
        path = f"{root}/{title.lower().replace(' ', '-')}"
        for start in range(0, len(members), PAGE_SIZE):
            at = path if not start else f"{path}/{start // PAGE_SIZE + 1}"
            shop.pages[at] = Place("list", name, title, tuple(members[start : start + PAGE_SIZE]), start // PAGE_SIZE)
            for product in members[start : start + PAGE_SIZE]:
                shop.list_of[product.name + name] = at
        lists.append((title, path))
    shop.parts[name] = Part(name, f"{root}/", order, tuple(lists))
    shop.pages[f"{root}/"] = Place("section", name, find_line(name).plural)
    ending = "specs" if find_line(shop.domain).kind == "table" else "review"
    for product in chosen:
        base = f"{root}/{product.maker.lower()}/{product.slug}"
        last = f"{base}/{ending}" if shop.has_overviews else base
        shop.homes[product.name + name] = base
        shop.last[product.name + name] = last
        shop.everything.append((name, product))
        shop.pages[base] = Place("product", name, product.name, (product,))
        shop.pages[last] = Place("target", name, product.name, (product,))
        shop.pages[f"{base}/photos"] = Place("photos", name, product.name, (product,))
        shop.pages[f"{base}/forum"] = Place("forum", name, product.name, (product,))
        if is_target:
            shop.targets.add(last)


def _grouped(chosen: list[Product], order: Order) -> dict[str, list[Product]]:
    groups: dict[str, list[Product]] = defaultdict(list)
    ordered = sorted(chosen, key=lambda one: (one.maker, one.model))
    for number, product in enumerate(ordered):
        key = {
            "makers": product.maker,
            "years": str(product.year),
            "letters": product.model[0].upper(),
            "pages": f"All {number // (5 * PAGE_SIZE) + 1}",
        }[order]
        groups[key].append(product)
    return dict(sorted(groups.items()))
