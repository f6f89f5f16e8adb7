"""Learning from examples and unlabelled pages, some of which may be like them: which of these are safely not.

A model that tells examples from unlabelled pages ranks these by how much they are like examples. Where its limit should
lie nobody knows, since examples are seldom taken by chance but from sites that somebody knew; the order holds anyway.
So only the half that is least like the examples is taken for others, and whoever learned from it judges the rest.
"""

from collections.abc import Sequence

from sonde.discover.ache.text_model import Counts, TextModel, held_out

_SAFE = 0.5  # of the unlabelled pages


def unlike(examples: Sequence[Counts], unlabelled: Sequence[Counts], sites: Sequence[str] = ()) -> list[int]:
    """The numbers of the unlabelled pages that are least like the examples.

    `sites` are those of the examples, then of the unlabelled pages: no page is judged by a model that saw its site,
    unless all examples are of one.
    """
    if len(examples) < 2 or len(unlabelled) < 2:
        return list(range(len(unlabelled)))
    documents = [*examples, *unlabelled]
    labels = [True] * len(examples) + [False] * len(unlabelled)
    alone = [str(number) for number in range(len(documents))]
    margins = [0.0] * len(documents)
    for training, rest in held_out(sites or alone, labels) or held_out(alone, labels):
        model = TextModel.fit([documents[i] for i in training], [labels[i] for i in training], [1.0] * len(training))
        for i in rest:
            margins[i] = model.margin(documents[i])
    found = margins[len(examples) :]
    order = sorted(range(len(unlabelled)), key=lambda number: (found[number], number))
    return sorted(order[: round(_SAFE * len(order))])


def known_words(examples: Sequence[Counts], unlabelled: Sequence[Counts]) -> list[Counts]:
    """The examples without the words that no unlabelled page has: those tell their site, not their kind."""
    known = {word for words in unlabelled for word in words}
    return [{word: n for word, n in words.items() if word in known} for words in examples]
