"""The text of a form, and that of its page: what the domain-specific form classifier reads (ACHE 2007, section 3.4)."""

import re
from collections import Counter

from sonde.discover.ache.link_terms import stems
from sonde.discover.model import WebPage, host_of
from sonde.model import Field, Form

_MAX_FIELDS = 60
_MAX_CHOICES = 60
_MAX_FORM_CHARS = 3000
MAX_PAGE_CHARS = 12_000
TITLE = 3  # times that a word of the title counts
_NAME = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UNSHOWN = ("hidden", "password", "file")


def form_words(form: Form) -> Counter[str]:
    """The stems of a form: labels, choices, buttons, names taken apart, and the words a person sees in it."""
    counts = Counter(stems(form.text[:_MAX_FORM_CHARS]))
    for field in [one for one in form.fields if one.kind not in _UNSHOWN][:_MAX_FIELDS]:
        counts.update(stems(" ".join((field.label, _shown_value(field)))))
        counts.update(name_stems(field.name))
        counts.update(word for choice in field.choices[:_MAX_CHOICES] for word in stems(choice.label))
    counts.update(name_stems(form.name))
    return counts


def page_words(page: WebPage) -> Counter[str]:
    """The stems of a page; those of its title count more."""
    counts = Counter(stems(page.text[:MAX_PAGE_CHARS]))
    for word in stems(page.title):
        counts[word] += TITLE
    return counts


def site_of(page: WebPage) -> str:
    """The site of a page; a saved page that does not say where it is from is one of its own."""
    return host_of(page.url) or f"{page.url} {page.title} {page.text[:100]}"


def name_stems(name: str) -> list[str]:
    """The stems of an identifier: `usedCarMake` and `used_car_make` say the same."""
    return stems(" ".join(_NAME.findall(_HUMP.sub(" ", name))))


def _shown_value(field: Field) -> str:
    """What a button says, or a box before anyone touches it; the values of ticks are for machines."""
    return field.value if field.kind in ("submit", "button", "image", "text", "search") else ""
