"""The page classifier (ACHE 2007, section 2): whether a page is on topic."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from sonde.discover.ache.background import background, general_share
from sonde.discover.ache.form_text import page_words, site_of
from sonde.discover.ache.link_terms import stems
from sonde.discover.ache.text_model import Counts, Sigmoid, TextModel, even_weights, held_out
from sonde.discover.ache.unlabelled import known_words, unlike
from sonde.discover.model import WebPage
from sonde.errors import ConfigError

_FEW = 20  # negative or unlabelled pages from which on they need no background beside them
_SURE = 0.5
_SAID = 5.0  # times that a page about a keyword says it
_MADE = 100  # pages made up from keywords, or from few examples
_COMMON, _TIMES = 0.3, 6.0  # share of the examples that say a telling word, and how many times that of all pages
_TELLING = 20  # words that tell, at most
_RARE = 0.003  # share of all pages that have a word not known from any


@dataclass(frozen=True, slots=True)
class Text:
    """A page to learn from."""

    words: Counts
    site: str


@dataclass(frozen=True, slots=True)
class PageClassifier:
    """P(on topic | words of a page)."""

    model: TextModel
    sigmoid: Sigmoid

    @classmethod
    def train(
        cls,
        positives: Sequence[WebPage],
        negatives: Sequence[WebPage] = (),
        *,
        unlabelled: Sequence[WebPage] = (),
        keywords: Sequence[str] = (),
    ) -> Self:
        """Learns from pages on topic or a few keywords, and pages that are not.

        Unlabelled pages count as negative where they are most likely not on topic. With few of either it learns against
        what web pages say in general too. Raises ConfigError where nothing says what the topic is.
        """
        said = [word for given in keywords for word in stems(given)]
        if not positives and not said:
            raise ConfigError("nothing says what the topic is. Give example pages (--examples) or words (--topic).")
        on = [Text(page_words(page), site_of(page)) for page in positives] or _made_up(said)
        off = [Text(page_words(page), site_of(page)) for page in negatives]
        if len(unlabelled) >= _FEW:
            return cls._from_unlabelled(on, off, [Text(page_words(page), site_of(page)) for page in unlabelled])
        off += [Text(page_words(page), site_of(page)) for page in unlabelled]
        if len(off) < _FEW:
            on = _laid_over(on) if positives else on
            off += [Text(words, f"background {i}") for i, words in enumerate(background("page"))]
        return cls._fit([*on, *off], [True] * len(on) + [False] * len(off))

    @classmethod
    def _from_unlabelled(cls, on: Sequence[Text], off: Sequence[Text], unlabelled: Sequence[Text]) -> Self:
        """Learns against the pages that are safely not on topic, then against all that it takes for such."""
        known = known_words([one.words for one in on], [one.words for one in (*off, *unlabelled)])
        on = [Text(words, one.site) for words, one in zip(known, on, strict=True)]
        sites = [one.site for one in (*on, *unlabelled)]
        safe = [unlabelled[i] for i in unlike(known, [one.words for one in unlabelled], sites)]
        first = cls._fit([*on, *off, *safe], [True] * len(on) + [False] * len([*off, *safe]))
        others = [one for one in unlabelled if first.probability(one.words) < _SURE] or safe
        return cls._fit([*on, *off, *others], [True] * len(on) + [False] * len([*off, *others]))

    @classmethod
    def _fit(cls, texts: Sequence[Text], labels: Sequence[bool]) -> Self:
        words, sites = [one.words for one in texts], [one.site for one in texts]
        weights = even_weights(sites, labels)
        margins: list[tuple[float]] = []
        judged: list[int] = []
        for training, rest in held_out(sites, labels):
            model = TextModel.fit(
                [words[i] for i in training], [labels[i] for i in training], [weights[i] for i in training]
            )
            margins += [(model.margin(words[i]),) for i in rest]
            judged += rest
        sigmoid = Sigmoid.fit(margins, [labels[i] for i in judged], [weights[i] for i in judged])
        return cls(TextModel.fit(words, labels, weights), sigmoid)

    def probability(self, words: Counts) -> float:
        """The probability that a page with these words is on topic."""
        return self.sigmoid.probability(self.model.margin(words))

    def state(self) -> dict[str, Any]:
        """The classifier as JSON."""
        return {"model": self.model.state(), "sigmoid": [list(self.sigmoid.slopes), self.sigmoid.offset]}

    @classmethod
    def restored(cls, state: dict[str, Any]) -> Self:
        """The classifier that gave this state."""
        slopes, offset = state["sigmoid"]
        return cls(TextModel.restored(state["model"]), Sigmoid(tuple(slopes), offset))


def _laid_over(examples: Sequence[Text]) -> list[Text]:
    """Pages of the background with the telling words of the examples.

    Real pages differ from made-up ones in more than their topic: whoever learns one from the other takes every real
    page to be on topic.
    """
    telling = _telling([one.words for one in examples])
    pages = []
    for number, words in enumerate(background("page")[: max(_MADE, len(examples))]):
        example = examples[number % len(examples)]
        own = {word: n for word, n in example.words.items() if word in telling}
        rest = {word: n for word, n in words.items() if word not in telling}
        pages.append(Text(rest | own, example.site))
    return pages


def _telling(examples: Sequence[Counts]) -> frozenset[str]:
    """The words that many examples and few other pages have: largest share * log(share / share of all pages)."""
    holders = Counter(word for words in examples for word in words)
    shares = {word: n / len(examples) for word, n in holders.items() if n / len(examples) >= _COMMON}
    times = {word: share / max(_RARE, general_share("page", word)) for word, share in shares.items()}
    worth = {word: shares[word] * math.log(x) for word, x in times.items() if x >= _TIMES}
    return frozenset(sorted(worth, key=lambda word: (-worth[word], word))[:_TELLING])


def _made_up(keywords: Sequence[str]) -> list[Text]:
    """Pages like any others but for the keywords they say: some of them, at least one, again and again."""
    rng = random.Random("keywords")
    pages = []
    for number, words in enumerate(background("page")[:_MADE]):
        chosen = rng.sample(keywords, rng.randint(1, len(keywords)))
        pages.append(Text({**words, **dict.fromkeys(chosen, _SAID)}, f"made up {number}"))
    return pages
