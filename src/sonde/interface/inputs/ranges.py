"""Which pairs of inputs take a range: proved by what they leave of an answer on either side of a value."""

from dataclasses import dataclass
from itertools import pairwise

from sonde.interface.inputs.pairs import Pair, guesses, pairs_of, values_of
from sonde.interface.inputs.trial import Trial
from sonde.model import Form, Range
from sonde.text.scale import WHOLE, point_of, text_of, unit_of

_TRIED = 5  # values of which one must lie among those of the documents
_DOUBLINGS = 24
_HALVINGS = 4
_YEAR_DAYS = 365
_FAR = 1000  # times the largest value: nothing lies beyond


async def learn_ranges(trial: Trial, form: Form) -> None:
    """Adds the pairs of inputs that narrow an answer to what lies between them."""
    for pair in pairs_of(form):
        found = await _proved(trial, pair)
        if found is None:
            trial.note(f"{pair.low.name!r} and {pair.high.name!r} do not take a range")
            continue
        trial.ranges.append(found)
        # As a range they split better than each of them alone.
        trial.splits = [split for split in trial.splits if split[0] not in (pair.low.name, pair.high.name)]
        trial.note(f"{pair.low.name!r} and {pair.high.name!r} take a range from {found.least} to {found.most}")


async def _proved(trial: Trial, pair: Pair) -> Range | None:
    documents = await trial.documents() if not pair.steps else []
    values = pair.steps[1:-1][:: max(1, len(pair.steps) // 4)] or values_of(documents, pair) or guesses(pair)
    unit = pair.unit or unit_of(list(values)) or WHOLE
    for value in values[:_TRIED]:
        point = point_of(value, unit)
        if point is None:
            continue
        bound = _Bounds(trial, pair, unit)
        verdict = await bound.try_at(point)
        if verdict is None:
            continue
        if pair.steps:
            gaps = any(int(b) - int(a) > 1 for a, b in pairwise(pair.steps))
            return Range(
                pair.low.name, pair.high.name, pair.steps[0], pair.steps[-1], steps=pair.steps, shared=gaps or verdict
            )
        known = [p for other in values if (p := point_of(other, unit)) is not None]
        least, most = await bound.ends(min(known), max(known))
        return Range(pair.low.name, pair.high.name, text_of(least, unit), text_of(most, unit), unit, shared=verdict)
    return None


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Asks what lies on either side of a value."""

    trial: Trial
    pair: Pair
    unit: str

    async def try_at(self, point: int) -> bool | None:
        """Whether parts must share the bound at a value, as what lies there is left out; None: this is no range."""
        low, high = (self.pair.low.name, text_of(point, self.unit)), (self.pair.high.name, text_of(point, self.unit))
        above, below = await self.trial.parts([(low,), (high,)])
        whole = self.trial.whole
        if above == below or (above == whole and below == whole) or not (above.urls or below.urls):
            return None
        at = await self.trial.ask((low, high))
        if above.total is not None and below.total is not None and whole.total:
            found = above.hits + below.hits - at.hits
            if not (max(above.hits, below.hits) <= whole.hits and 0.5 * whole.hits <= found <= 1.02 * whole.hits):
                return None
            if at.hits > min(above.hits, below.hits):
                return None
        elif not self.pair.steps and (await self.trial.ask(((self.pair.low.name, self._far(point)),))).urls:
            return None
        return not at.urls or await self._leaves_gap(point, above.hits - at.hits)

    def _far(self, point: int) -> str:
        """A value that nothing lies beyond."""
        return text_of(_FAR * (abs(point) + 1) if "%" not in self.unit else 10**7, self.unit)

    async def _leaves_gap(self, point: int, above: int) -> bool:
        """Whether documents lie between a value and its neighbour: fewer are above that one than above this one."""
        if self.pair.steps or self.trial.whole.total is None:
            return False
        beyond = await self.trial.ask(((self.pair.low.name, text_of(point + 1, self.unit)),))
        return beyond.total is not None and beyond.hits < above

    async def ends(self, least: int, most: int) -> tuple[int, int]:
        """Values that nothing lies beyond, or that the form states."""
        stated_low, stated_high = (point_of(text, self.unit) for text in (self.pair.low.least, self.pair.high.most))
        step = max(1, most - least, _YEAR_DAYS if "%d" in self.unit else abs(most) // 32)
        least = stated_low if stated_low is not None else await self._outermost(least, -step, self.pair.high.name)
        most = stated_high if stated_high is not None else await self._outermost(most, step, self.pair.low.name)
        return least, max(most, least + 1)

    async def _outermost(self, point: int, step: int, name: str) -> int:
        """A value on one side that nothing lies beyond, not far off: in steps that double, then halves."""
        inner = outer = point
        for _ in range(_DOUBLINGS):
            if not await self._lies_beyond(outer, step, name):
                break
            inner, outer, step = outer, outer + step, 2 * step
        for _ in range(_HALVINGS):
            middle = (inner + outer) // 2
            if middle in (inner, outer):
                break
            if await self._lies_beyond(middle, step, name):
                inner = middle
            else:
                outer = middle
        return outer

    async def _lies_beyond(self, point: int, step: int, name: str) -> bool:
        value = text_of(point + (1 if step > 0 else -1), self.unit)
        return bool((await self.trial.ask(((name, value),))).urls)
