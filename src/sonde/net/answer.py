"""What came back for one request, as it was on the wire."""

from dataclasses import dataclass
from functools import lru_cache

from sonde.model import Pairs


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one request, still encoded."""

    status: int
    headers: Pairs  # names in lower case
    body: bytes
    latency_s: float  # until the headers were there
    elapsed_s: float
    fetched_at: float

    def header(self, name: str) -> str:
        """The first value of a header, or an empty string; `name` in lower case."""
        for key, value in self.headers:
            if key == name:
                return value
        return ""

    def encodings(self) -> str:
        """All content encodings in the order they were applied, joined by commas."""
        return ", ".join([value for key, value in self.headers if key == "content-encoding"])


@lru_cache(maxsize=1024)
def lower_name(name: bytes) -> str:
    """A header's name in lower case."""
    return name.decode("latin-1").lower()


def text_of(value: bytes) -> str:
    """A header's value as text: UTF-8 where it is that, latin-1 as the standard has it otherwise."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
