"""A crawl's store that lasts as long as the process: for trials, which are repeated rather than resumed."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence

from sonde.model import Coverage, Document, Outcome, Query
from sonde.store.ledger import Failure, Traffic

Watch = Callable[[Outcome, Traffic, Coverage], None]


class Memory:
    """Keeps addresses and contents of the documents held, and shows each outcome to a watcher."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._held: dict[str, int] = {}
        self._contents: dict[int, int] = {}

    async def lookup(self, urls: Sequence[str]) -> dict[str, int]:
        """The ids of the documents held at these addresses."""
        held = self._held
        return {url: held[url] for url in urls if url in held}

    async def same_content(self, hashes: Sequence[int]) -> dict[int, int]:
        """The ids of the documents held with these contents."""
        held = self._contents
        return {content: held[content] for content in hashes if content in held}

    async def staged(self, urls: Sequence[str]) -> dict[str, Document]:
        """Nothing: there is no earlier run."""
        return {}

    async def stage(self, documents: Sequence[Document], *, query: Query | None = None) -> None:
        """Nothing: a trial that is killed is gone."""

    async def outcomes(self) -> AsyncIterator[Outcome]:
        """Nothing to replay."""
        nothing: tuple[Outcome, ...] = ()
        for outcome in nothing:
            yield outcome

    async def record(
        self,
        outcome: Outcome,
        *,
        traffic: Traffic,
        coverage: Coverage,
        aliases: Mapping[str, int] | None = None,
        failures: Sequence[Failure] = (),
    ) -> None:
        """Keeps the documents of one answer."""
        for document in outcome.new:
            self._held[document.url] = document.id
            if document.text:
                self._contents[document.content_hash] = document.id
        self._held |= aliases or {}
        self._watch(outcome, traffic, coverage)
