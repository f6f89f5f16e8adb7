"""Where a site leads from a question to its answer: an address that has the words in it can be asked for directly."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from sonde.model import Page, Pairs, Query, Request


@dataclass(frozen=True, slots=True)
class _Template:
    """An address with the words in one parameter, perhaps between other signs: `name=~words`."""

    address: str  # without parameters
    name: str
    around: tuple[str, str]  # what stands before and after the words
    others: Pairs

    @classmethod
    def of(cls, url: str, words: str) -> "_Template | None":
        """The template of an address; None unless just one parameter has the words."""
        parts = urlsplit(url)
        pairs = parse_qsl(parts.query, keep_blank_values=True)
        having = [(name, value) for name, value in pairs if words in value]
        if len(having) != 1 or [name for name, _ in pairs].count(having[0][0]) != 1:
            return None
        name, value = having[0]
        before, _, after = value.partition(words)
        others = tuple(pair for pair in pairs if pair[0] != name)
        return cls(urlunsplit(parts._replace(query="", fragment="")), name, (before, after), others)


class Direct:
    """The address that answers are under, once redirects from two questions have shown that it is made of the words."""

    def __init__(self) -> None:
        self._seen: dict[str, _Template | None] = {}  # words -> where they led
        self._template: _Template | None = None

    def note(self, query: Query, page: Page) -> None:
        """Notes where a question was led to."""
        if not page.redirects or not query.words or query.values or self._template is not None:
            return
        template = _Template.of(page.url, query.words)
        if template is not None and any(
            template == other for words, other in self._seen.items() if words != query.words
        ):
            self._template = template
        self._seen[query.words] = template

    def request(self, query: Query) -> Request | None:
        """The request for an answer; None where it is not known, or not for such a question.

        How letters beyond ASCII are written in the address may differ from how they are sent by the form.
        """
        if self._template is None or not query.words.isascii() or not query.words or query.values:
            return None
        before, after = self._template.around
        pairs = (*self._template.others, (self._template.name, f"{before}{query.words}{after}"))
        return Request(f"{self._template.address}?{urlencode(pairs)}")
