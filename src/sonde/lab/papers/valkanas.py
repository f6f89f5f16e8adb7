"""The experiments of Valkanas 2011: Figures 1 to 4 and Table 2."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from pathlib import Path
from statistics import mean, median

from sonde.lab.papers.corpora import open_records
from sonde.lab.papers.experiment import Cell, Curve, Experiment, curve_of
from sonde.lab.ranking_experiment_copy import with_text
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.lab.trial import Trial, run_trial, start_words

PAPER = "Valkanas 2011"
CORPUS = "youtube_trending"
QUERIES = 300  # 5.1: each crawler may probe with 300
CAP_SHARE = 0.001  # 300 full answers are a small part of YouTube; here they are 30 % of the corpus
FEWEST_RESULTS = 10
QUICK = 3000
LOW = 0.25  # overlap below which the paper calls two configurations different
FIRST_WORD = "food"  # the subject of the paper's seed, soup, which few of our videos have
USUAL_WEIGHT = 0.5
WEIGHTS = (0.3, 0.5, 0.9)  # the paper has about 30 configurations: distances with several weights
SHOWN_TERMS = 15

# Table 1: the paper's name of each configuration, and our policy.
CONFIGURATIONS = {
    "CVR": "adaptive",
    "KTA": "rank-tau-a",
    "KTB": "rank-tau-b",
    "SF": "rank-footrule",
    "SSF": "rank-scaled-footrule",
    "TOPK": "rank-top-k",
    "cKTB": "rank-tau-b-jaccard",
    "cSF": "rank-footrule-jaccard",
    "cSSF": "rank-scaled-footrule-jaccard",
    "cTOPK": "rank-top-k-jaccard",
}
# Table 2: the first terms, as published.
TABLE_2 = {
    "CVR": "soup http twitter www youtube watch follow add video user center subscription machinima tags high",
    "KTA": "soup http homemade doneness panlasangpinoy margarine toweling fashioned foodwishes foodies dmark swirls "
    "dmarkii secretlifeofabionerd hungrynation",
    "KTB": "soup http parents retro residents traumatic deborah ixzz casserole litre hing hamburgers mattar sooji "
    "drizzle",
    "SF": "soup http annual bold casserole acidity aparta beet antioxidants absorbable acquire antibacterial "
    "antiparasitic antiinflammatory acnes",
    "SSF": "soup http prepares coulis fresco penne unbelievable mixer shawtayee stvplayer sinatras larder broadcaster "
    "gilbrook tyres",
    "TOPK": "soup http listening sausage nutrition steamed songifications wonton siu intestines powders enhances "
    "intricate craftsmanship luggage",
}
RANKED = tuple(name for name in CONFIGURATIONS if name != "CVR")
PLAIN = ("CVR", "KTA", "KTB", "SF", "SSF", "TOPK")
SAID = {
    "CVR": "lowest of all",
    "KTA": "highest",
    "SSF": "second",
}


@dataclass(frozen=True, slots=True)
class Run:
    """One configuration: its policy with a weight."""

    name: str
    trial: Trial
    cap: int

    @property
    def harvest(self) -> list[float]:
        """Documents held after each query as a share of the best case: every answer full and new."""
        new = accumulate(step.new for step in self.trial.steps)
        return [held / (self.cap * number) for number, held in enumerate(new, 1)]

    @property
    def terms(self) -> frozenset[str]:
        """What it asked."""
        return frozenset(step.words for step in self.trial.steps)

    @property
    def documents(self) -> frozenset[int]:
        """What it holds."""
        return frozenset(self.trial.documents)


def experiments(data: Path, *, documents: int | None = None, quick: bool = False) -> Iterator[Experiment]:
    """Every experiment on videos with their popularity; `quick` takes few documents and queries."""
    records = with_text(open_records(CORPUS, data, min(documents or QUICK, QUICK) if quick else documents))
    cap = max(FEWEST_RESULTS, round(CAP_SHARE * len(records)))
    site = Engine(records, Traits(cap=cap, rank="popularity", popularity="views", page_size=cap))
    queries = QUERIES // 6 if quick else QUERIES
    runs = {name: _run(site, name, queries) for name in CONFIGURATIONS}
    corpus = f"{CORPUS}, {len(records):,} videos, cap {cap}, BM25 times the logarithm of the views"
    yield harvest("valkanas-harvest", "Figure 1", {name: runs[name] for name in PLAIN}, corpus)
    weighted = {name: run for name, run in runs.items() if name == "CVR" or name not in PLAIN}
    yield harvest("valkanas-harvest-jaccard", "Figure 2", weighted, corpus)
    yield first_terms([runs[name] for name in PLAIN], corpus)
    several = [_run(site, name, queries, weight) for name in RANKED for weight in WEIGHTS if weight != USUAL_WEIGHT]
    grid = sorted([*runs.values(), *several], key=lambda run: list(CONFIGURATIONS).index(run.name.split()[0]))
    yield overlap("valkanas-terms", "Figure 3", grid, [run.terms for run in grid], corpus)
    yield overlap("valkanas-documents", "Figure 4", grid, [run.documents for run in grid], corpus)


def harvest(name: str, figure: str, runs: Mapping[str, Run], corpus: str) -> Experiment:
    """Harvest rate by the number of queries (5.2)."""
    marks = [mark for mark in (50, 100, 200, 300) if mark <= max(len(run.harvest) for run in runs.values())]
    rows = [(label, SAID.get(label), *(_at(run.harvest, mark) for mark in marks)) for label, run in runs.items()]
    return Experiment(
        name, PAPER, figure,
        "every configuration with a ranking distance retrieves more than coverage alone; tau-a most, then SSF.",
        ("configuration", "published", *(f"share of the best case after {mark} queries" for mark in marks)),
        tuple(rows),
        curves=tuple(_curve(label, run) for label, run in runs.items()),
        axes=("queries", "share of the best case"),
        corpus=corpus,
        note="The best case is an answer of full length, all new, for every query. Distances are normalised to 0..1, "
        "so that w weighs like with like.",
    )  # fmt: skip


def first_terms(runs: Sequence[Run], corpus: str) -> Experiment:
    """The first terms of each configuration (Table 2)."""
    lists = [
        words for run in runs
        for words in (TABLE_2[run.name].split(), [step.words for step in run.trial.steps[:SHOWN_TERMS]])
    ]  # fmt: skip
    rows: list[tuple[Cell, ...]] = [
        tuple(words[i] if i < len(words) else None for words in lists) for i in range(SHOWN_TERMS)
    ]
    return Experiment(
        "valkanas-first-terms", PAPER, "Table 2",
        "configurations part from the third query on; apart from coverage alone the first ten stay near the seed's "
        "subject.",
        tuple(name for run in runs for name in (f"{run.name}, published", "ours")), tuple(rows), corpus=corpus,
        note="Published documents have descriptions of several sentences; ours have a title and tags.",
    )  # fmt: skip


def overlap(
    name: str, figure: str, runs: Sequence[Run], parts: Sequence[frozenset[str]] | Sequence[frozenset[int]], corpus: str
) -> Experiment:
    """The share that two configurations have in common, for every two of them (5.3)."""
    rows: list[tuple[Cell, ...]] = [
        (run.name, *(_common(a, b) for b in parts)) for run, a in zip(runs, parts, strict=True)
    ]
    return Experiment(
        name, PAPER, figure,
        "high only between the same distance with different weights; elsewhere below 0.25 in most cases.",
        ("configuration", *(run.name for run in runs)), tuple(rows), corpus=corpus,
        grid=True,
        note=f"What both have, as a share of the smaller of the two. {summary(runs, parts)}",
    )  # fmt: skip


def summary(runs: Sequence[Run], parts: Sequence[frozenset[str]] | Sequence[frozenset[int]]) -> str:
    """How much the same distance has in common under different weights, and how much all others have."""
    same: list[float] = []
    other: list[float] = []
    for (a, mine), (b, theirs) in combinations(zip(runs, parts, strict=True), 2):
        (same if a.name.split()[0] == b.name.split()[0] else other).append(_common(mine, theirs))
    low = sum(share < LOW for share in other) / max(1, len(other))
    return (
        f"One distance with two weights: {mean(same or [0]):.2f} on average. Different distances: "
        f"{median(other or [0]):.2f} in the middle, {low:.0%} of them below {LOW}."
    )


def first_words(site: Engine) -> tuple[str, ...]:
    """The first query; where it finds nothing, generic words up to one that does."""
    return (FIRST_WORD,) if len(site.search(FIRST_WORD).ids) else tuple(start_words(site, 0))


def _run(site: Engine, name: str, queries: int, weight: float = USUAL_WEIGHT) -> Run:
    label = name if weight == USUAL_WEIGHT else f"{name} w={weight}"
    trial = run_trial(
        site, CONFIGURATIONS[name], seeds=first_words(site), max_queries=queries, until=1.0, ranking_weight=weight
    )  # fmt: skip
    return Run(label, trial, site.traits.cap or len(site.records))


def _common(a: frozenset[object], b: frozenset[object]) -> float:
    return len(a & b) / max(1, min(len(a), len(b)))


def _at(shares: Sequence[float], query: int) -> float | None:
    return shares[query - 1] if query <= len(shares) else None


def _curve(label: str, run: Run) -> Curve:
    return curve_of(label, range(1, len(run.harvest) + 1), run.harvest)
