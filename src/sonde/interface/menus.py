"""The menus of a form (selects and radio buttons): which of them narrow an answer, by probing."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sonde.errors import FetchError
from sonde.interface.ask import ask_by_form, same_form, widest
from sonde.interface.browse import Searches, Shown, first_shown, is_everything
from sonde.interface.candidates import Candidate, is_related
from sonde.interface.contrast import read_page
from sonde.interface.model import SearchInterface
from sonde.interface.score import query_field, refusal, tokens
from sonde.interface.site import Fetcher, WebSite
from sonde.interface.vocabulary import SEARCH
from sonde.model import Form, Pairs, Query, Request

logger = logging.getLogger(__name__)

MAX_VALUES = 2_000  # asking for each value of a longer menu costs more than words do
_MAX_MENUS = 6


@dataclass(frozen=True, slots=True)
class Menu:
    """One input to choose from: its values without the one that means any of them."""

    name: str
    values: tuple[str, ...]

    @property
    def samples(self) -> tuple[str, str]:
        """Two values from within: the first and last ones are often special."""
        count = len(self.values)
        return self.values[count // 3], self.values[min(count - 1, 2 * count // 3 + (count == 2))]


def menus_of(form: Form) -> list[Menu]:
    """The menus with at least two values, longest first."""
    found: dict[str, Menu] = {}
    for field in form.fields:
        if field.kind not in ("select", "radio") or not field.name or field.disabled:
            continue
        wide = widest(field)
        values = dict.fromkeys(choice.value for choice in field.choices if choice is not wide and choice.value)
        if 2 <= len(values) <= MAX_VALUES:
            found.setdefault(field.name, Menu(field.name, tuple(values)))
        elif len(values) > MAX_VALUES:
            logger.info("menu left alone name=%s values=%d", field.name, len(values))
    return sorted(found.values(), key=lambda menu: -len(menu.values))


def from_menus(forms: Sequence[Form], page_url: str) -> list[Candidate]:
    """Forms that search by menus alone. A single menu must call itself a search: others change the language."""
    found = []
    for form in forms:
        menus = menus_of(form)
        if not menus or query_field(form) is not None or refusal(form) or not is_related(form.action, page_url):
            continue
        says_so = bool(tokens(f"{form.name} {form.role} {form.text} {form.action}") & SEARCH)
        if says_so or (len(menus) > 1 and form.method == "GET"):
            found.append(Candidate(ask_by_form(form, page_url), 0.5 + 0.1 * says_so, "menus"))
    return found


async def learn_menus(fetcher: Fetcher, interface: SearchInterface) -> SearchInterface:
    """Adds whether a question without words finds everything, and which menus narrow an answer."""
    site = WebSite(fetcher, interface)
    whole = await first_shown(site, Query())
    some = await first_shown(site, Query(interface.seeds[-1])) if interface.seeds else Shown()
    menus = menus_of(form)[:_MAX_MENUS] if (form := await _form(fetcher, interface)) is not None else []
    splits, lines = [], [f"no words at all found {whole.says}"]
    for menu in menus:
        parts = [await first_shown(site, Query(values=((menu.name, value),))) for value in menu.samples]
        if not any(part.urls for part in parts):
            continue
        if not _narrows(whole, parts) or await _only_sorts(site, interface, menu, some, parts):
            lines.append(f"the menu {menu.name!r} changes how results are shown, or nothing")
            continue
        splits.append((menu.name, menu.values))
        lines.append(f"the menu {menu.name!r} narrows: {len(menu.values)} values")
    browses = is_everything(whole, total=some.total, shown=len(some.urls)) or bool(splits)
    abilities = replace(
        interface.abilities, splits=tuple(splits), browse=browses, words=bool(interface.ask.query_field)
    )
    return replace(interface, abilities=abilities, evidence=(*interface.evidence, *lines))


def _narrows(whole: Shown, parts: Sequence[Shown]) -> bool:
    """Whether values leave a part of the whole, rather than show it in another way."""
    totals = [part.total for part in parts]
    if whole.total and None not in totals:
        return any(total is not None and total < whole.total for total in totals)
    if None not in totals and len(set(totals)) > 1:
        return True
    return not (parts[0].urls & parts[1].urls) and parts[0].urls != whole.urls


async def _only_sorts(
    site: Searches, interface: SearchInterface, menu: Menu, some: Shown, parts: Sequence[Shown]
) -> bool:
    """Whether a short answer stays the same set whatever the menu says; asked only where no numbers tell."""
    if parts[0].total is not None or not some.urls:
        return False
    words = interface.seeds[-1]
    same = [await first_shown(site, Query(words, ((menu.name, value),))) == some for value in menu.samples]
    return all(same)


async def _form(fetcher: Fetcher, interface: SearchInterface) -> Form | None:
    try:
        page = await fetcher.fetch(Request(interface.ask.page))
    except FetchError:
        return None
    return same_form(read_page(page).forms, interface.ask)


def values_of(menus: Sequence[Menu], count: int) -> list[Pairs]:
    """Settings to sound a form without box with: nothing set, then values of the longest menu."""
    longest = menus[0]
    step = max(1, len(longest.values) // count)
    return [(), *(((longest.name, value),) for value in longest.values[step // 2 :: step][:count])]
