"""Material read from a folder of real pages: sites by domain, annotated forms, link graphs, texts."""

import io
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import zstandard

from sonde.errors import ConfigError
from sonde.interface.forms.score import query_field, search_score, tokens
from sonde.lab.corpora.record import Record
from sonde.lab.web.forms import adopted
from sonde.lab.web.material import Material, Topic, builtin_material
from sonde.lab.web.words import Vocabulary, domain_names, find_vocabulary
from sonde.model import Form
from sonde.page.dom import body_text, parse_html, visible_text
from sonde.page.forms import find_forms

PARAGRAPH = 45  # words
_LONGEST_FORM = 6000  # characters
_FILLERS = {  # file: the subject its texts stand for
    "newsgroups20": "talk", "debian_packages": "software", "medline_ohsumed": "medicine", "arxiv_abstracts": "science",
    "stackexchange_closed": "questions",
}  # fmt: skip
_PAGE_FILLERS = {"webgraph_webkb": "campus", "pages_ache_sample": "health"}
_PAGES = 5  # of each site
_TAKEN = 250  # documents of each
_RECORDS = 3000  # of each domain

Row = dict[str, Any]


def read_material(folder: Path) -> Material:
    """The material of a data folder; what a file would have given and is not there is made of words instead.

    Raises ConfigError where the folder has no `swde_pages`.
    """
    if not (folder / "swde_pages.jsonl.zst").is_file():
        raise ConfigError(f"{folder} holds no swde_pages.jsonl.zst. Name a folder of the evaluation data.")
    made = builtin_material()
    pages: dict[str, dict[str, list[Row]]] = {name: {} for name in domain_names()}
    for row in _rows(folder / "swde_pages.jsonl.zst"):
        if len(taken := pages.get(row["vertical"], {}).setdefault(row["site"], [])) < _PAGES:
            taken.append(row)
    records = _records(folder / "swde_records.jsonl.zst")
    topics: dict[str, Topic] = {}
    held_out: dict[str, Topic] = {}
    for name, sites in pages.items():
        halves = ([rows for i, rows in enumerate(sites.values()) if i % 2 == odd] for odd in (0, 1))
        held = records.get(name) or made.topics[name].records
        for half, into, odd in zip(halves, (topics, held_out), (0, 1), strict=True):
            into[name] = _topic(find_vocabulary(name), half, held[odd::2])
    others, plain = _annotated(folder / "forms_formasaurus.jsonl.zst")
    fillers = dict(_fillers(folder)) or made.fillers
    return Material(topics, held_out, fillers, others or made.other_forms, plain or made.plain_forms)


def _topic(vocabulary: Vocabulary, sites: list[list[Row]], records: tuple[Record, ...]) -> Topic:
    texts: list[str] = []
    forms: list[str] = []
    for rows in sites:
        seen: set[str] = set()
        for row in rows:
            tree = parse_html(row["html"])
            for node, form in zip(tree.css("form"), find_forms(tree, row["url"]), strict=True):
                names = " ".join(one.name for one in form.fields)
                if names in seen or not _is_of_domain(form, vocabulary):
                    continue
                seen.add(names)
                if len(markup := adopted(node)) <= _LONGEST_FORM and _keeps_its_box(markup):
                    forms.append(markup)
            texts += _paragraphs(body_text(tree))[:12]
    return Topic(vocabulary, tuple(texts), records, tuple(forms))


def _is_of_domain(form: Form, vocabulary: Vocabulary) -> bool:
    """Whether a form searches and says in its own words what for: a bare box could be anybody's."""
    menus = [one for one in form.fields if one.kind == "select"]
    if query_field(form) is None or search_score(form) < 0.5:
        return False
    names = [one.name for one in form.fields] + [one.value for one in form.fields]
    labels = [one.label for one in form.fields] + [choice.label for one in menus for choice in one.choices]
    said = tokens(form.text, form.name, *names, *labels)
    # A department store's form names all its departments: it is nobody's.
    owners = [name for name in domain_names() if said & set(find_vocabulary(name).words)]
    return len(owners) == 1 and bool(said & set(vocabulary.words))


def _keeps_its_box(markup: str) -> bool:
    """Whether a form still takes words once it is cut out: some have their inputs elsewhere on the page."""
    forms = find_forms(parse_html(markup), "http://a.example/")
    return len(forms) == 1 and query_field(forms[0]) is not None


def _annotated(path: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Real forms that search, of none of the domains as far as their words tell, and real forms that do not."""
    if not path.is_file():
        return (), ()
    taken = {word for name in domain_names() for word in find_vocabulary(name).words}
    others: list[str] = []
    plain: list[str] = []
    for row in islice(_rows(path), _TAKEN):
        tree = parse_html(row["html"])
        nodes, forms = tree.css("form"), find_forms(tree, row["url"])
        if len(forms) != len(row["forms"]):
            continue
        for node, form, said in zip(nodes, forms, row["forms"], strict=True):
            if said["searchable"] is None or (said["searchable"] and tokens(form.text, form.name) & taken):
                continue
            if len(markup := adopted(node)) > _LONGEST_FORM // 2:
                continue
            if not said["searchable"]:
                plain.append(markup)
            elif _keeps_its_box(markup):
                others.append(markup)
    return tuple(dict.fromkeys(others)), tuple(dict.fromkeys(plain))


def _records(path: Path) -> dict[str, tuple[Record, ...]]:
    """Records by domain, titled by their first attribute that names them."""
    found: dict[str, list[Record]] = {}
    for row in _rows(path) if path.is_file() else ():
        values = tuple((name, values[0]) for name, values in row["attributes"].items() if values and values[0].strip())
        title = next((value for name, value in values if name in ("title", "model", "name")), "")
        if title:
            found.setdefault(row["vertical"], []).append(Record(row["id"], title, "", values))
    return {name: tuple(all_[:: max(1, len(all_) // _RECORDS)]) for name, all_ in found.items()}


def _fillers(folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, subject in _FILLERS.items():
        if (path := folder / f"{name}.jsonl.zst").is_file():
            texts = (row.get("text") or row.get("title") or "" for row in islice(_rows(path), _TAKEN))
            yield subject, tuple(part for text in texts for part in _paragraphs(text)[:2])
    for name, subject in _PAGE_FILLERS.items():
        if (path := folder / f"{name}.jsonl.zst").is_file():
            bodies = (parse_html(row["html"]).body for row in islice(_rows(path), _TAKEN))
            yield subject, tuple(part for body in bodies if body for part in _paragraphs(visible_text(body))[:4])


def _paragraphs(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[at : at + PARAGRAPH]) for at in range(0, len(words), PARAGRAPH) if len(words) - at > 12]


def _rows(path: Path) -> Iterator[Row]:
    try:
        with path.open("rb") as file:
            plain = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
            for line in io.TextIOWrapper(plain, encoding="utf-8"):
                yield json.loads(line)
    except (OSError, ValueError, zstandard.ZstdError) as error:
        raise ConfigError(f"cannot read {path}: {error}. Check the data folder.") from error
