"""Whether the cap that is believed agrees with the lengths of answers."""

from dataclasses import dataclass

from sonde.model import Outcome

LEAST = 4  # fewer results say nothing
CUT = 1.1  # a cap is met by answers that are shorter by less: some results are repeats
CUTS = 2  # answers cut far before a cap that disprove it
INFLATED = 3  # times the results of an answer: a count above is no way of counting, but a cut
REPEATS = 3  # answers of just the greatest length, none of them known to be whole, look like a cap
SHORTEST = 10  # results: answers that are shorter than any cap
TRUE_COUNTS = 8  # answers as long as stated, and none but the longest shorter: then one that is cut shows the cap,
FAR = 0.8  # unless it comes as near to the one believed


@dataclass(slots=True)
class CapCheck:
    """Remembers how long answers were, and how long they should have been."""

    _longest: int = 0  # results of an answer
    _repeats: int = 0  # answers of that length, as far as they are not known to be whole
    _as_stated: int = 0  # answers with as many results as the site states
    _not_as_stated: int = 0  # shorter ones that are not the longest
    _cuts: int = 0  # answers cut before the cap

    def observe(self, outcome: Outcome, cap: int | None) -> int | None:
        """What to believe after an answer: a longer one disproves a cap, and so do those that are cut far before it."""
        if outcome.is_peek:
            return cap
        shown, total = len(outcome.seen), outcome.total
        self._remember(shown, total)
        if cap is None:
            return None
        if self._repeats >= self._needed(cap) and SHORTEST <= CUT * self._longest < cap:
            return self._longest
        is_cut = total is not None and total > INFLATED * shown and shown >= LEAST
        self._cuts += is_cut and CUT * shown < cap
        return None if shown > cap or self._cuts >= CUTS else cap

    def _remember(self, shown: int, total: int | None) -> None:
        is_short = total is not None and total > CUT * shown + 2
        if shown > self._longest:
            self._not_as_stated += self._repeats
            self._longest, self._repeats = shown, 0
        if shown == self._longest:
            self._repeats += total is None or is_short
        else:
            self._not_as_stated += is_short
        self._as_stated += total is not None and not is_short and shown >= LEAST

    def _needed(self, cap: int) -> int:
        """How many answers of the greatest length show a cap."""
        are_true = self._as_stated >= TRUE_COUNTS and not self._not_as_stated
        return 1 if are_true and self._longest < FAR * cap else REPEATS
