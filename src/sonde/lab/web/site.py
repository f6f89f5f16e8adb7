"""One site as planned: its pages, the links that deserve a mention, and its forms."""

from dataclasses import dataclass, field
from typing import Literal

from sonde.lab.web.atlas import Host

SpotKind = Literal["home", "section", "article", "step", "form", "lure", "tools", "links", "list"]

RECORD = "/item/"
CALENDAR = "/calendar/"
OUT = "/out/"  # detours to other sites


@dataclass(frozen=True, slots=True)
class Spot:
    """One page of a site: what it is, and which section and number it has."""

    kind: SpotKind
    section: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """A link within a site that deserves a mention: what it says, where it leads, which words come with it."""

    anchor: str
    path: str
    around: str = ""
    in_menu: bool = False


@dataclass(frozen=True, slots=True)
class Beside:
    """A form besides the one that a site is known for."""

    markup: str
    domain: str = ""  # empty: none that is looked for


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a site: its page and those below it."""

    title: str
    path: str
    pages: tuple[str, ...]
    kind: int = -1  # of the sites listed there, for directories; -1: any


@dataclass(slots=True)
class Site:
    """One site as planned."""

    host: Host
    title: str
    subject: str = ""  # of a site about nothing that is looked for
    sections: tuple[Section, ...] = ()
    pages: dict[str, Spot] = field(default_factory=dict)
    ways: dict[str, tuple[Way, ...]] = field(default_factory=dict)  # by the page they are on
    form: str = ""  # the markup of the form that is looked for
    form_page: str = ""
    form_depth: int = 0  # links from the front page
    action: str = ""  # where that form leads
    beside: dict[str, tuple[Beside, ...]] = field(default_factory=dict)  # other forms, by page; "" is every page
    has_calendar: bool = False
    is_failing: bool = False
    is_slow: bool = False

    def database(self, action: str) -> tuple[str, str]:
        """The markup and the domain of the form that leads to a path; empty where none does that is looked for."""
        if self.form and action == self.action:
            return self.form, self.host.domain
        for path, forms in self.beside.items():
            for number, form in enumerate(forms):
                if form.domain and action == beside_action(path, number):
                    return form.markup, form.domain
        return "", ""

    @property
    def menu(self) -> list[Way]:
        """The links that stand on every page."""
        return [way for ways in self.ways.values() for way in ways if way.in_menu]


def beside_action(path: str, number: int) -> str:
    """Where a form besides the main one leads."""
    return f"/other{number}{path.replace('.', '-')}" if path else f"/own{number}"
