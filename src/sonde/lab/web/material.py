"""What pages are made of: texts, forms and records of each domain, and of what lies beside it."""

import random
from dataclasses import dataclass

from sonde.lab.corpora.record import Record
from sonde.lab.web.forms import other_form
from sonde.lab.web.recipe import DOMAINS
from sonde.lab.web.words import Vocabulary, common_words, fill_title, find_vocabulary

_RECORDS = 2000  # made of words for each domain


@dataclass(frozen=True, slots=True)
class Topic:
    """One domain's material."""

    vocabulary: Vocabulary
    texts: tuple[str, ...]  # paragraphs on topic
    records: tuple[Record, ...]  # what its sites hold
    forms: tuple[str, ...] = ()  # of real sites; `{action}` stands for where they lead


@dataclass(frozen=True, slots=True)
class Material:
    """Everything pages are made of. What is held out is used for training sets only, never in the web."""

    topics: dict[str, Topic]
    held_out: dict[str, Topic]
    fillers: dict[str, tuple[str, ...]]  # paragraphs on nothing that is looked for, by subject
    other_forms: tuple[str, ...]  # they search something else
    plain_forms: tuple[str, ...]  # they do not search


def builtin_material() -> Material:
    """Material written for the lab, so that a web can be had without any data."""
    common = common_words()
    topics, held_out = {}, {}
    for name in DOMAINS:
        vocabulary = find_vocabulary(name)
        topics[name] = Topic(vocabulary, _paragraphs(vocabulary, f"web/{name}"), made_records(vocabulary, name))
        texts = _paragraphs(vocabulary, f"held out/{name}")
        held_out[name] = Topic(vocabulary, texts, made_records(vocabulary, f"held out/{name}"))
    rng = random.Random("forms")
    others = tuple(other_form(one, rng) for one in common.other_forms[1:] for _ in range(4))
    return Material(topics, held_out, dict(common.fillers), others, common.plain_forms)


def made_records(vocabulary: Vocabulary, seed: str) -> tuple[Record, ...]:
    """Records whose attributes are drawn from the words of a domain."""
    rng = random.Random(f"records/{seed}")
    records = []
    for number in range(_RECORDS):
        values = tuple((name, rng.choice(choices)) for name, choices in vocabulary.values)
        text = " ".join(rng.sample(vocabulary.sentences, 2))
        records.append(Record(str(number), fill_title(vocabulary, values), text, values))
    return tuple(records)


def _paragraphs(vocabulary: Vocabulary, seed: str) -> tuple[str, ...]:
    """Texts of three sentences; the vocabulary's nouns make no two alike."""
    rng = random.Random(f"texts/{seed}")
    texts = []
    for _ in range(200):
        first, second = rng.sample(vocabulary.sentences, 2)
        nouns = rng.sample(vocabulary.nouns, 2)
        middle = f"This month we write about {nouns[0]} and {nouns[1]}."
        texts.append(" ".join((first, middle, second)))
    return tuple(texts)
