"""`sonde lab topic`: how many queries the topic policies need on simulated sites, beside the least that could do."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from sonde.cli.lab_options import Corpora, collect, read_experiment, show_results
from sonde.cli.terminal import tell_written
from sonde.errors import ConfigError
from sonde.lab.experiment import find_source
from sonde.lab.topic_experiment import examples_from, measure_topics, topic_figures, topic_row, topic_table
from sonde.lab.topic_policies import TOPIC_POLICIES, split_topic_policies
from sonde.model import Topic

Topics = Annotated[
    str,
    typer.Option(
        "--topics",
        metavar="LABEL,...",
        help="Values of the corpora's labels, or ATTRIBUTE=VALUE; with commas between them.",
    ),
]
Examples = Annotated[
    int, typer.Option("--examples", metavar="N", min=1, help="Random documents of a topic that its policies are given.")
]
ExamplesFrom = Annotated[
    str,
    typer.Option(
        "--examples-from",
        metavar="CORPUS:LABEL",
        help="Take the examples from documents of another corpus, as one does whose examples are not of the site.",
    ),
]


def topic_options(shared: dict[str, tuple[object, object]]) -> dict[str, tuple[object, object]]:
    """The shared options of experiments, with those that topics need."""
    names = Annotated[
        str,
        typer.Option("--policies", metavar="A,B", help=f"Policies to compare: {', '.join(TOPIC_POLICIES)}."),
    ]
    kept = {name: option for name, option in shared.items() if name != "jobs"}
    return {**kept, "policies": (names, "topic,do-nothing,cosine")}


def topic(corpora: Corpora, topics: Topics, examples: Examples = 50, other: ExamplesFrom = "", **given: Any) -> None:
    """Count the queries that policies need to hold 50, 70, 80 and 90 % of a topic.

    All are given the same random documents of the topic; naive-bayes, smo and j48 also learn from labelled ones, and
    perfect knows all labels. The oracle asks the word that brings most documents on topic. Documents downloaded count
    on and off the topic.
    """
    policies = split_topic_policies(given["policies"])
    plan = read_experiment(corpora, {**given, "policies": "sonde", "jobs": 1})
    labels = [label.strip() for label in topics.split(",") if label.strip()]
    if not labels:
        raise ConfigError("--topics names no topic. Write labels of the corpus with commas between them.")
    found = measure_topics(
        plan.sources, plan.conditions, labels, policies,
        examples=examples, seeds=plan.seeds, max_queries=plan.max_queries,
        elsewhere=_elsewhere(other, examples=examples, data=given["data"]) if other else None,
    )  # fmt: skip
    measured, rows = collect(found, topic_row, json=given["json"])
    show_results(rows, topic_table(measured), json=given["json"], csv=given["csv"])
    if given["figures"]:
        tell_written(topic_figures(given["figures"], measured))


def _elsewhere(text: str, *, examples: int, data: Path | None) -> Callable[[int], Topic]:
    corpus, _, label = text.rpartition(":")
    if not corpus or not label:
        raise ConfigError(f"--examples-from {text!r} is not CORPUS:LABEL, such as newsgroups20:sci.med.")
    return examples_from(find_source(corpus, data=data), label, examples=examples)
