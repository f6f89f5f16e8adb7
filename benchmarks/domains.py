"""The classifiers of discovery measured: forms by domain, pages by topic, searchable forms by a tree.

python -m benchmarks.domains DATA_FOLDER [--only forms|pages|tree]

DATA_FOLDER holds swde_pages, pages_ache_sample and forms_formasaurus (.jsonl.zst). Forms of six domains are judged by
classifiers that saw nothing of their site, wherever it sells: ten folds by the name of the site. Only forms that search
count, as in a crawl. A form is right six ways if its own domain is the likeliest of all six; it is right one way if the
classifier of a domain says yes to its own forms and no to others.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.metrics import f1_score
from sklearn.model_selection import GroupKFold, StratifiedKFold

from benchmarks.data import read_rows
from benchmarks.forms import examples as labelled_forms
from benchmarks.forms import figures
from benchmarks.linear import folds, train
from sonde.discover.ache.domain_classifier import RELEVANT, DomainClassifier, FormText, PageText
from sonde.discover.ache.form_text import form_words, page_words
from sonde.discover.ache.page_classifier import PageClassifier
from sonde.discover.ache.searchable_tree import SearchableTree, structure
from sonde.discover.ache.text_model import Counts
from sonde.discover.model import WebPage, host_of
from sonde.discover.read import read_page
from sonde.interface.forms.features import form_features
from sonde.interface.forms.score import judged, search_score
from sonde.model import Page

_FOLDS = 10
_PAGES = 6  # of each site
_EXAMPLES = 10


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page of a site, with the words of its searchable forms."""

    domain: str
    site: str
    words: Counts
    forms: tuple[Counts, ...]


def site_pages(path: Path) -> list[SitePage]:
    """The first pages of each site."""
    taken: dict[tuple[str, str], int] = defaultdict(int)
    found = []
    for row in read_rows(path):
        key = (row["vertical"], row["site"])
        taken[key] += 1
        if taken[key] <= _PAGES:
            page = read_page(Page(row["url"], row["html"]))
            forms = tuple(form_words(form) for form in page.forms if search_score(form) >= 0.5)
            found.append(SitePage(*key, page_words(page), forms))
    return found


def domain_classifier(pages: Sequence[SitePage], domain: str) -> DomainClassifier:
    """A classifier of one domain; the pages of the others are negative."""
    forms = [FormText(form, one.words, one.site, one.domain == domain) for one in pages for form in one.forms]
    rest = [PageText(one.words, one.site, one.domain == domain) for one in pages if not one.forms]
    return DomainClassifier.fit(forms, rest)


def from_few(pages: Sequence[SitePage], domain: str) -> DomainClassifier:
    """A classifier from ten example pages of a domain and nothing else."""
    own = [one for one in pages if one.domain == domain]
    chosen = random.Random(domain).sample(own, min(len(own), 4 * _EXAMPLES))
    chosen = sorted(chosen, key=lambda one: not one.forms)[:_EXAMPLES]
    forms = [FormText(form, one.words, one.site) for one in chosen for form in one.forms]
    return DomainClassifier.fit(forms, [PageText(one.words, one.site) for one in chosen if not one.forms])


Fit = Callable[[Sequence[SitePage], str], DomainClassifier]


def print_forms(path: Path) -> None:
    pages = site_pages(path)
    domains = sorted({one.domain for one in pages})
    forms = sum(len(one.forms) for one in pages)
    print(f"{forms} searchable forms on {len(pages)} pages of {len({(p.domain, p.site) for p in pages})} sites")
    for name, fit in (("forms and pages of other sites", domain_classifier), (f"{_EXAMPLES} examples only", from_few)):
        chances, own, sites, known = _judged(pages, domains, fit)
        right = chances.argmax(axis=1) == own
        by_site = defaultdict(list)
        for site, one in zip(sites, right, strict=True):
            by_site[site].append(bool(one))
        yes = chances >= RELEVANT
        truth = np.eye(len(domains), dtype=bool)[own]
        shares = np.mean([np.mean(each) for each in by_site.values()])
        print(f"domain of a form, learned from {name}:")
        print(f"  right six ways {right.mean():.3f} of forms, {shares:.3f} by site; of known sites {known[0]:.3f}")
        print(
            f"  right one way  {(yes == truth).mean():.3f}, precision {_share(truth, yes)}, "
            f"recall {_share(yes, truth)}; of known sites {known[1]:.3f}"
        )
        for at, domain in enumerate(domains):
            print(f"    {domain:12} {(yes[:, at] == truth[:, at]).mean():.3f} of {truth[:, at].sum()} and others")
        print("  wrong sites:", *(f"{'/'.join(s)} {np.mean(v):.2f}" for s, v in by_site.items() if np.mean(v) < 1))


def _share(of: np.ndarray, within: np.ndarray) -> str:
    return f"{of[within].mean():.3f}"


def _judged(
    pages: Sequence[SitePage], domains: Sequence[str], fit: Fit
) -> tuple[np.ndarray, np.ndarray, list[tuple[str, str]], tuple[float, float]]:
    """The chances of each form by domain, its own domain, and its site; how many were right that were learned from."""
    chances, own, sites, known = [], [], [], []
    for training, rest in _folds([one.site for one in pages]):
        models = [fit([pages[i] for i in training], domain) for domain in domains]
        for at in (*training, *rest):
            for form in pages[at].forms:
                found = np.array([model.probability(form, pages[at].words) for model in models])
                of = domains.index(pages[at].domain)
                if at in rest:
                    chances.append(found)
                    own.append(of)
                    sites.append((pages[at].domain, pages[at].site))
                else:
                    known.append(
                        (found.argmax() == of, np.mean((found >= RELEVANT) == (np.arange(len(domains)) == of)))
                    )
    six, one = np.mean(np.array(known, float), axis=0)
    return np.array(chances), np.array(own), sites, (float(six), float(one))


def _folds(groups: Sequence[str]) -> Iterator[tuple[list[int], list[int]]]:
    for training, rest in GroupKFold(_FOLDS, shuffle=True, random_state=0).split(groups, groups=groups):
        yield training.tolist(), rest.tolist()


def print_pages(path: Path) -> None:
    rows = [(read_page(Page(row["url"], row["html"])), row["label"] == "positive") for row in read_rows(path)]
    pages, labels = [page for page, _ in rows], np.array([label for _, label in rows])
    print(f"{len(pages)} pages, {labels.sum()} of them on topic, ten folds:")
    splitter = StratifiedKFold(_FOLDS, shuffle=True, random_state=0)
    parts = [(a.tolist(), b.tolist()) for a, b in splitter.split(pages, labels)]
    by_host = list(_folds([host_of(page.url) for page in pages]))
    for name, folds_, with_negatives in (
        ("pages on and off topic", parts, True),
        ("the same, hosts apart", by_host, True),
        ("pages on topic only, none to compare", parts, False),
    ):
        said = np.zeros(len(pages), bool)
        for training, rest in folds_:
            on = [pages[i] for i in training if labels[i]]
            off = [pages[i] for i in training if not labels[i]] if with_negatives else []
            said[rest] = _on_topic(PageClassifier.train(on, off), [pages[i] for i in rest])
        print(f"  {name:36} F1 {f1_score(labels, said):.3f}")
    said = np.zeros(len(pages), bool)
    for training, rest in parts:
        named = [i for i in training if labels[i]][::2]
        unlabelled = [pages[i] for i in training if i not in set(named)]
        classifier = PageClassifier.train([pages[i] for i in named], unlabelled=unlabelled)
        said[rest] = _on_topic(classifier, [pages[i] for i in rest])
    print(f"  {'half of them, all else unlabelled':36} F1 {f1_score(labels, said):.3f}")
    said = np.array(_on_topic(PageClassifier.train([], keywords=["ebola"]), pages))
    print(f"  {'one keyword':36} F1 {f1_score(labels, said):.3f}")


def _on_topic(classifier: PageClassifier, pages: Sequence[WebPage]) -> list[bool]:
    return [classifier.probability(page_words(page)) >= 0.5 for page in pages]


def print_tree(path: Path) -> None:
    found = labelled_forms(path)
    labels = [one.searches for one in found]
    domains = [one.domain for one in found]
    features, structures = [form_features(one.form) for one in found], [structure(one.form) for one in found]
    by_tree, by_words = [0.0] * len(found), [0.0] * len(found)
    for training, rest in folds(domains):
        tree = SearchableTree.fit([structures[i] for i in training], [labels[i] for i in training])
        weights = train([features[i] for i in training], [labels[i] for i in training], [domains[i] for i in training])
        for i in rest:
            by_tree[i] = tree.probability(structures[i])
            by_words[i] = judged(found[i].form, features[i], weights)
    print(f"{len(found)} labelled forms, ten folds that share no domain:")
    print("  decision tree on structure  ", figures(by_tree, labels))
    print("  structure and words (in use)", figures(by_words, labels))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.domains", description=__doc__)
    parser.add_argument("data_folder", type=Path)
    parser.add_argument("--only", choices=("forms", "pages", "tree"), help="one of the three measurements")
    options = parser.parse_args(arguments)
    folder = options.data_folder
    if options.only in (None, "tree"):
        print_tree(folder / "forms_formasaurus.jsonl.zst")
    if options.only in (None, "pages"):
        print_pages(folder / "pages_ache_sample.jsonl.zst")
    if options.only in (None, "forms"):
        print_forms(folder / "swde_pages.jsonl.zst")
    return 0


if __name__ == "__main__":
    sys.exit(main())
