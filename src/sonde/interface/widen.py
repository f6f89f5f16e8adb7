"""How must a form be set that finds nothing as it stands? From settings that find something, step by step to most."""

from dataclasses import replace

from sonde.interface.abilities.browse import Shown
from sonde.interface.fetcher import Fetcher
from sonde.interface.inputs.trial import Trial
from sonde.interface.model import Ask, SearchInterface
from sonde.model import Field, Form, Pairs

_SHORT = 8  # options of a menu each of which is tried
_MOST = 40  # questions
_ROUNDS = 3


async def widened(fetcher: Fetcher, interface: SearchInterface, form: Form, setting: Pairs) -> Ask | None:
    """The question that finds most; None when nothing is found but by settings of single parts."""
    trial = await Trial.begin(fetcher, interface)
    sent = dict(interface.ask.send)
    standing = {field.name: sent.get(field.name, field.value) for field in _menus(form)}
    search = _Search(trial, standing, standing | dict(setting))
    search.found = await search.ask(search.chosen)
    for _ in range(_ROUNDS):
        before = dict(search.chosen)
        for field in _menus(form):
            await search.settle(field)
        if search.chosen == before:
            break
    if any(search.chosen[name] != standing[name] for name, _ in setting):
        return None
    pairs = tuple((name, search.chosen.get(name, value)) for name, value in interface.ask.send)
    return replace(interface.ask, send=pairs)


class _Search:
    """Tries option after option and keeps those that find more."""

    def __init__(self, trial: Trial, standing: dict[str, str], chosen: dict[str, str]) -> None:
        self.trial = trial
        self.standing = standing
        self.chosen = chosen
        self.found = Shown()
        self.asked = 0

    async def ask(self, values: dict[str, str]) -> Shown:
        self.asked += 1
        return await self.trial.ask(tuple(values.items()))

    async def settle(self, field: Field) -> None:
        """Puts one menu on the option that finds most, on the one it stood on where that finds no less."""
        stood = self.standing[field.name]
        others = [choice.value for choice in field.choices] if len(field.choices) <= _SHORT else []
        for value in dict.fromkeys((stood, *others)):
            if self.asked >= _MOST or value == self.chosen[field.name]:
                continue
            shown = await self.ask({**self.chosen, field.name: value})
            if shown.hits > self.found.hits or (value == stood and shown.hits == self.found.hits):
                self.chosen[field.name], self.found = value, shown


def _menus(form: Form) -> list[Field]:
    return [field for field in form.fields if field.kind in ("select", "radio") and field.name and not field.disabled]
