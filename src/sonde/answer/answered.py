"""What has come of one query so far, and why it was read no further."""

from dataclasses import dataclass, field

from sonde.model import Document, Outcome, Query
from sonde.store.ledger import Failure

BUDGET, ENDLESS = "budget", "endless"  # how the errors of answers begin that we cut short ourselves


@dataclass(slots=True)
class Answered:
    """What has come of a query so far."""

    query: Query
    next_id: int
    seen: dict[int, None] = field(default_factory=dict)  # ids in rank order
    new: list[Document] = field(default_factory=list)
    by_content: dict[int, int] = field(default_factory=dict)  # ids of the new ones by content hash
    aliases: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    total: int | None = None
    pages: int = 0
    idle_run: int = 0  # results in a row that nearly equal held ones or repeat one of this answer
    near: int = 0  # new documents that are nearly equal to a held one
    same: int = 0  # addresses of documents already held
    complete: bool = True
    error: str = ""
    trouble: Exception | None = None  # what ended the answer, or else the last document that could not be had

    @property
    def is_vouched_for(self) -> bool:
        """Whether the site states that there are at least as many documents as it has shown."""
        return self.total is not None and len(self.seen) <= self.total

    @property
    def is_peeked(self) -> bool:
        """Whether the first page has told all that was wanted: a peek reads on where no count is stated."""
        return self.query.peek and self.total is not None and self.total < self.query.enough

    def cut(self, error: str) -> None:
        """Notes why the answer was read no further."""
        self.complete, self.error = False, error

    def outcome(self, *, requests: int, now: float) -> Outcome:
        """The finished answer."""
        return Outcome(
            self.query, tuple(self.seen), tuple(self.new), self.total, self.complete, self.pages, requests,
            self.error, now,
        )  # fmt: skip
