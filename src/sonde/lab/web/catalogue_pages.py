"""The pages of a catalogue: lists, products with their tabs, reviews, news, and menus drawn by script."""

import json
import random
from html import escape

from sonde.lab.web.catalogue_plan import Place, Shop
from sonde.lab.web.products import Product, find_line, phrases

_SORTS = ("name", "price", "newest")


class CataloguePages:
    """Writes pages."""

    def __init__(self, seed: int, *, related: int) -> None:
        self._seed, self._related = seed, related

    def page(self, shop: Shop, path: str, query: str) -> str:
        """A page of a catalogue; empty where there is none."""
        place = shop.pages.get(path)
        if place is None:
            return ""
        rng = random.Random(f"{self._seed}/{shop.host}{path}")
        parts = self._parts(shop, path, place, query, rng)
        return _framed(shop, place, parts)

    def _parts(self, shop: Shop, path: str, place: Place, query: str, rng: random.Random) -> list[str]:
        match place.kind:
            case "home":
                return [self._news_links(shop, 6, rng), self._some(shop, 8, rng)]
            case "section":
                lists = shop.parts[place.section].lists
                return [_links("index", lists) if not shop.is_scripted else "", self._some(shop, 5, rng)]
            case "map":
                return [_links("map", part.lists) for part in shop.parts.values()]
            case "list" if place.section == "news":
                numbers = range(place.number, min(place.number + 10, shop.news))
                links = tuple((self._headline(shop, number), f"/news/{number + 1}") for number in numbers)
                more = (("Older news", f"/news/page{place.number // 10 + 2}"),) if numbers.stop < shop.news else ()
                return [_links("news", links + more)]
            case "list":
                return self._list(shop, path, place)
            case "news":
                return [f"<p>{self._headline(shop, place.number)}</p>", self._some(shop, 3, rng)]
        return self._product(shop, place, place.products[0], rng)

    def _list(self, shop: Shop, path: str, place: Place) -> list[str]:
        rows = [(one.name, shop.homes[one.name + place.section]) for one in place.products]
        if shop.has_overviews:
            rows += [(f"{one.name} at a glance", shop.last[one.name + place.section]) for one in place.products]
        base = path.rpartition("/")[0] if place.number else path
        after, before = f"{base}/{place.number + 2}", base if place.number == 1 else f"{base}/{place.number}"
        turns = tuple(
            pair for pair in (("Back", before if place.number else ""), ("More", after)) if pair[1] in shop.pages
        )
        sorts = tuple((f"By {sort}", f"{path}?sort={sort}") for sort in _SORTS)
        siblings = shop.parts[place.section].lists if not shop.is_scripted else ()
        return [
            _links("sort", sorts),
            _links("products", tuple(rows)),
            _links("turn", turns),
            _links("siblings", siblings),
        ]

    def _product(self, shop: Shop, place: Place, product: Product, rng: random.Random) -> list[str]:
        base = shop.homes[product.name + place.section]
        tabs = tuple((word.title(), f"{base}/{word}") for word in ("photos", "forum"))
        if shop.has_overviews:
            tabs = (("In detail", shop.last[product.name + place.section]), *tabs)
        back = ((find_line(place.section).plural, shop.parts[place.section].path),
                ("Back to the list", shop.list_of[product.name + place.section]))  # fmt: skip
        parts = [_links("crumbs", back), _links("tabs", (("Overview", base), *tabs))]
        parts += self._content(shop, place, product, rng)
        return [*parts, self._like(shop, place.section, product, rng)]

    def _content(self, shop: Shop, place: Place, product: Product, rng: random.Random) -> list[str]:
        line = find_line(product.line)
        facts = " ".join(rng.sample(phrases()["facts"], 3)).format(name=product.name)
        if place.kind == "target" and find_line(shop.domain).kind == "table":
            rows = (("Maker", product.maker), ("Model", product.model), ("Announced", str(product.year)),
                    *product.attributes)  # fmt: skip
            cells = "".join(f"<tr><th>{escape(k)}</th><td>{escape(v)}</td></tr>" for k, v in rows)
            return [f"<table class='spec'>{cells}</table>"]
        if place.kind == "target":
            said = [*rng.sample(line.praise, 2), *rng.sample(line.blame, 2), rng.choice(line.verdict)]
            return [f"<p>I have used the {escape(product.name)} for a while.</p>", *(f"<p>{one}</p>" for one in said)]
        if place.kind == "forum":
            posts = rng.sample(phrases()["posts"], 3)
            return [f"<p>{escape(one.format(name=product.name))}</p>" for one in posts]
        if place.kind == "photos":
            return [f"<img src='/images/{number}.jpg' alt='{escape(product.name)}'>" for number in range(4)]
        return [f"<p>{escape(facts)}</p>"]

    def _like(self, shop: Shop, section: str, product: Product, rng: random.Random) -> str:
        """Products of the same maker, from every section of the site, and a few others."""
        known = [(key, one) for key, one in shop.everything if one.maker == product.maker and one is not product]
        chosen = rng.sample(known, min(self._related, len(known)))
        return _links("like", tuple((one.name, shop.homes[one.name + key]) for key, one in chosen))

    def _some(self, shop: Shop, count: int, rng: random.Random) -> str:
        chosen = rng.sample(shop.everything, min(count, len(shop.everything)))
        return _links("some", tuple((one.name, shop.homes[one.name + key]) for key, one in chosen))

    def _news_links(self, shop: Shop, count: int, rng: random.Random) -> str:
        numbers = rng.sample(range(shop.news), min(count, shop.news))
        links = tuple((self._headline(shop, number), f"/news/{number + 1}") for number in numbers)
        return _links("news", (*links, ("All news", "/news/page1"))) if links else ""

    def _headline(self, shop: Shop, number: int) -> str:
        rng = random.Random(f"{self._seed}/{shop.host}/news/{number}")
        return str(rng.choice(phrases()["news"])).format(maker=rng.choice(phrases()["makers"]))


def _links(name: str, links: tuple[tuple[str, str], ...]) -> str:
    rows = "".join(f'<li><a href="{path}">{escape(title)}</a></li>' for title, path in links)
    return f'<ul class="{name}">{rows}</ul>' if rows else ""


def _framed(shop: Shop, place: Place, parts: list[str]) -> str:
    title = place.title or shop.host.partition(".")[0]
    sections = [(find_line(part.line).plural, part.path) for part in shop.parts.values()]
    menu = _links("menu", (("Home", "/"), *sections, *((("Site map", "/map"),) if "/map" in shop.pages else ())))
    drawn = _drawn_menu(shop) if shop.is_scripted else ""
    return (
        f"<!DOCTYPE html>\n<html><head><title>{escape(title)}</title></head>\n<body>\n{menu}\n{drawn}"
        f"<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def _drawn_menu(shop: Shop) -> str:
    """Lists that only a browser sees, once the pointer is over the name of a section."""
    lists = {part.line: part.lists for part in shop.parts.values()}
    names = "".join(f"<span class='fly' data-part='{name}'>{name}</span> " for name in lists)
    return (
        f"<div id='fly'>{names}<div id='below'></div></div>\n<script>const lists = {json.dumps(lists)};\n"
        "for (const one of document.querySelectorAll('.fly')) one.onmouseover = () => {\n"
        "  const below = document.getElementById('below'); below.replaceChildren();\n"
        "  for (const [title, path] of lists[one.dataset.part]) {\n"
        "    const link = document.createElement('a'); link.href = path; link.textContent = title;\n"
        "    below.append(link, ' '); } };\n</script>\n"
    )
