"""Something on a page that can be pressed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Control:
    """A link, a button, or another element that reacts to a click; it can be seen and is not disabled by name."""

    number: int  # its position in the listing it is from
    label: str = ""
    tag: str = ""
    names: str = ""  # its class and id
    href: str = ""
    form: bool = False  # it stands in a form
    disabled: bool = False
