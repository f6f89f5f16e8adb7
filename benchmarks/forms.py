"""The form classifier measured on hand-labelled forms, and trained on them.

python -m benchmarks.forms DATA_FOLDER [--train]

DATA_FOLDER holds forms_formasaurus.jsonl.zst. Every held-out figure is of ten folds that share no domain:
each form is judged by weights that saw nothing of its site. --train then writes the weights of all forms.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import read_rows
from benchmarks.linear import folds, train, write_weights
from sonde.interface import linear
from sonde.interface.forms import score
from sonde.interface.forms.candidates import SEARCHABLE, unfit, unfit_by
from sonde.interface.forms.features import form_features
from sonde.interface.linear import Features, read_weights
from sonde.model import Form
from sonde.page.dom import parse_html
from sonde.page.forms import find_forms

_WEIGHTS = Path(linear.__file__).parent / "weights" / "forms.json"


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled form."""

    form: Form
    url: str
    domain: str
    type: str
    query_fields: frozenset[str]  # empty where the fields are not labelled

    @property
    def searches(self) -> bool:
        return self.type == "search"


def examples(path: Path) -> list[Example]:
    """The annotated forms; pages where another parser saw another number of forms are left out."""
    found = []
    for row in read_rows(path):
        forms = find_forms(parse_html(row["html"]), row["url"])
        if len(forms) != len(row["forms"]):
            continue
        for form, label in zip(forms, row["forms"], strict=True):
            if label["searchable"] is not None:
                queries = frozenset(name for name, kind in label["fields"].items() if kind == "search query")
                found.append(Example(form, row["url"], row["domain"], label["type"], queries))
    return found


def figures(scores: Iterable[float], labels: Iterable[bool]) -> str:
    """Precision, recall and F1 for "search"."""
    counts = Counter((score >= SEARCHABLE, label) for score, label in zip(scores, labels, strict=True))
    right, wrong, missed = counts[True, True], counts[True, False], counts[False, True]
    precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
    f1 = 2 * right / max(1, 2 * right + wrong + missed)
    return f"precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}  ({wrong} wrong, {missed} missed)"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.forms", description=__doc__)
    parser.add_argument("data_folder", type=Path)
    parser.add_argument("--train", action="store_true", help="write the weights of all forms into the package")
    parser.add_argument("--misses", action="store_true", help="print each form that was judged wrongly")
    options = parser.parse_args(arguments)
    found = examples(options.data_folder / "forms_formasaurus.jsonl.zst")
    features = [form_features(example.form) for example in found]
    labels = [example.searches for example in found]
    print(f"{len(found)} forms of {len({example.domain for example in found})} domains, {sum(labels)} of them search")
    held_out = _cross_validate(found, features, labels)
    print("held out    ", figures(held_out, labels))
    if options.train:
        write_weights(train(features, labels, [example.domain for example in found]), _WEIGHTS)
        read_weights.cache_clear()
    shipped = [score.search_score(example.form) for example in found]
    print(f"as shipped  {figures(shipped, labels)}  (trained on the same forms, {len(read_weights('forms'))} weights)")
    _print_query_fields(found)
    _print_submitted(found, held_out)
    _print_time([example.form for example in found])
    if options.misses:
        _print_misses(found, held_out)
    return 0


def _cross_validate(found: Sequence[Example], features: Sequence[Features], labels: Sequence[bool]) -> list[float]:
    """The score of each form by weights of other domains; prints how well those fit what they were trained on."""
    domains = [example.domain for example in found]
    scores = [0.0] * len(found)
    on_training: list[tuple[float, bool]] = []
    for training, held_out in folds(domains):
        weights = train([features[i] for i in training], [labels[i] for i in training], [domains[i] for i in training])
        on_training += [(score.judged(found[i].form, features[i], weights), labels[i]) for i in training]
        for i in held_out:
            scores[i] = score.judged(found[i].form, features[i], weights)
    print("in training ", figures(*zip(*on_training, strict=True)))
    return scores


def _print_query_fields(found: Sequence[Example]) -> None:
    labelled = [example for example in found if example.searches and example.query_fields]
    right = 0
    for example in labelled:
        field = score.query_field(example.form)
        right += field is not None and field.name in example.query_fields
    print(f"query field right in {right} of {len(labelled)} search forms that label one")


def _print_submitted(found: Sequence[Example], held_out: Sequence[float]) -> None:
    """How many forms of each class would be sent if each stood on a site alone: by score, or as a last resort."""
    print("type                      forms  refused  sent, held out  sent, as shipped")
    for kind in sorted({example.type for example in found}):
        of_kind = [(example, value) for example, value in zip(found, held_out, strict=True) if example.type == kind]
        refused = sum(bool(score.refusal(example.form)) for example, _ in of_kind)
        sent = [example for example, value in of_kind if not unfit_by(value, example.form, example.url)]
        shipped = sum(not unfit(example.form, example.url) for example, _ in of_kind)
        print(f"{kind:25} {len(of_kind):5}  {refused:7}  {len(sent):14}  {shipped:16}")
        if kind != "search":
            for example in sent:
                print(f"    {example.form.method} {example.form.action}")


def _print_time(forms: Sequence[Form]) -> None:
    times = []
    for form in forms:
        started = time.process_time()
        score.search_score(form)
        score.query_field(form)
        times.append(time.process_time() - started)
    times.sort()
    mean, late = sum(times) / len(times), times[int(0.99 * len(times))]
    print(f"{1000 * mean:.2f} ms per form, 99 % under {1000 * late:.2f} ms, longest {1000 * times[-1]:.2f} ms")


def _print_misses(found: Sequence[Example], held_out: Sequence[float]) -> None:
    for example, s in zip(found, held_out, strict=True):
        if (s >= SEARCHABLE) != example.searches:
            form = example.form
            shown = [(field.name, field.kind, field.label[:25]) for field in form.fields if field.kind != "hidden"][:6]
            print(f"{s:.2f} {example.type}: {form.method} {form.action} {form.name!r} {score.refusal(form)} {shown}")


if __name__ == "__main__":
    sys.exit(main())
