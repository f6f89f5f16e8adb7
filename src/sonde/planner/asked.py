"""Which queries were sent: those in the air, those answered, and those of which only the first page was read."""

from sonde.model import Query
from sonde.text.words import words as split_words


class Asked:
    """Remembers queries; two spellings of the same words are one query."""

    def __init__(self) -> None:
        self.answered: set[str] = set()
        self._peeked: set[str] = set()  # only their first page was read: they may still be asked
        self._in_the_air: dict[str, None] = {}

    def __contains__(self, words: object) -> bool:
        return words in self.answered or words in self._peeked or words in self._in_the_air

    @property
    def in_the_air(self) -> tuple[str, ...]:
        """Those not yet answered, oldest first."""
        return tuple(self._in_the_air)

    def send(self, query: Query) -> None:
        """Notes a query as in the air."""
        self._in_the_air[_key(query)] = None

    def is_in_the_air(self, query: Query) -> bool:
        """Whether a query was sent and not yet answered."""
        return _key(query) in self._in_the_air

    def take(self, query: Query, *, is_peek: bool) -> str:
        """Notes a query as answered, or its first page as read; returns how it is written in all spellings."""
        key = _key(query)
        self._in_the_air.pop(key, None)
        (self._peeked if is_peek else self.answered).add(key)
        return key


def same_query(words: str) -> str:
    """The form under which two spellings of a query are one."""
    return " ".join(split_words(words)) or words.strip().lower()


def _key(query: Query) -> str:
    """What makes two queries one: their words and the settings of other inputs."""
    settings = "&".join(f"{name}={value}" for name, value in query.values)
    return same_query(query.words) + (f"?{settings}" if settings else "")
