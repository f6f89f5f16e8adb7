"""Held documents that come back under other addresses, known by their titles."""

from sonde.interface.passing import lasting_words
from sonde.page.hashes import MAX_CHARS

_IN_VAIN = 20  # documents fetched again before their titles are relied on
_MOSTLY = 3  # times as many must have new addresses as have known ones
_SETTLED = 1000  # results with known addresses, after which such a site would have been noticed
_CHECKED = 20  # one of so many is fetched all the same
_TOO_WRONG = 5  # titles that turned out to be those of different documents
_TELLING = 5  # words besides numbers that a text must have to be told from others
_SEVERAL = -1
_UNKNOWN = (_SEVERAL, 0)


class TitleTable:
    """Recognises held documents before they are fetched again, on a site that gives them ever new addresses.

    An address may hold the rank of a result or the words asked for. Where fetches keep bringing what is held, results
    are taken for what was behind others of their title; now and then one is fetched all the same, to be sure. A page
    that tells its rank differs each time: it is held if an earlier answer brought one that is the same but for numbers.
    """

    def __init__(self) -> None:
        # The document behind results of a title with a print of its words, _SEVERAL if there are different ones.
        self._held: dict[int, tuple[int, int]] = {}
        self._by_address = 0  # results whose address was known
        self._in_vain = 0  # fetches that brought a document held under the same title
        self._recognised = 0
        self._wrong = 0

    def note_addresses(self, count: int) -> None:
        """Learns that so many results were known by their addresses."""
        self._by_address += count

    def find(self, title: str) -> int | None:
        """The document that a result with an unknown address is; None: it must be fetched."""
        number, _ = self._behind(title)
        if number == _SEVERAL:
            return None
        self._recognised += 1
        return number if self._recognised % _CHECKED else None

    def find_like(self, title: str, text: str) -> int | None:
        """The document that a fetched one is, but for the rank or the time that its page tells."""
        number, print_of = self._behind(title)
        return number if number != _SEVERAL and print_of and print_of == _print_of(text) else None

    def _behind(self, title: str) -> tuple[int, int]:
        """The document behind results of a title and the print of its words, where titles are relied on."""
        return self._held.get(hash(title), _UNKNOWN) if title and self._is_needed else _UNKNOWN

    def learn(self, title: str, number: int, text: str, *, is_new: bool, first_new: int = 0) -> None:
        """Learns which document was behind a result that was fetched; those below `first_new` were held before."""
        if self._is_settled:
            self._held.clear()
            return
        print_of = _print_of(text)
        known, before = self._held.setdefault(hash(title), (number, print_of))
        if known == number:
            self._in_vain += not is_new
        elif known != _SEVERAL and known < first_new and title and print_of and print_of == before:
            self._in_vain += 1
        elif known != _SEVERAL:
            self._held[hash(title)] = _UNKNOWN
            self._wrong += self._recognised > 0

    @property
    def _is_needed(self) -> bool:
        return self._in_vain >= _IN_VAIN and self._are_addresses_new and self._wrong < _TOO_WRONG

    @property
    def _is_settled(self) -> bool:
        """Whether documents have shown that they keep their addresses, as on most sites."""
        return self._by_address >= _SETTLED and not self._are_addresses_new

    @property
    def _are_addresses_new(self) -> bool:
        """Whether most documents that came again had other addresses."""
        return self._in_vain + self._recognised > _MOSTLY * self._by_address


def _print_of(text: str) -> int:
    """The same for texts that differ in numbers and tokens only; 0 where there are too few words to tell."""
    said = lasting_words(text[:MAX_CHARS])
    return hash(said) if len(said) >= _TELLING else 0
