"""Section 4.5 of Ntoulas 2005: a policy that learns its words from the site also reaches other languages."""

from pathlib import Path

import numpy as np

from sonde.lab.papers.corpora import open_records
from sonde.lab.papers.experiment import Cell, Experiment
from sonde.lab.ranking_experiment_copy import with_text
from sonde.lab.search.engine import Engine
from sonde.lab.traits import Traits
from sonde.lab.trial import Trial, run_trial
from sonde.text.frequency import frequent_words

PAPER = "Ntoulas 2005"
CORPUS = "youtube_trending"  # videos with the language that their makers state
HOME = "en"  # the language of the generic list
CAP_SHARE, QUERIES = 0.003, 600  # as general dmoz
ENGLISH_WORDS = 30_000
SEED = 1


def other_languages(data: Path, documents: int | None) -> Experiment:
    """Coverage of the documents in the language of the generic list and in others."""
    records = with_text(open_records(CORPUS, data, documents))
    cap = max(5, round(CAP_SHARE * len(records)))
    engine = Engine(records, Traits(cap=cap, page_size=100))
    stated = [record.attribute("language") for record in records]
    here = np.array([tag.split("-")[0] == HOME for tag in stated], np.bool_)
    there = np.array([bool(tag) for tag in stated], np.bool_) & ~here
    english = frozenset(frequent_words(HOME, ENGLISH_WORDS))
    rows: list[tuple[Cell, ...]] = []
    for policy in ("adaptive", "generic", "sonde"):
        seeds = () if policy == "generic" else None
        trial = run_trial(engine, policy, rng_seed=SEED, seeds=seeds, max_queries=QUERIES, until=1.0)
        foreign = [step for step in trial.steps if step.words.isalpha() and step.words not in english]
        rows.append(
            (policy, len(trial.steps), trial.steps[-1].coverage, held_share(trial, here), held_share(trial, there),
             len(foreign) / len(trial.steps))
        )  # fmt: skip
    return Experiment(
        "ntoulas-languages", PAPER, "Section 4.5",
        "adaptive asked general dmoz non-English words, which the English list of generic-frequency does not have; "
        "no figures are given.",
        ("policy", "queries", "coverage", "of the English documents", "of those in other languages",
         "queries that are no English word"),
        tuple(rows),
        corpus=f"{CORPUS}, {len(records):,} videos, {there.sum():,} in other languages, cap {cap}",
        note=f"English words are the {ENGLISH_WORDS:,} most frequent; names are none of them. Only the documents that "
        "state their language are in the two middle columns.",
    )  # fmt: skip


def held_share(trial: Trial, wanted: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> float:
    """The share of these documents that the trial holds."""
    held = np.zeros(len(wanted), np.bool_)
    held[list(trial.documents)] = True
    return float((held & wanted).sum() / max(1, wanted.sum()))
