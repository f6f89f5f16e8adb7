"""The stop lists a simulated site may use: named ones, or the words themselves."""

from sonde.errors import ConfigError
from sonde.text.words import words

_SHORT = """
a an and are as at be but by for from if in into is it no not of on or so such that the their then
there these they this to was will with
"""

_ENGLISH = (
    _SHORT
    + """
about above after again all also although always am among another any anyone anything because been
before being below between both can cannot could did do does doing done down during each either else
even ever every few further had has have having he her here hers him his how however i its itself
just less many may me might mine more most much must my near neither never nor nothing now off often
once one only onto other others our ours out over own per perhaps quite rather same she should since
some still than them themselves those though through thus too toward under until up upon us very via
we well were what when where whether which while who whole whom whose why within without would yet
you your yours
"""
)

STOP_LISTS = {
    "none": frozenset[str](),
    "short": frozenset(_SHORT.split()),
    "english": frozenset(_ENGLISH.split()),
}


def stop_words(spec: str) -> frozenset[str]:
    """The words of a named list (none, short, english), or those that `spec` itself consists of."""
    if not spec.strip():
        return STOP_LISTS["none"]
    if (name := spec.strip().lower()) in STOP_LISTS:
        return STOP_LISTS[name]
    found = frozenset(words(spec))
    if not found:
        raise ConfigError(
            f"stop_words {spec!r} names no list and holds no words. Use none, short, english or the words."
        )
    return found
