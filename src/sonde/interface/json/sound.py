"""Soundings of one way to ask for JSON: a nonsense word, then words until there is enough to learn from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from sonde.interface.json.fields import running_words
from sonde.interface.json.probe import Prober
from sonde.interface.json.records import (
    JsonSounding,
    find_columns,
    find_records,
    flat_records,
    records_at,
    say_the_same,
)
from sonde.interface.probes import nonsense, record_words
from sonde.interface.soundings import NoAnswerError
from sonde.interface.word_by_word import ask_for_more, ask_until_answered
from sonde.page.json_value import Json, flat, plain_text

_SENTENCE = 4  # words


@dataclass(slots=True)
class JsonSoundings:
    """What has been asked of one endpoint so far."""

    blank: JsonSounding | None  # the answer to a nonsense word; None: it was refused
    answers: list[JsonSounding] = field(default_factory=list)
    sized: list[JsonSounding] = field(default_factory=list)  # answers with as many records as may be asked for
    most: int = 0  # records seen at a time when so many were asked for
    asked: list[str] = field(default_factory=list)
    records: str = ""
    columns: str = ""

    def shown(self, sounding: JsonSounding) -> list[Json]:
        """The records of an answer."""
        return records_at(sounding.value, self.records)

    @property
    def broadest(self) -> JsonSounding:
        """The answer with the most records."""
        return max(self.answers, key=lambda answer: len(self.shown(answer)))

    def flat(self) -> list[dict[str, str]]:
        """All records that were seen, as named texts."""
        found = [flat_records(answer.value, self.records, self.columns) for answer in [*self.answers, *self.sized]]
        return [dict(record) for records in found for record in records]


async def sound(prober: Prober, words: Iterator[str], rng: Random, *, language: str) -> JsonSoundings:
    """Asks word after word until enough answers with records are there; raises NoAnswerError when they do not come."""
    soundings = JsonSoundings(await prober.sound(nonsense(rng)))

    async def ask(word: str) -> bool:
        answer = await prober.sound(word)
        if answer is None or not answer.lists:
            return False
        if soundings.blank is not None and say_the_same(answer, soundings.blank):
            return False
        soundings.answers.append(answer)
        return True

    def following() -> list[str]:
        frequent, rare = record_words(main_texts(soundings.answers[0]), language)
        return [*frequent[:1], *rare[:1]]

    await ask_until_answered(words, ask, soundings.asked, following)
    path = find_records(soundings.blank, soundings.answers)
    if path is None:
        asked = ", ".join(soundings.asked[:5])
        raise NoAnswerError(f"no list of records that changes with the words ({asked}, … and a nonsense word)")
    soundings.records = path
    soundings.answers = [answer for answer in soundings.answers if soundings.shown(answer)]
    soundings.columns = find_columns(path, soundings.answers)
    await _sound_for_full(prober, soundings)
    return soundings


def main_path(answer: JsonSounding) -> str | None:
    """The path of the list that says most."""
    said = {path: sum(len(_prose(record)) for record in records) for path, records in answer.lists.items()}
    return max(said, key=lambda path: said[path], default=None)


def main_texts(answer: JsonSounding, path: str | None = None) -> list[str]:
    """The records at a path, or of the list that says most, as texts to take words from."""
    path = path if path is not None else main_path(answer)
    return [_prose(record) for record in records_at(answer.value, path)] if path is not None else []


def _prose(record: Json) -> str:
    """The running texts of a record, else all its texts."""
    values = [plain_text(value) for value in flat(record).values()]
    return " ".join([value for value in values if running_words(value) >= _SENTENCE] or values)


async def _sound_for_full(prober: Prober, soundings: JsonSoundings) -> None:
    """Asks frequent words of the records until two answers are full: as long as one page gets."""

    async def ask(word: str) -> bool:
        answer = await prober.sound(word)
        found = answer is not None and bool(soundings.shown(answer))
        soundings.answers += [answer] if answer is not None and found else []
        return found

    def records() -> list[str]:
        return [_prose(record) for record in soundings.flat()]

    await ask_for_more(ask, soundings.asked, records=records, is_enough=lambda: is_full(soundings))


def is_full(soundings: JsonSoundings) -> bool:
    """Whether several answers have just as many records as the longest one."""
    counts = [len(soundings.shown(answer)) for answer in soundings.answers]
    return counts.count(max(counts)) > 1 and max(counts) > 1


def seeds_of(soundings: JsonSoundings) -> tuple[str, ...]:
    """The words that found something, most records first."""
    ranked: Sequence[JsonSounding] = sorted(soundings.answers, key=lambda answer: -len(soundings.shown(answer)))
    return tuple(dict.fromkeys(answer.words for answer in ranked))
