"""What the first page of an answer says."""

from dataclasses import dataclass, field
from math import inf

from sonde.model import Page, Result


@dataclass(frozen=True, slots=True)
class Depth:
    """The first page of an answer."""

    results: tuple[Result, ...] = ()
    total: int | None = None
    more: bool = False
    failed: bool = False  # the site answered with an error
    direct: bool = False  # the site led straight to a document, without a search
    page: Page | None = field(default=None, compare=False)

    @property
    def urls(self) -> tuple[str, ...]:
        return tuple(result.url for result in self.results)

    @property
    def hits(self) -> float:
        """How many documents match, as far as this page tells."""
        return self.total if self.total is not None else inf if self.more else len(self.results)

    @property
    def is_empty(self) -> bool:
        return not self.results and not self.total
