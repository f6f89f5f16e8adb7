"""Sounding word by word: how many words to ask, and which next. What a word finds is for the caller to see."""

from collections.abc import Awaitable, Callable, Iterator, Sequence

from sonde.interface.probes import record_words

MAX_WORDS = 14  # soundings spent on one way to ask before it is given up
_WANTED = 3  # answers with records to learn from
_MORE_WORDS = 5  # further soundings to see a long answer

Sound = Callable[[str], Awaitable[bool]]  # asks a word; whether it found records


async def ask_until_answered(
    words: Iterator[str], sound: Sound, asked: list[str], following: Callable[[], Sequence[str]]
) -> None:
    """Asks word after word until enough of them found records; `following` gives words of the first that did."""
    ahead: list[str] = []
    answered = 0
    while answered < _WANTED and len(asked) < MAX_WORDS:
        word = ahead.pop(0) if ahead else next(words, None)
        if word is None:
            break
        if word in asked:
            continue
        asked.append(word)
        if await sound(word):
            answered += 1
            ahead = list(following()) if answered == 1 else ahead


async def ask_for_more(
    sound: Sound, asked: list[str], *, records: Callable[[], Sequence[str]], is_enough: Callable[[], bool]
) -> None:
    """Asks frequent words of the records found so far until that is enough."""
    for _ in range(_MORE_WORDS):
        if is_enough():
            return
        frequent, _ = record_words(records(), "en")
        word = next((word for word in frequent if word not in asked), None)
        if word is None:
            return
        asked.append(word)
        await sound(word)
