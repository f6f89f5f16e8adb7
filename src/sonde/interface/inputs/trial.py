"""What is asked of a learned interface to find out what the other inputs of its form do, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sonde.errors import FetchError, RefusedError
from sonde.interface.abilities.browse import Shown, first_shown, is_everything
from sonde.interface.ask import same_form
from sonde.interface.fetcher import Fetcher
from sonde.interface.model import SearchInterface
from sonde.interface.results.contrast import read_page
from sonde.interface.site import WebSite
from sonde.model import Abilities, AttributeBox, Document, Form, Pairs, Query, Range, Request

_SAMPLES = 4  # documents read for the values of their attributes


@dataclass(slots=True)
class Trial:
    """One interface on trial: what no words find, what some words find, and what was learned so far.

    Where inputs find nothing without words, they are tried together with a word that finds much.
    """

    fetcher: Fetcher
    interface: SearchInterface
    whole: Shown = field(default_factory=Shown)  # what is narrowed: everything, or what a word finds
    few: Shown = field(default_factory=Shown)  # what the word finds that found least
    words: str = ""  # that go along
    splits: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    ranges: list[Range] = field(default_factory=list)
    boxes: list[AttributeBox] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    _documents: list[Document] | None = None
    _site: WebSite | None = None

    @classmethod
    async def begin(
        cls, fetcher: Fetcher, interface: SearchInterface, *, documents: Sequence[Document] = ()
    ) -> "Trial":
        """The interface asked without words, and with words."""
        trial = cls(fetcher, interface, _documents=list(documents) or None)
        trial.whole = await trial.ask(())
        trial.note(f"no words at all found {trial.whole.says}")
        if interface.seeds:
            trial.few = await trial.ask((), trial.rare_word)
        return trial

    @property
    def rare_word(self) -> str:
        """The word known to find least."""
        return self.interface.seeds[-1] if self.interface.seeds else ""

    async def ask(self, values: Pairs, words: str | None = None) -> Shown:
        """The first page of an answer."""
        self._site = self._site or WebSite(self.fetcher, self.interface)
        return await first_shown(self._site, Query(self.words if words is None else words, values))

    async def parts(self, settings: Sequence[Pairs]) -> list[Shown]:
        """The first pages of several answers; with words along from now on if none finds anything without."""
        found = [await self.ask(values) for values in settings]
        if any(part.urls for part in found) or self.whole.urls or self.words or not self.interface.seeds:
            return found
        self.words = self.interface.seeds[0]
        self.whole = await self.ask(())
        return [await self.ask(values) for values in settings]

    async def form(self) -> Form | None:
        """The form as it stands on its page now."""
        try:
            page = await self.fetcher.fetch(Request(self.interface.ask.page))
        except RefusedError:
            raise
        except FetchError:
            return None
        return same_form(read_page(page).forms, self.interface.ask)

    async def documents(self) -> list[Document]:
        """A few documents of the whole answer, with the attributes that results and pages state."""
        if self._documents is None:
            results = self.whole.results or self.few.results
            step = max(1, len(results) // _SAMPLES)
            site, self._documents = WebSite(self.fetcher, self.interface), []
            for result in results[::step][:_SAMPLES]:
                try:
                    found = await site.get(result)
                except RefusedError:
                    raise
                except FetchError:
                    continue
                pairs = dict.fromkeys((*found.attributes, *result.attributes))
                self._documents.append(replace(found, url=result.url, attributes=tuple(pairs)))
        return self._documents

    async def always_send(self, pair: tuple[str, str]) -> None:
        """Sends a setting along with every question from now on."""
        ask = self.interface.ask
        self.interface = replace(self.interface, ask=replace(ask, send=(*ask.send, pair)))
        self.start_again()
        self.whole = await self.ask(())

    def start_again(self) -> None:
        """Asks by the interface as it is now."""
        self._site = None

    def note(self, line: str) -> None:
        """Adds to what the soundings showed."""
        self.lines.append(line)

    def concluded(self) -> SearchInterface:
        """The interface with what was learned of its inputs."""
        finds_all = not self.words and is_everything(self.whole, total=self.few.total, shown=len(self.few.urls))
        narrows = not self.words and bool(self.splits or self.ranges)
        abilities: Abilities = replace(
            self.interface.abilities,
            splits=tuple(self.splits),
            ranges=tuple(self.ranges),
            boxes=tuple(self.boxes),
            browse=finds_all or narrows,
            words=bool(self.interface.ask.query_field),
        )
        return replace(self.interface, abilities=abilities, evidence=(*self.interface.evidence, *self.lines))
