"""A light English stemmer, as simple search engines have: plural, -ed and -ing endings."""

_ENDINGS = (("ies", "y"), ("sses", "ss"), ("es", "e"), ("s", ""), ("ing", ""), ("ed", ""))
_LEAST = 3  # letters that stay


def stem(word: str) -> str:
    """What the forms of a word share; short words and words without a known ending are their own stem."""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and not word.endswith(("ss", "us", "is")):
            short = word[: -len(ending)] + instead
            return short if len(short) >= _LEAST else word
    return word
