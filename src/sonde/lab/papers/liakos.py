"""The experiments of Liakos 2015: Figures 5 to 16 and the comparison of 4.9."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from sonde.lab.papers.experiment import Cell, Curve, Experiment, curve_of
from sonde.lab.papers.liakos_queries import common_queries, precision_of_queries
from sonde.lab.papers.liakos_topics import (
    DMOZ,
    NYT,
    QUICK_DOCUMENTS,
    SEED,
    STACK_EXCHANGE,
    TWEETS,
    Site,
    Trials,
    document_sizes,
)
from sonde.lab.search.engine import Engine
from sonde.lab.topic import TopicTrial, find_topic
from sonde.lab.topic_policies import PUBLISHED
from sonde.lab.trial import run_trial

PAPER = "Liakos 2015"
POLICIES = (*PUBLISHED, "topic")
MOST_GENERIC = 3000  # queries of a crawl for everything
TOPICS = ("Security", "Gaming", "Databases", "Computer Science", "Books")  # for the five categories of dmoz
# Recall after 210 queries in the paper's five categories: computers, sports, recreation, shopping, society.
FIVE = {
    "perfect": (0.9217, 0.8643, 0.8076, 0.7782, 0.6206),
    "naive-bayes": (0.8981, 0.8342, 0.7086, 0.7334, 0.5486),
    "cosine": (0.9184, 0.8966, 0.8355, 0.7902, 0.6297),
}


def experiments(data: Path, *, documents: int | None = None, quick: bool = False) -> Iterator[Experiment]:
    """Every experiment, on the closest corpora of the folder `data`; `quick` takes few documents and queries."""
    documents = min(documents or QUICK_DOCUMENTS, QUICK_DOCUMENTS) if quick else documents
    dmoz = DMOZ.open(data, documents)
    topics = {topic: Trials(dmoz, topic, 210, quick=quick) for topic in TOPICS}
    sports, computers = topics["Gaming"], topics["Computer Science"]
    yield six_policies(
        sports, "Figure 5", "liakos-dmoz-sports", DMOZ, {"perfect": 0.8643, "naive-bayes": 0.8342, "cosine": 0.8966},
        "topic Sports: 86.43 % for Perfect and 83.42 % for NaiveBayes after 210 queries, 89.66 % for CosineSimilarity "
        "after about 180; Do-nothing far below.",
    )  # fmt: skip
    yield common_queries(sports)
    yield precision_of_queries(sports)
    yield five_topics(topics)
    yield query_document_size(dmoz, quick=quick)
    yield not_operator(sports)
    yield generic_crawling(dmoz, sports, computers)
    stack = Trials(STACK_EXCHANGE.open(data, documents), "economics", 564, quick=quick)
    yield six_policies(
        stack, "Figure 6", "liakos-stackexchange-wordpress", STACK_EXCHANGE,
        {"perfect": 0.85, "smo": 0.82, "naive-bayes": 0.81, "j48": 0.74, "cosine": 0.74},
        "topic Wordpress after 564 queries: 85 % for Perfect, 82 % smo, 81 % NaiveBayes, 74 % j48 and "
        "CosineSimilarity.",
    )  # fmt: skip
    yield pages_downloaded(Trials(NYT.open(data, documents), "Cardiovascular Diseases", 400, quick=quick))
    yield specific_attributes(TWEETS.open(data, documents), quick=quick)


def six_policies(
    trials: Trials, figure: str, name: str, site: Site, published: Mapping[str, float], said: str
) -> Experiment:
    """Recall by the number of queries (4.2)."""
    rows = [
        (policy, published.get(policy), trials.of(policy).recall_after(trials.queries),
         *(trials.of(policy).queries_to(level) for level in (0.5, 0.7, 0.8)))
        for policy in POLICIES
    ]  # fmt: skip
    return Experiment(
        name, PAPER, figure, said,
        ("policy", "published recall", f"ours after {trials.queries} queries", "queries to 50%", "to 70%", "to 80%"),
        tuple(rows),
        curves=_by_queries({policy: trials.of(policy) for policy in POLICIES}),
        axes=("queries", "recall"),
        corpus=trials.corpus(site),
        note=trials.note,
    )  # fmt: skip


def pages_downloaded(trials: Trials) -> Experiment:
    """Documents downloaded, on topic or not, to hold 70 % of the topic (4.3)."""
    published = {"perfect": 277_146, "cosine": 462_262, "j48": 473_195, "smo": 493_649, "naive-bayes": 573_439}
    size = 36_388
    rows: list[tuple[Cell, ...]] = []
    for policy in POLICIES:
        trial, pages = trials.of(policy), published.get(policy)
        ours = trial.documents_to(0.7)
        rows.append(
            (policy, pages, pages / size if pages else None, ours, ours / trial.size if ours else None,
             trial.documents_to(0.5), trial.queries_to(0.7))
        )  # fmt: skip
    return Experiment(
        "liakos-pages-downloaded", PAPER, "Figure 7",
        "topic US Election Campaign 2004 of 36,388 articles: 277,146 pages for 70 % with Perfect, 462,262 with "
        "CosineSimilarity, more with the others; Do-nothing took 524,857 for 50 %.",
        ("policy", "published pages to 70%", "per document on topic", "ours", "per document on topic", "ours to 50%",
         "queries to 70%"),
        tuple(rows),
        curves=tuple(
            curve_of(policy, [step.held for step in trials.of(policy).steps], trials.of(policy).recall)
            for policy in POLICIES
        ),
        axes=("documents downloaded", "recall"),
        corpus=trials.corpus(NYT),
        note=trials.note,
    )  # fmt: skip


def specific_attributes(engine: Engine, *, quick: bool) -> Experiment:
    """Words of one attribute only feed the Word Collection (4.4): the cast of a film here, the city there."""
    trials = Trials(engine, "decade=1940s", 350, quick=quick)
    limited = replace(trials.given, attributes=("cast",))
    rows = [
        (policy, None if policy == "do-nothing" else "0.74 to 0.77",
         trials.of(policy, given=limited).recall_after(trials.queries),
         trials.of(policy).recall_after(trials.queries))
        for policy in PUBLISHED
    ]  # fmt: skip
    return Experiment(
        "liakos-attributes", PAPER, "Figure 8",
        "tweets from France: with terms of the city field only, the five policies that evaluate results hold 74 % to "
        "77 % after 350 queries and differ little.",
        ("policy", "published recall", f"ours after {trials.queries}, one attribute", "all words"),
        tuple(rows),
        curves=_by_queries({policy: trials.of(policy, given=limited) for policy in PUBLISHED}),
        axes=("queries", "recall"),
        corpus=trials.corpus(TWEETS),
        note="Films of the 1940s, by the names of their cast. " + trials.note,
    )  # fmt: skip


def five_topics(topics: Mapping[str, Trials]) -> Experiment:
    """Five topics with every policy that evaluates results (4.6)."""
    runs = list(topics.values())
    rows: list[tuple[Cell, ...]] = []
    for policy in ("perfect", "naive-bayes", "smo", "j48", "cosine", "topic"):
        said = FIVE.get(policy, ())
        ours = [trials.of(policy).recall_after(trials.queries) for trials in runs]
        rows.append(
            (policy, f"{min(said):.2f} to {max(said):.2f}" if said else None,
             sum(said) / len(said) if said else None, sum(ours) / len(ours), *ours)
        )  # fmt: skip
    return Experiment(
        "liakos-five-topics", PAPER, "Figures 10 to 14",
        "after 210 queries 62 % to 92 % of five categories for Perfect, 55 % to 90 % for NaiveBayes, 63 % to 92 % for "
        "CosineSimilarity; j48 is the worst.",
        ("policy", "published recall", "published mean", f"our mean after {runs[0].queries} queries",
         *(f"{trials.topic} ({int(trials.given.wanted.sum()):,})" for trials in runs)),
        tuple(rows),
        curves=tuple(
            curve for trials in runs for curve in _by_queries({f"cosine, {trials.topic}": trials.of("cosine")})
        ),
        axes=("queries", "recall"),
        corpus=runs[0].corpus(DMOZ),
        note=runs[0].note,
    )  # fmt: skip


def query_document_size(engine: Engine, *, quick: bool) -> Experiment:
    """A smaller query document costs CosineSimilarity a little (4.7)."""
    topic, published = "Computer Science", {1000: 0.9114, 100: 0.8777, 50: 0.8667}
    sizes = document_sizes(tuple(published), int(find_topic(engine.records, topic).sum()))
    runs = [Trials(engine, topic, 190, quick=quick, examples=size) for size in sizes]
    rows = [
        (said, published[said], trials.examples,
         *(trials.of(policy).recall_after(trials.queries) for policy in ("cosine", "topic")))
        for said, trials in zip(published, runs, strict=True)
    ]  # fmt: skip
    return Experiment(
        "liakos-query-document", PAPER, "Figure 15",
        "CosineSimilarity, topic Computers, 190 queries: 91.14 %, 87.77 % and 86.67 % with a query document of 1,000, "
        "100 and 50 titles and summaries.",
        ("published documents", "published recall", "our documents", f"cosine after {runs[0].queries}", "topic"),
        tuple(rows),
        curves=_by_queries({f"cosine, {trials.examples}": trials.of("cosine") for trials in runs}),
        axes=("queries", "recall"),
        corpus=runs[0].corpus(DMOZ),
        note="Where a topic has fewer than 2,000 documents, the sizes keep their proportions.",
    )  # fmt: skip


def generic_crawling(engine: Engine, sports: Trials, computers: Trials) -> Experiment:
    """What a crawl for everything needs before it holds as much of the topics (4.9)."""
    level = 0.7
    everything = run_trial(engine, "adaptive", rng_seed=SEED, max_queries=MOST_GENERIC, until=level)
    rows: list[tuple[Cell, ...]] = [
        (f"{trials.topic}, {policy}", said if policy == "cosine" else None, trials.of(policy).queries_to(level),
         trials.of(policy).documents_to(level))
        for trials, said in ((sports, 52), (computers, 60))
        for policy in ("cosine", "topic")
    ]  # fmt: skip
    step = everything.step_at(level)
    rows.append(("the whole site, adaptive", "about 700", everything.queries_to(level), step.held if step else None))
    return Experiment(
        "liakos-generic", PAPER, "Section 4.9",
        "CosineSimilarity has 70 % of Sports after 52 queries and of Computers after 60; a crawl for everything "
        "(Ntoulas 2005) took about 700 for a little over 70 % of dmoz.",
        ("crawl", "published queries to 70%", "ours", "documents downloaded"), tuple(rows),
        corpus=sports.corpus(DMOZ),
        note=f"A dash: not within {sports.queries} queries. " + sports.note,
    )  # fmt: skip


def not_operator(trials: Trials) -> Experiment:
    """Terms that have nothing left are excluded from all further queries (4.8)."""
    without = replace(trials.given, exclude="-{}")
    rows = []
    for policy in ("perfect", "cosine"):
        plain, excluding = trials.of(policy), trials.of(policy, given=without)
        rows.append((policy, plain.recall_after(trials.queries), excluding.recall_after(trials.queries)))
    return Experiment(
        "liakos-not", PAPER, "Figure 16",
        "topic Sports: little improvement for Perfect, very limited for CosineSimilarity.",
        ("policy", f"recall after {trials.queries} queries", "with NOT"),
        tuple(rows),
        curves=_by_queries(
            {f"{policy}{text}": trials.of(policy, given=given) for policy in ("perfect", "cosine")
             for text, given in (("", trials.given), (", NOT", without))}
        ),
        axes=("queries", "recall"),
        corpus=trials.corpus(DMOZ),
        note="At most 30 terms are excluded, those with the most results. " + trials.note,
    )  # fmt: skip


def _by_queries(trials: Mapping[str, TopicTrial]) -> tuple[Curve, ...]:
    return tuple(curve_of(label, range(1, len(trial.recall) + 1), trial.recall) for label, trial in trials.items())
