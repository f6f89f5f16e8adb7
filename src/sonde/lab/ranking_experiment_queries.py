"""Questions that users might ask a site: words of its documents, drawn as often as documents hold them."""

from collections.abc import Iterator

import numpy as np

from sonde.lab.search.engine import Engine
from sonde.planner.stopwords import ENGLISH

LEAST_MATCHES = 10  # of a question of one word: fewer do not make a ranking of ten
MOST_SHARE = 0.2  # words in more documents than this are not looked for


def draw_questions(engine: Engine, *, rng_seed: int) -> Iterator[tuple[str, ...]]:
    """One word and two words in turn, never the same question twice; two words stand in one document.

    A random word of a random document is one that users meet: frequent words are drawn in proportion.
    """
    rng = np.random.default_rng(rng_seed)
    size, frequencies = len(engine.records), engine.index.frequencies
    stopped = {engine.index.term(word) for word in ENGLISH}
    usable = frequencies <= max(MOST_SHARE * size, LEAST_MATCHES)
    usable[[term for term in stopped if term >= 0]] = False
    least = min(LEAST_MATCHES, int(frequencies.max(initial=0)))
    drawn: set[tuple[str, ...]] = set()
    for turn in range(50 * size + 1000):
        number = 1 + turn % 2
        terms = engine.terms(int(rng.integers(size)))
        terms = terms[usable[terms] & (frequencies[terms] >= (least if number == 1 else 2))]
        if len(terms) < number:
            continue
        words = sorted(engine.vocabulary[term] for term in rng.choice(terms, number, replace=False))
        question = tuple(words)
        if question not in drawn:
            drawn.add(question)
            yield question
