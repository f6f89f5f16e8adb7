"""Section 4.5 of Liakos 2015: the queries themselves, what they have in common and how precise they are."""

from collections.abc import Mapping

from sonde.lab.papers.experiment import Cell, Experiment
from sonde.lab.papers.liakos_topics import DMOZ, Trials
from sonde.lab.topic_policies import PUBLISHED

PAPER = "Liakos 2015"
NUMBERS = (1, 2, 3, 10, 15, 20, 25, 30, 40, 60, 100)  # of the queries shown
# Figure 9: the term of each of these queries and the percentage of its answer on topic, for topic Sports of dmoz.
_FIRST = (("results", 42.83), ("statistics", 43.61), ("roster", 71.36))
FIGURE_9: Mapping[str, tuple[tuple[str, float], ...]] = {
    "perfect": (
        *_FIRST, ("men", 27.26), ("scores", 27.89), ("players", 30.62), ("hockey", 41.85), ("tennis", 7.43),
        ("rugby", 14.43), ("sport", 3.82), ("competition", 12.28),
    ),
    "do-nothing": (
        *_FIRST, ("schedules", 10.31), ("church", 0), ("coaching", 17.89), ("methodist", 0), ("beliefs", 10.11),
        ("stellt", 0), ("bietet", 0), ("nach", 0),
    ),
    "naive-bayes": (
        *_FIRST, ("schedules", 10.31), ("standings", 67.96), ("baseball", 38.29), ("records", 8.38),
        ("membership", 1.52), ("county", 0.39), ("fc", 5.45), ("standing", 26.66),
    ),
    "smo": (
        *_FIRST, ("basketball", 46.36), ("scores", 43.09), ("records", 31.96), ("field", 38.15), ("race", 29.5),
        ("squad", 26.95), ("swimming", 20.31), ("division", 13.17),
    ),
    "j48": (
        *_FIRST, ("player", 30.54), ("coaching", 21.86), ("sports", 17.59), ("players", 28.98), ("calendar", 23.13),
        ("united", 19.24), ("junior", 16.64), ("standing", 11.57),
    ),
    "cosine": (
        *_FIRST, ("tables", 5.61), ("player", 24.36), ("players", 33.7), ("hockey", 44.08), ("baseball", 32.2),
        ("race", 14.56), ("conference", 1.73), ("competitive", 11.61),
    ),
}  # fmt: skip


def precision_of_queries(trials: Trials) -> Experiment:
    """The words asked and the share of each answer on topic (Figure 9)."""
    rows: list[tuple[Cell, ...]] = []
    for policy in (*PUBLISHED, "topic"):
        trial = trials.of(policy)
        for place, number in enumerate(NUMBERS):
            if number > len(trial.steps):
                continue
            term, percent = FIGURE_9[policy][place] if policy in FIGURE_9 else (None, None)
            said = None if percent is None else percent / 100
            rows.append((policy, number, term, said, trial.steps[number - 1].words, trial.answers[number - 1]))
    return Experiment(
        "liakos-precision", PAPER, "Figure 9",
        "the first seven queries are the same for all; by query 40 Do-nothing asks in other languages and finds "
        "nothing on topic.",
        ("policy", "query", "published term", "its precision", "our term", "its precision"),
        tuple(rows),
        corpus=trials.corpus(DMOZ),
        note=trials.note,
    )  # fmt: skip


def common_queries(trials: Trials) -> Experiment:
    """How much policies ask the same (4.2), how many results a query has and how precise all of them are (4.5)."""
    results = {"do-nothing": 8650, "naive-bayes": 7488, "cosine": 7426, "j48": 7401}
    common = {"naive-bayes": 0.28, "cosine": 0.19}
    cap = trials.engine.traits.cap or len(trials.engine.records)
    perfect = {step.words for step in trials.of("perfect").steps}
    rows: list[tuple[Cell, ...]] = []
    for policy in (*PUBLISHED, "topic"):
        trial = trials.of(policy)
        asked = {step.words for step in trial.steps}
        each = trial.steps[-1].results / len(trial.steps)
        said = results.get(policy)
        rows.append(
            (policy, common.get(policy), len(asked & perfect) / len(asked), said and said / 10_000, each / cap,
             sum(trial.answers) / len(trial.answers), sum(not step.total for step in trial.steps) / len(trial.steps))
        )  # fmt: skip
    return Experiment(
        "liakos-common-queries", PAPER, "Sections 4.2 and 4.5",
        "28 % of the queries of NaiveBayes and 19 % of CosineSimilarity are also Perfect's. Do-nothing has most "
        "results per query, 8,650 of at most 10,000.",
        ("policy", "published share of queries that Perfect asks too", "ours", "published results per query by the cap",
         "ours", "mean precision of an answer", "queries without a result"),
        tuple(rows),
        corpus=trials.corpus(DMOZ),
        note=trials.note,
    )  # fmt: skip
