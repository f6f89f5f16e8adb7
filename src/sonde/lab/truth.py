"""Measures a crawl against the corpus its site was made of: what is held, missing, or no document."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sonde.lab.corpora.record import Record
from sonde.model import Document
from sonde.text.words import words

LEAST_TEXT = 0.95  # share of a record's words that the exported text must have
_MENU_WORDS = 150  # words around the text that a careful extractor may still leave in
_KEY_WORDS = 4
_ALIKE = 0.3  # a text alone must be this much of a page to be its document


@dataclass(frozen=True, slots=True)
class Truth:
    """The verdict. A record is held when one exported document has its title and its text.

    Records with the same title and text count once: no site could tell them apart.
    """

    records: int
    exported: int
    missing: tuple[str, ...] = ()  # ids of records that are not held
    extra: tuple[str, ...] = ()  # addresses of exported documents that are none, or none new
    wrong_title: tuple[str, ...] = ()  # addresses of documents with a record's text under another title
    wrong_text: tuple[str, ...] = ()  # addresses of documents with a record's title but not its text

    @property
    def held(self) -> int:
        """Records held with the right title and text."""
        return self.records - len(self.missing)

    @property
    def coverage(self) -> float:
        """The share of the records that is held."""
        return self.held / self.records if self.records else 0.0

    @property
    def noise(self) -> float:
        """The share of the exported documents that are not documents of the site, or repeat one."""
        return len(self.extra) / self.exported if self.exported else 0.0


def compare(documents: Iterable[Document], records: Sequence[Record]) -> Truth:
    """How well `documents`, in the order they were exported, reproduce `records`."""
    corpus = _Corpus(records)
    held: set[int] = set()
    extra: list[str] = []
    wrong_title: list[str] = []
    wrong_text: list[str] = []
    exported = 0
    for document in documents:
        exported += 1
        titled = corpus.by_title(document.title)
        found = corpus.best(document, titled, held)
        if found is not None and found not in held:
            held.add(found)
        elif found is not None:
            extra.append(document.url)
        elif (found := corpus.best(document, corpus.by_text(document.text), held, least=_ALIKE)) is not None:
            (extra if found in held else wrong_title).append(document.url)
        elif titled and corpus.key(titled[0]) == _key(document.title):
            wrong_text.append(document.url)
        else:
            extra.append(document.url)
    missing = tuple(records[i].id for i in corpus.distinct if i not in held)
    return Truth(len(corpus.distinct), exported, missing, tuple(extra), tuple(wrong_title), tuple(wrong_text))


class _Corpus:
    """Finds the record a document might be."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._bags = [Counter(words(record.text)) for record in records]
        self._keys = [_key(record.title) for record in records]
        # Attributes may or may not be part of an exported text.
        self._room = [
            2 * (bag.total() + sum(len(words(value)) + 2 for _, value in record.attributes)) + _MENU_WORDS
            for bag, record in zip(self._bags, records, strict=True)
        ]
        by_content: dict[tuple[str, str], int] = {}
        for i, record in enumerate(records):
            by_content.setdefault((self._keys[i], " ".join(words(record.text))), i)
        self.distinct = list(by_content.values())
        self._titled: defaultdict[str, list[int]] = defaultdict(list)
        for i in self.distinct:
            self._titled[self._keys[i]].append(i)
        self._by_word: dict[str, list[int]] = {}

    def key(self, record: int) -> str:
        """The title of a record as it is compared."""
        return self._keys[record]

    def by_title(self, title: str) -> list[int]:
        """The records with this title, or else with a title within it, longest first."""
        key = _key(title)
        if key in self._titled:
            return self._titled[key]
        return [i for part in _parts(key) for i in self._titled.get(part, ())]

    def by_text(self, text: str) -> list[int]:
        """The records whose rarest words are mostly in the text."""
        if not self._by_word:
            self._by_word = self._rare_words()
        votes = Counter(i for word in set(words(text)) for i in self._by_word.get(word, ()))
        return [i for i, count in votes.most_common(20) if count >= min(_KEY_WORDS, len(self._bags[i])) - 1]

    def best(self, document: Document, candidates: Sequence[int], held: set[int], *, least: float = 0.0) -> int | None:
        """The candidate whose text the document has and resembles most; one not yet held wins a tie."""
        if not candidates:
            return None
        bag = Counter(words(document.text))
        fitting = [i for i in candidates if self._fits(i, bag) and self._likeness(i, bag) >= least]
        return max(fitting, key=lambda i: (self._likeness(i, bag), i not in held), default=None)

    def _fits(self, record: int, bag: Counter[str]) -> bool:
        own = self._bags[record]
        return (own & bag).total() >= LEAST_TEXT * own.total() and bag.total() <= self._room[record]

    def _likeness(self, record: int, bag: Counter[str]) -> float:
        own = self._bags[record]
        return (own & bag).total() / max(1, (own | bag).total())

    def _rare_words(self) -> dict[str, list[int]]:
        frequency = Counter(word for i in self.distinct for word in self._bags[i])
        found: defaultdict[str, list[int]] = defaultdict(list)
        for i in self.distinct:
            for word in sorted(self._bags[i], key=lambda word: (frequency[word], word))[:_KEY_WORDS]:
                found[word].append(i)
        return dict(found)


def _key(title: str) -> str:
    """A title without regard to case, blanks and punctuation, unless it is nothing else."""
    return " ".join(words(title)) or " ".join(title.split()).casefold()


def _parts(key: str) -> Iterator[str]:
    """The runs of words within a title, longest first, leftmost first."""
    tokens = key.split()[:40]
    for size in range(len(tokens) - 1, 0, -1):
        for start in range(len(tokens) - size + 1):
            yield " ".join(tokens[start : start + size])
