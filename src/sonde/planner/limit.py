"""How many results one answer of a form shows, as far as known."""

from sonde.planner.cap import MIN_CAP, Cap


class Limit:
    """How many results one answer shows, as far as known."""

    def __init__(self, known: int | None) -> None:
        self.cap = Cap()
        self._known = known

    @property
    def most(self) -> float:
        """The most that one answer shows; infinite until one was cut."""
        return min(self.cap.limit, self._known or self.cap.limit)

    @property
    def likely(self) -> float:
        """The same, or the longest answer so far."""
        return self.most if self.most < float("inf") else max(1.0, self.cap.largest)

    def is_passed(self, seen: int, total: int | None) -> bool:
        """Whether more documents match than an answer showed."""
        if total is not None:
            return total > seen >= 0.9 * self.cap.largest
        return seen >= min(self.most, self.cap.largest) and seen >= MIN_CAP
