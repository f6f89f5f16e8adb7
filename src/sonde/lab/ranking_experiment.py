"""How well the copies that policies make answer like the site: its first ten documents, for queries never issued."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sonde.index.confidence import measured
from sonde.index.topk import Answerer, asked_of
from sonde.lab.conditions import Condition
from sonde.lab.corpora.contents import position
from sonde.lab.corpora.corpus import open_corpus
from sonde.lab.experiment import Source
from sonde.lab.ranking_experiment_copy import HeldPart, Shown, with_text
from sonde.lab.ranking_experiment_queries import draw_questions
from sonde.lab.search.engine import Engine
from sonde.lab.trial import run_trial
from sonde.model import Outcome
from sonde.text.words import words as split_words

logger = logging.getLogger(__name__)

K = 10
QUESTIONS = 500
Question = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """How the copy of one policy answered after so many queries; shares are means over the questions."""

    corpus: str
    policy: str
    condition: Condition
    seed: int
    queries: int
    documents: int  # held
    questions: int
    overlap: float  # of the site's first ten, how many the copy answers with
    overlap_one: float  # the same for questions of one word,
    overlap_two: float  # and of two
    distance: float  # Kendall's, between the two lists of ten: 0 is the same order
    held: float  # of the site's first ten, how many are held: no order could give more
    confidence: float  # what overlap the copy expected
    confidence_error: float  # mean absolute difference between expected and true overlap


def measure_ranking(
    sources: Sequence[Source], conditions: Sequence[Condition], policies: Sequence[str], *, seeds: int,
    budgets: Sequence[int], weight: float = 0.5, questions: int = QUESTIONS,
) -> Iterator[Answers]:  # fmt: skip
    """Every policy on every site; all copies of a site and seed answer the same questions, which none has issued."""
    for source in sources:
        engine = Engine(with_text(open_corpus(source.address)[: source.limit]))
        shown = Shown(engine)
        for condition in conditions:
            site = condition.site(engine)
            for seed in range(1, seeds + 1):
                runs = {policy: run_policy(site, policy, seed, max(budgets), weight) for policy in policies}
                asked = fresh_questions(site, runs.values(), seed=seed, number=questions)
                for policy, outcomes in runs.items():
                    for budget in budgets:
                        where = (source.name, policy, condition, seed, budget)
                        yield measure_answers(site, shown, outcomes[:budget], asked, where)


def run_policy(site: Engine, policy: str, seed: int, max_queries: int, weight: float) -> list[Outcome]:
    """What a policy was answered, with positions in the corpus in the place of ids."""
    outcomes: list[Outcome] = []
    places: dict[int, int] = {}

    def watch(outcome: Outcome) -> None:
        places.update((document.id, position(document.url)) for document in outcome.new)
        outcomes.append(replace(outcome, seen=tuple(places[number] for number in outcome.seen), new=()))

    run_trial(
        site, policy, rng_seed=seed, max_queries=max_queries, until=1.0, watch=watch, ranking_weight=weight
    )  # fmt: skip
    logger.info("crawl simulated policy=%s seed=%d queries=%d documents=%d", policy, seed, len(outcomes), len(places))
    return outcomes


def fresh_questions(site: Engine, runs: Iterable[list[Outcome]], *, seed: int, number: int) -> list[Question]:
    """Questions that the site answers and that no run has issued."""
    issued = {tuple(sorted(split_words(outcome.query.words))) for run in runs for outcome in run}
    drawn = draw_questions(site, rng_seed=seed)
    fresh = (question for question in drawn if question not in issued and len(site.search(" ".join(question)).ids))
    wanted = {1: number - number // 2, 2: number // 2}
    found: list[Question] = []
    for question in fresh:
        if wanted[len(question)]:
            wanted[len(question)] -= 1
            found.append(question)
        if not any(wanted.values()):
            break
    return found


def measure_answers(
    site: Engine, shown: Shown, outcomes: Sequence[Outcome], questions: Sequence[Question],
    where: tuple[str, str, Condition, int, int],
) -> Answers:  # fmt: skip
    """Answers the questions from the copy that these outcomes made, and compares with the site."""
    positions = np.unique(np.array([number for outcome in outcomes for number in outcome.seen], np.int64))
    held = HeldPart(shown, positions)
    answerer = Answerer(held, asked_of(held, outcomes), k=K).fit()
    rows = []
    for question in questions:
        text = " ".join(question)
        real = site.search(text).ids[:K]
        guess = answerer.answer(text)
        overlap, agreement = measured(guess.ids, real.tolist(), k=K)
        rows.append((len(question), overlap, 1 - agreement, np.isin(real, positions).mean(), guess.trust.overlap))
    table = np.array(rows, np.float64).reshape(len(rows), 5)
    words, overlaps, expected = table[:, 0], table[:, 1], table[:, 4]
    numbers = (
        overlaps.mean(), overlaps[words == 1].mean(), overlaps[words == 2].mean(), table[:, 2].mean(),
        table[:, 3].mean(), expected.mean(), np.abs(expected - overlaps).mean(),
    )  # fmt: skip
    return Answers(*where, held.size, len(rows), *(round(float(number), 4) for number in numbers))
