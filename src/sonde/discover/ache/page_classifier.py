"""The page classifier (ACHE 2007, section 2): whether a page is on topic."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from sonde.discover.ache.background import background
from sonde.discover.ache.form_text import page_words, site_of
from sonde.discover.ache.link_terms import stems
from sonde.discover.ache.text_model import Counts, Sigmoid, TextModel, even_weights, held_out
from sonde.discover.model import WebPage
from sonde.errors import ConfigError

_FEW = 20  # negative pages from which on they need no background beside them
_UNLABELLED = 0.5  # how much an unlabelled page counts as a negative one
_SAID = 5.0  # times that a page about a keyword says it
_MADE = 100  # pages made up from keywords


@dataclass(frozen=True, slots=True)
class Text:
    """A page to learn from."""

    words: Counts
    site: str
    weight: float = 1.0


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

        Without negative pages it learns against unlabelled ones, a few of which may be on topic, and against what web
        pages say in general. Raises ConfigError where nothing says what the topic is.
        """
        said = [word for given in keywords for word in stems(given)]
        if not positives and not said:
            raise ConfigError("nothing says what the topic is. Give example pages (--examples) or words (--topic).")
        on = [Text(page_words(page), site_of(page)) for page in positives] or _made_up(said)
        off = [Text(page_words(page), site_of(page)) for page in negatives]
        off += [Text(page_words(page), site_of(page), _UNLABELLED) for page in unlabelled]
        if len(off) < _FEW or not negatives:
            off += [Text(words, f"background {i}") for i, words in enumerate(background("page"))]
        return cls._fit([*on, *off], [True] * len(on) + [False] * len(off))

    @classmethod
    def _fit(cls, texts: Sequence[Text], labels: Sequence[bool]) -> Self:
        words, sites = [one.words for one in texts], [one.site for one in texts]
        weights = [share * one.weight for share, one in zip(even_weights(sites, labels), texts, strict=True)]
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


def _made_up(keywords: Sequence[str]) -> list[Text]:
    """Pages like any others but for the keywords they say: some of them, at least one, again and again."""
    rng = random.Random("keywords")
    pages = []
    for number, words in enumerate(background("page")[:_MADE]):
        chosen = rng.sample(keywords, rng.randint(1, len(keywords)))
        pages.append(Text({**words, **dict.fromkeys(chosen, _SAID)}, f"made up {number}"))
    return pages
