"""The menus of a form (selects, radio buttons, check boxes of one name): which of them narrow an answer, by probing."""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sonde.interface.abilities.browse import Shown
from sonde.interface.ask import widest
from sonde.interface.inputs.trial import Trial
from sonde.model import Field, Form, Pairs

logger = logging.getLogger(__name__)

MAX_VALUES = 2_000  # asking for each value of a longer menu costs more than words do
_MAX_MENUS = 6
_MAX_TICKS = 8


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
    found: dict[str, dict[str, None]] = {}
    for field in form.fields:
        if field.name and not field.disabled:
            found.setdefault(field.name, {}).update(dict.fromkeys(_values(field)))
    menus = [Menu(name, tuple(values)) for name, values in found.items() if len(values) > 1]
    for menu in menus:
        if len(menu.values) > MAX_VALUES:
            logger.info("menu left alone name=%s values=%d", menu.name, len(menu.values))
    return sorted((menu for menu in menus if len(menu.values) <= MAX_VALUES), key=lambda menu: -len(menu.values))


def _values(field: Field) -> list[str]:
    if field.kind == "checkbox":
        return [field.value] if field.value else []
    wide = widest(field)
    return [choice.value for choice in field.choices if choice is not wide and choice.value]


def ticks_of(form: Form) -> list[Field]:
    """The check boxes that stand alone under their name."""
    boxes = [field for field in form.fields if field.kind == "checkbox" and field.name and not field.disabled]
    times = Counter(field.name for field in boxes)
    return [field for field in boxes if times[field.name] == 1]


async def learn_menus(trial: Trial, form: Form) -> None:
    """Tells the menus that narrow an answer from those that only change how it is shown."""
    for menu in menus_of(form)[:_MAX_MENUS]:
        parts = await trial.parts([((menu.name, value),) for value in menu.samples])
        if not any(part.urls for part in parts):
            continue
        if not narrows(trial.whole, parts) or await _only_sorts(trial, menu, parts):
            trial.note(f"the menu {menu.name!r} changes how results are shown, or nothing")
            continue
        trial.splits.append((menu.name, menu.values))
        trial.note(f"the menu {menu.name!r} narrows: {len(menu.values)} values")


def narrows(whole: Shown, parts: Sequence[Shown]) -> bool:
    """Whether values leave a part of the whole, rather than show it in another way.

    Where each leaves more than half, they say what to leave out.
    """
    totals = [part.total for part in parts]
    if whole.total and None not in totals:
        found = [total for total in totals if total is not None]
        return min(found) < whole.total and min(found) <= 0.5 * whole.total
    if None not in totals and len(set(totals)) > 1:
        return True
    return not (parts[0].urls & parts[-1].urls) and parts[0].urls != whole.urls


async def _only_sorts(trial: Trial, menu: Menu, parts: Sequence[Shown]) -> bool:
    """Whether a short answer stays the same set whatever the menu says; asked only where no numbers tell."""
    if parts[0].total is not None or not trial.few.urls:
        return False
    same = [await trial.ask(((menu.name, value),), trial.rare_word) == trial.few for value in menu.samples]
    return all(same)


async def learn_ticks(trial: Trial, form: Form) -> None:
    """Check boxes: one that finds more stays ticked, one that finds less narrows."""
    for field in ticks_of(form)[:_MAX_TICKS]:
        if field.checked:
            continue  # as the page has it; what it adds stays in
        part = await trial.ask(((field.name, field.value),))
        if not part.urls or part == trial.whole:
            continue
        if part.total is None or trial.whole.total is None:
            is_less, is_more = part.urls < trial.whole.urls, not trial.whole.urls
        else:
            is_less, is_more = part.total < trial.whole.total, part.total > trial.whole.total
        if is_more:
            await trial.always_send((field.name, field.value))
            trial.note(f"the check box {field.name!r} adds documents and stays ticked")
        elif is_less:
            trial.splits.append((field.name, (field.value,)))
            trial.note(f"the check box {field.name!r} narrows")


def joint_settings(form: Form, count: int) -> list[Pairs]:
    """Settings of all menus at once that have an option for any: what it is called may mean none of them."""
    wide = {field.name for field in form.fields if widest(field) is not None}
    menus = [menu for menu in menus_of(form) if menu.name in wide]
    if len(menus) < 2:
        return []
    return [tuple((menu.name, _turn(menu.values, turn, count)) for menu in menus) for turn in range(count)]


def _turn(values: Sequence[str], turn: int, count: int) -> str:
    """One of the values for each turn, from all over a long menu."""
    return values[turn % len(values) if len(values) < count else (2 * turn + 1) * len(values) // (2 * count)]


def settings_of(menus: Sequence[Menu], count: int) -> list[Pairs]:
    """Settings to sound a form without box with: values of its longest menu."""
    if not menus:
        return []
    longest = menus[0]
    step = max(1, len(longest.values) // count)
    return [((longest.name, value),) for value in longest.values[step // 2 :: step][:count]]
