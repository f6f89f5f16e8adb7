"""Documents in any number: Zipf-distributed words, log-normal lengths, topics that share words."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sonde.errors import ConfigError
from sonde.lab.corpora.record import Record

_ONSETS = (
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "gr",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "w",
    "z",
)
_VOWELS = ("a", "e", "i", "o", "u")
_SYLLABLES = tuple(onset + vowel for onset in _ONSETS for vowel in _VOWELS)
_REGIONS = ("north", "south", "east", "west", "coast", "islands", "valley", "highlands")
_BLOCK = 2_000  # documents drawn at once: large enough for numpy, small enough for memory
_TOPIC_SHARE = 0.35
_SENTENCE = 14


def synthetic_corpus(
    n: int, seed: int = 0, *, vocabulary: int = 50_000, topics: int = 40, mean_words: float = 60.0
) -> Iterator[Record]:
    """`n` documents one after the other, the same for the same arguments; memory does not grow with `n`.

    A document takes a third of its words from its topic, the rest from the whole vocabulary.
    """
    if n < 1 or vocabulary < 100 or topics < 1 or mean_words < 1:
        raise ConfigError(
            f"cannot make {n} documents from {vocabulary} words, {topics} topics and {mean_words} each: "
            "use at least 1 document, 100 words, 1 topic and 1 word each."
        )
    rng = np.random.default_rng(seed)
    spelling = np.array([_word(rank) for rank in range(vocabulary)], dtype=object)
    topic_words = rng.integers(0, vocabulary, size=(topics, min(2_000, vocabulary)))
    background, focused = _zipf(vocabulary), _zipf(topic_words.shape[1])
    for start in range(0, n, _BLOCK):
        count = min(_BLOCK, n - start)
        topic = rng.integers(0, topics, size=count)
        # Log-normal with sigma 0.6, shifted so that the mean is `mean_words`.
        length = np.maximum(5, rng.lognormal(np.log(mean_words) - 0.18, 0.6, size=count).astype(np.int64))
        owner = np.repeat(np.arange(count), length)
        drawn = np.searchsorted(background, rng.random(len(owner)))
        special = rng.random(len(owner)) < _TOPIC_SHARE
        chosen = np.searchsorted(focused, rng.random(int(special.sum())))
        drawn[special] = topic_words[topic[owner[special]], chosen]
        year, region = rng.integers(1960, 2026, size=count), rng.integers(0, len(_REGIONS), size=count)
        ends = np.cumsum(length)
        for i in range(count):
            tokens: list[str] = spelling[drawn[ends[i] - length[i] : ends[i]]].tolist()
            title = " ".join(spelling[topic_words[topic[i], (start + i + np.arange(4) * 37) % topic_words.shape[1]]])
            yield Record(
                id=f"s{start + i}",
                title=f"{title.capitalize()} {_word((start + i) % vocabulary)}",
                text=_sentences(tokens),
                attributes=(
                    ("topic", _word(int(topic[i]) * 7 + 3)),
                    ("year", str(year[i])),
                    ("region", _REGIONS[region[i]]),
                ),
            )


def _word(rank: int) -> str:
    """A pronounceable word, another one for each rank: the rank written in syllables, at least two."""
    syllables = [_SYLLABLES[rank % 100]]
    rank //= 100
    while rank or len(syllables) < 2:
        syllables.append(_SYLLABLES[rank % 100])
        rank //= 100
    return "".join(syllables)


def _zipf(size: int) -> NDArray[np.float64]:
    """Cumulative probabilities of ranks under Zipf's law; the 2.7 of Mandelbrot flattens the top."""
    sums = np.cumsum(1.0 / (np.arange(size) + 2.7))
    shares: NDArray[np.float64] = sums / sums[-1]
    return shares


def _sentences(tokens: list[str]) -> str:
    cut = (tokens[i : i + _SENTENCE] for i in range(0, len(tokens), _SENTENCE))
    return " ".join(" ".join(part).capitalize() + "." for part in cut)
