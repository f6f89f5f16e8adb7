"""What a word matches: itself, its other forms, or every word that it is a part of."""

from collections.abc import Sequence
from dataclasses import replace

from sonde.interface.abilities.grounds import Grounds
from sonde.interface.abilities.sample import Sample, rare_first
from sonde.interface.abilities.word_forms import other_forms
from sonde.model import Abilities
from sonde.text.frequency import frequent_words
from sonde.text.words import words

_FORMS = 2  # other forms of words that are asked
_OWN = 0.5  # of the texts that may have a word beside every result
_BESIDE = 8  # words of the sample whose forms are looked for
_WORDS = 6000  # of the language whose forms are compared


async def learn_matching(grounds: Grounds, known: Abilities) -> Abilities:
    """A piece of a rare word, and another form of it, as words of its language have them.

    Where all words are wanted, a form that is a piece as well comes first, and where any word will do, both at once:
    that may rule out both.
    """
    piece, forms = piece_of(grounds.sample), _forms(grounds, known)
    asked = _tried(forms, grounds)
    if known.operator == "or" and piece and asked:
        both = await grounds.line.ask(f"{piece} {asked[0]}")
        is_shown = both is None or grounds.sample.is_in(both)
        # Where that goes on, the sample may be on a later page.
        if not is_shown and both is not None and (not both.more or await grounds.shows(piece) is False):
            return replace(known, matching="words")
    is_inner = known.operator == "and" and any(form in word for form in asked[:1] for word in grounds.sample.words)
    if is_inner and await _are_no_good(grounds, asked, known):
        return replace(known, matching="words")
    is_part = await _is_as_good(grounds, piece, known) if piece else None
    if is_part is None:
        return known
    if is_part:
        return replace(known, matching="substrings")
    verdicts = {form: await _is_as_good(grounds, form, known) for form in asked}
    found = next((form for form, verdict in verdicts.items() if verdict), "")
    if not found:
        return known if None in verdicts.values() else replace(known, matching="words")
    document = await grounds.line.get(grounds.sample.result)  # it may have both forms
    text = set(words(f"{document.title} {document.text}")) if document is not None else set()
    if document is not None and found not in text:
        return replace(known, matching="stems")
    others = [form for form in forms if form not in text]
    if document is None or not others:
        return known
    return replace(known, matching="stems" if await _is_as_good(grounds, others[0], known) else "words")


def _forms(grounds: Grounds, known: Abilities) -> list[str]:
    """Other forms of the rare word; where all words are wanted, also of others beside it, known words first."""
    sample = grounds.sample
    vocabulary = {*grounds.material, *frequent_words(grounds.language, _WORDS)}
    forms = other_forms(sample.word, vocabulary)[:_FORMS]
    if known.operator == "and":
        own = {word for word in sample.words if grounds.material[word] <= _OWN * len(grounds.texts)}  # no furniture
        beside = [word for word in rare_first(own, grounds.language) if grounds.frequency(word)]
        forms += [form for word in beside[:_BESIDE] for form in other_forms(word, vocabulary)[:1]]
    forms = [form for form in dict.fromkeys(forms) if form not in sample.words]
    in_words = {form for form in forms if any(form in word for word in sample.words)}
    return sorted(forms, key=lambda form: (not grounds.frequency(form), form not in in_words))


def _tried(forms: Sequence[str], grounds: Grounds) -> Sequence[str]:
    return forms[: 1 if grounds.line.is_dear else _FORMS]


async def _is_as_good(grounds: Grounds, word: str, known: Abilities) -> bool | None:
    """Whether another word finds the sample like its own: with its own, or alone where any word will do.

    None when that was not asked.
    """
    return await grounds.shows(f"{grounds.sample.word} {word}" if known.operator == "and" else word)


def piece_of(sample: Sample) -> str:
    """The longest inner part of the rare word that is no word of the document; empty when there is none."""
    word = sample.word
    pieces = (word[1:], word[2:], word[1:-1], word[2:-1], word[2:-2])
    return next((piece for piece in pieces if len(piece) > 3 and piece not in sample.words), "")


async def _are_no_good(grounds: Grounds, forms: Sequence[str], known: Abilities) -> bool:
    """Whether none of some words finds the sample; asked only until one does."""
    for form in forms:
        if await _is_as_good(grounds, form, known) is not False:
            return False
    return True


async def learn_wildcard(grounds: Grounds, known: Abilities) -> Abilities:
    """The beginning of a rare word with a star: found, and not found without it."""
    sample = grounds.sample
    beginning = sample.word[: max(4, len(sample.word) - 3)]
    if known.matching != "words" or beginning in sample.words:
        return known
    works = await _is_as_good(grounds, f"{beginning}*", known)
    works = works and await _is_as_good(grounds, beginning, known) is False
    return replace(known, wildcard="{}*") if works else known
