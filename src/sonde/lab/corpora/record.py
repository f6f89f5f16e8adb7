"""One document of a corpus: the truth that a crawl is measured against."""

from dataclasses import dataclass

from sonde.model import Pairs


@dataclass(frozen=True, slots=True)
class Record:
    """A document as its owner has it, before any site shows it."""

    id: str
    title: str
    text: str = ""
    attributes: Pairs = ()

    @property
    def searched(self) -> str:
        """What the box of its site looks through: title and text; a record without text is found by its attributes."""
        return "\n".join([self.title, *([self.text] if self.text else (value for _, value in self.attributes))])

    def attribute(self, name: str) -> str:
        """The value of an attribute, or an empty string."""
        return next((value for key, value in self.attributes if key == name), "")
