"""What a host answers, before redirects are followed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of a host."""

    text: str
    status: int = 200
    location: str = ""
    delay_s: float = 0.0


def redirect(location: str, *, status: int = 302) -> Reply:
    """An answer that leads elsewhere."""
    return Reply("", status, location)


def not_found() -> Reply:
    """The answer for an address that no page has."""
    return Reply("<html><body><h1>Not found</h1><p>There is no such page.</p></body></html>", 404)
