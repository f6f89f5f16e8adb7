"""What an experiment with discovery prints and draws: the figures and tables of ACHE 2007."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from sonde.lab.discovery import Run
from sonde.lab.figures import Line, draw_lines, new_axes, save
from sonde.lab.tables import Row, shown, text_table

BASE, BOTH, OURS = "baseline", "offline-online", "best"
TERMS = 8  # of each feature space in a table
_SPACES = ("url", "anchor", "around")


def run_row(run: Run) -> Row:
    """A run as one object of the JSON output."""
    return {
        "recipe": run.recipe,
        "domain": run.domain,
        "mode": run.mode,
        "pages": run.pages,
        "relevant": run.relevant,
        "harvested": run.harvested,
        "precision": round(run.precision, 4),
        "density": round(run.density, 6),
        "on_topic": run.on_topic,
        "searchable": run.searchable,
        "sites": run.sites,
        "there": run.there,
        "iterations": len(run.iterations),
        "seconds": round(run.seconds, 1),
    }


def forms_table(runs: Sequence[Run]) -> str:
    """Figure 3: relevant forms of each mode and domain, the mean over the webs, and how they compare."""
    modes, domains, compared = _modes(runs), by_density(runs), _compared(runs)
    rows = [[domain, *_forms_row(runs, domain)] for domain in domains]
    total = ["all", ""] + [shown(sum(mean_forms(runs, one, mode) for one in domains), 1) for mode in modes]
    total += [shown(_total_ratio(runs, one, two), 2) for one, two in compared]
    return text_table(["domain", *_forms_header(runs)], [*rows, total])


def _compared(runs: Sequence[Run]) -> list[tuple[str, str]]:
    return [(one, two) for one, two in (("online", BASE), (BOTH, BASE), (OURS, BOTH)) if {one, two} <= {*_modes(runs)}]


def _forms_header(runs: Sequence[Run]) -> list[str]:
    return ["density %", *_modes(runs), *(f"{one} : {two}" for one, two in _compared(runs))]


def _forms_row(runs: Sequence[Run], domain: str) -> list[str]:
    row = [shown(_density(runs, domain), 2)]
    row += [shown(mean_forms(runs, domain, mode), 1) for mode in _modes(runs)]
    return row + [shown(ratio(runs, domain, one, two), 2) for one, two in _compared(runs)]


def precision_table(runs: Sequence[Run]) -> str:
    """How many of the harvested forms are of the domain, in percent, over all webs."""
    modes, domains = _modes(runs), by_density(runs)
    rows = []
    for domain in [*domains, ""]:
        row = [domain or "all"]
        for mode in modes:
            some = [run for run in runs if run.mode == mode and domain in ("", run.domain)]
            harvested = sum(run.harvested for run in some)
            row.append(shown(100 * sum(run.relevant for run in some) / harvested, 1) if harvested else "-")
        rows.append(row)
    return text_table(["domain", *modes], rows)


def recipe_table(runs: Sequence[Run]) -> str:
    """The same comparison on each web by itself."""
    rows = []
    for recipe in dict.fromkeys(run.recipe for run in runs):
        own = [run for run in runs if run.recipe == recipe]
        rows += [[recipe, domain, *_forms_row(own, domain)] for domain in by_density(own)]
    return text_table(["web", "domain", *_forms_header(runs)], rows)


def feature_table(run: Run) -> str:
    """Table 2: the terms that each learning iteration selected."""
    rows = [
        [str(number), str(one["pages"]), str(one["paths"]), *(_terms(one["features"], space) for space in _SPACES)]
        for number, one in enumerate(run.iterations)
    ]
    return text_table(["iteration", "pages", "paths", "URL", "anchor", "around"], rows)


def discovery_figures(folder: Path, runs: Sequence[Run]) -> list[Path]:
    """Draws Figure 3 as bars, Figure 5 as lines over the pages of each domain, Figure 6 as frequencies of features."""
    paths = _bars(folder / "forms-by-mode", runs)
    for domain in by_density(runs):
        paths += _over_pages(folder / f"forms-over-pages-{domain}", runs, domain)
    learned = [run for run in runs if run.mode == "online" and len(run.iterations) > 1]
    if learned:
        paths += _features(folder, max(learned, key=lambda run: run.relevant))
    return paths


def by_density(runs: Sequence[Run]) -> list[str]:
    """The domains from dense to sparse, as the baseline finds them."""
    return sorted(dict.fromkeys(run.domain for run in runs), key=lambda domain: -_density(runs, domain))


def mean_forms(runs: Sequence[Run], domain: str, mode: str) -> float:
    """Relevant forms, the mean over the webs."""
    some = [run.relevant for run in runs if run.domain == domain and run.mode == mode]
    return sum(some) / len(some) if some else 0.0


def ratio(runs: Sequence[Run], domain: str, mode: str, to: str) -> float | None:
    """How many times as many forms one mode finds as another; None where that one finds none."""
    least = mean_forms(runs, domain, to)
    return mean_forms(runs, domain, mode) / least if least else None


def _total_ratio(runs: Sequence[Run], mode: str, to: str) -> float | None:
    least = sum(mean_forms(runs, domain, to) for domain in by_density(runs))
    return sum(mean_forms(runs, domain, mode) for domain in by_density(runs)) / least if least else None


def _density(runs: Sequence[Run], domain: str) -> float:
    """In percent, as the baseline finds them, else as the first mode does."""
    first = BASE if any(run.mode == BASE for run in runs) else runs[0].mode
    some = [100 * run.density for run in runs if run.domain == domain and run.mode == first]
    return sum(some) / len(some) if some else 0.0


def _modes(runs: Sequence[Run]) -> list[str]:
    return list(dict.fromkeys(run.mode for run in runs))


def _terms(features: Mapping[str, Mapping[str, int]], space: str) -> str:
    terms = features.get(space, {})
    return ", ".join(sorted(terms, key=lambda term: (-terms[term], term))[:TERMS])


def _bars(stem: Path, runs: Sequence[Run]) -> list[Path]:
    figure, axes = new_axes()
    modes, domains = _modes(runs), by_density(runs)
    width = 0.8 / len(modes)
    for at, mode in enumerate(modes):
        places = [number + at * width for number in range(len(domains))]
        axes.bar(places, [mean_forms(runs, domain, mode) for domain in domains], width, label=mode)
    axes.set_xticks([number + 0.4 - width / 2 for number in range(len(domains))], domains)
    axes.set(title=f"Relevant forms in {runs[0].pages:,} pages", ylabel="forms, mean over the webs")
    axes.set_yscale("symlog", linthresh=10)
    axes.grid(True, axis="y", alpha=0.3)
    figure.legend(frameon=False, ncols=len(modes), loc="outside lower center")
    return save(figure, stem)


def _over_pages(stem: Path, runs: Sequence[Run], domain: str) -> list[Path]:
    lines = []
    for mode in _modes(runs):
        some = [run for run in runs if run.domain == domain and run.mode == mode]
        most = max((run.pages for run in some), default=0)
        if not most:
            continue
        steps = range(0, most + 1, max(1, most // 100))
        lines.append(Line(mode, list(steps), [sum(run.at(step) for run in some) / len(some) for step in steps]))
    return draw_lines(stem, lines, title=f"Relevant forms over pages: {domain}", x_label="pages", y_label="forms")


def _features(folder: Path, run: Run) -> list[Path]:
    paths = []
    for space in _SPACES:
        last = run.iterations[-1]["features"].get(space, {})
        terms = sorted(last, key=lambda term: (-last[term], term))[:TERMS]
        lines = [
            Line(term, list(range(len(run.iterations))), [_share(one, space, term) for one in run.iterations])
            for term in terms
        ]
        title = f"Terms in {space}, {run.mode} in {run.domain}"
        stem = folder / f"features-{space}"
        paths += draw_lines(
            stem, lines, title=title, x_label="learning iteration", y_label="links, the most frequent term = 1"
        )
    return paths


def _share(iteration: Mapping[str, Mapping[str, Mapping[str, int]]], space: str, term: str) -> float:
    terms = iteration["features"].get(space, {})
    most = max(terms.values(), default=1)
    return terms.get(term, 0) / most
