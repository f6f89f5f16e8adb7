"""The pages of a site, written when they are asked for: text, links and forms from the seed and the address."""

import random
from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from sonde.lab.corpora.record import Record
from sonde.lab.web.answers import Answer
from sonde.lab.web.forms import ACTION
from sonde.lab.web.links import Reference, References
from sonde.lab.web.material import Material
from sonde.lab.web.recipe import Recipe
from sonde.lab.web.site import CALENDAR, RECORD, Section, Site, Spot, Way, beside_action
from sonde.lab.web.words import common_words, find_vocabulary

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip


class Pages:
    """Writes pages."""

    def __init__(self, recipe: Recipe, material: Material, references: References, *, held_out: bool = False) -> None:
        self._recipe, self._material, self._references = recipe, material, references
        self._topics = material.held_out if held_out else material.topics

    def page(self, site: Site, path: str, spot: Spot) -> str:
        """A page of the site's plan."""
        rng = random.Random(f"{self._recipe.seed}/{site.host.name}{path}")
        parts: list[str] = []
        parts += self._forms(site, path)
        match spot.kind:
            case "home":
                parts += self._home(site, rng)
            case "section":
                parts += self._section(site, site.sections[spot.section], rng)
            case "article":
                parts += self._article(site, path, spot, rng)
            case "list":
                parts += self._list(site, site.sections[spot.section], spot.number, rng)
            case "links":
                parts += _listed(self._references.from_site(site, rng.randint(6, 14), rng))
            case "form":
                parts += self._texts(site, 1, rng)
            case "step" | "lure" | "tools":
                parts += self._texts(site, 2, rng)
        parts += [_way(way) for way in site.ways.get(path, ())]
        return self._framed(site, self._title(site, spot), parts, rng)

    def calendar(self, site: Site, year: int, month: int) -> str:
        """One of the months of a calendar that never ends."""
        after, before = (year + month // 12, month % 12 + 1), (year - (month == 1), (month - 2) % 12 + 1)
        days = " ".join(f'<a href="{CALENDAR}{year}/{month}/{day}">{day}</a>' for day in range(1, 29))
        turns = " ".join(f'<a href="{CALENDAR}{y}/{m}">{_MONTHS[m - 1]} {y}</a>' for y, m in (before, after))
        rng = random.Random(f"{self._recipe.seed}/{site.host.name}/calendar/{year}/{month}")
        body = [f"<p>{days}</p>", f"<p>{turns}</p>", *self._texts(site, 1, rng)]
        return self._framed(site, f"{_MONTHS[month - 1]} {year}", body, rng)

    def answer(self, site: Site, action: str, answer: Answer) -> str:
        """What a form of a site shows for a question."""
        rng = random.Random(f"{self._recipe.seed}/{site.host.name}/answer")
        parts = [site.database(action)[0].replace(ACTION, action)]
        if not answer.found:
            parts.append("<p class='none'>Nothing was found. Please try other words.</p>")
        else:
            parts.append(
                f"<p>{answer.total} found, showing {answer.start + 1} to {answer.start + len(answer.found)}</p>"
            )
            rows = (
                f'<li><a href="{RECORD}{number + 1}{_from(site, action)}">{escape(record.title)}</a> '
                f"<span>{escape(_attributes(record))}</span></li>"
                for number, record in answer.found
            )
            parts.append(f"<ol class='results'>{''.join(rows)}</ol>")
        if answer.more:
            parts.append(f'<p><a rel="next" href="{escape(answer.more)}">Next page</a></p>')
        return self._framed(site, "Results", parts, rng, bare=True)

    def record(self, site: Site, record: Record, domain: str) -> str:
        """The page of one record of a site's database."""
        rng = random.Random(f"{self._recipe.seed}/{site.host.name}/record/{record.id}")
        rows = "".join(f"<tr><th>{escape(k)}</th><td>{escape(v)}</td></tr>" for k, v in record.attributes)
        text = record.text or rng.choice(self._topics[domain].texts)
        parts = [f"<table>{rows}</table>", f"<p>{escape(text)}</p>"]
        return self._framed(site, record.title, parts, rng, bare=True)

    def _home(self, site: Site, rng: random.Random) -> list[str]:
        parts = self._texts(site, 2, rng)
        parts += [f'<p><a href="{one.path}">{escape(one.title)}</a></p>' for one in site.sections]
        fresh = [(one, number) for one in site.sections for number in range(len(one.pages)) if site.host.role != "hub"]
        for section, number in rng.sample(fresh, min(6, len(fresh))):
            parts.append(self._teaser(site, section, number))
        return parts + self._beside(site, rng.randint(1, 3), rng)

    def _section(self, site: Site, section: Section, rng: random.Random) -> list[str]:
        teasers = [self._teaser(site, section, number) for number in range(len(section.pages))]
        return [*self._texts(site, 1, rng), *teasers, *self._beside(site, rng.randint(0, 1), rng)]

    def _article(self, site: Site, path: str, spot: Spot, rng: random.Random) -> list[str]:
        section, number = site.sections[spot.section], spot.number
        parts = self._texts(site, 3, rng, on_topic=self.is_on_topic(site, path))
        near = (one for one in (number - 1, number + 1) if 0 <= one < len(section.pages))
        parts += [self._teaser(site, section, other) for other in near]
        if rng.random() < 0.2:
            parts += [_way(way) for way in site.ways.get("/", ())]
        if rng.random() < self._recipe.dead_links * 4:
            parts.append(f'<p><a href="{section.path}gone{rng.randrange(99)}">An older page</a></p>')
        return parts + self._beside(site, rng.choice((0, 0, 1, 1, 2)), rng)

    def _list(self, site: Site, section: Section, number: int, rng: random.Random) -> list[str]:
        pages = (section.path, *section.pages)
        more = [f'<a href="{pages[number + 1]}">More entries</a>'] if number + 1 < len(pages) else []
        return [*self._texts(site, 1, rng), *_listed(self._references.from_list(site, section, rng)), *more]

    def _beside(self, site: Site, count: int, rng: random.Random) -> list[str]:
        return _listed(self._references.from_site(site, count, rng)) if count else []

    def _teaser(self, site: Site, section: Section, number: int) -> str:
        return f'<p><a href="{section.pages[number]}">{escape(self._headline(site, section, number))}</a></p>'

    def _headline(self, site: Site, section: Section, number: int) -> str:
        rng = random.Random(f"{self._recipe.seed}/{site.host.name}{section.path}{number}")
        texts = self._material.fillers[site.subject] if site.subject else self._topics[site.host.domain].texts
        words = rng.choice(texts).split()
        start = rng.randrange(max(1, len(words) - 6))
        return " ".join(words[start : start + rng.randint(3, 6)])

    def is_on_topic(self, site: Site, path: str) -> bool:
        """Whether a page speaks of its site's domain: some articles of any site do not."""
        spot = site.pages.get(path)
        if site.subject or spot is None:
            return False
        rng = random.Random(f"{self._recipe.seed}/topic/{site.host.name}{path}")
        return spot.kind != "article" or rng.random() >= self._recipe.off_topic_pages

    def _texts(self, site: Site, count: int, rng: random.Random, *, on_topic: bool = True) -> list[str]:
        """Paragraphs on the site's topic, or on something else."""
        if site.subject or not on_topic:
            texts = self._material.fillers[site.subject or rng.choice(sorted(self._material.fillers))]
        else:
            texts = self._topics[site.host.domain].texts
        return [f"<p>{escape(rng.choice(texts))}</p>" for _ in range(count)]

    def _forms(self, site: Site, path: str) -> list[str]:
        parts = []
        if path == site.form_page and site.form:
            parts.append(site.form.replace(ACTION, site.action))
        for page in (path, ""):
            for number, form in enumerate(site.beside.get(page, ())):
                parts.append(form.markup.replace(ACTION, beside_action(page, number)))
        return parts

    def _title(self, site: Site, spot: Spot) -> str:
        if spot.kind in ("section", "list"):
            return site.sections[spot.section].title
        if spot.kind == "article":
            return self._headline(site, site.sections[spot.section], spot.number)
        if spot.kind == "form" and site.host.domain:
            return random.Random(site.host.name).choice(
                find_vocabulary(site.host.domain).kinds[site.host.kind].headings
            )
        return "Welcome" if spot.kind == "home" else "Contents"

    def _framed(self, site: Site, title: str, parts: Sequence[str], rng: random.Random, *, bare: bool = False) -> str:
        menu = [f'<a href="/">{escape(site.title)}</a>']
        if not bare:
            menu += [f'<a href="{one.path}">{escape(one.title)}</a>' for one in site.sections]
            menu += [f'<a href="{way.path}">{escape(way.anchor)}</a>' for way in site.menu]
            menu += ['<a href="/links">Links</a>'] if "/links" in site.pages else []
            menu += [f'<a href="{CALENDAR}2026/11">Calendar</a>'] if site.has_calendar else []
        return (
            f"<!DOCTYPE html>\n<html><head><title>{escape(title)} - {escape(site.title)}</title></head>\n<body>\n"
            f"<div class='menu'>{' | '.join(menu)}</div>\n<h1>{escape(title)}</h1>\n"
            + "\n".join(parts)
            + f"\n<div class='foot'>{escape(rng.choice(common_words().plain_around))}</div>\n</body></html>\n"
        )


def _from(site: Site, action: str) -> str:
    """Marks records that are not the site's main ones."""
    return "" if action == site.action else f"?from={quote(action)}"


def _way(way: Way) -> str:
    return f'<p>{escape(way.around)} <a href="{way.path}">{escape(way.anchor)}</a></p>'


def _listed(references: Sequence[Reference]) -> list[str]:
    entries = (f'<li><a href="{one.url}">{escape(one.anchor)}</a> {escape(one.about)}</li>' for one in references)
    return [f"<ul>{''.join(entries)}</ul>"]


def _attributes(record: Record) -> str:
    return ", ".join(f"{name}: {value}" for name, value in record.attributes)[:200]
