"""The results of mining as tables and charts."""

from collections.abc import Sequence
from pathlib import Path

from sonde.discover.xcrawl.methods import DEFAULT_METHOD
from sonde.discover.xcrawl.walk import MAX_ITERATIONS, RESTART
from sonde.lab.figures import Line, draw_lines
from sonde.lab.mining import ITERATIONS, RESTARTS, TO_THE_END, Mined
from sonde.lab.tables import Row, mean, shown, text_table


def mined_row(one: Mined) -> Row:
    """One result with the keys of --json."""
    return {
        "seed": one.seed, "domain": one.domain, "site": one.host, "method": one.method, "targets": one.targets,
        "pages": one.pages, "found": one.found, "recall": round(one.recall, 4),
        "harvest_rate": round(one.harvest_rate, 4), "restart": one.restart, "max_iterations": one.max_iterations,
    }  # fmt: skip


def sites_table(mined: Sequence[Mined]) -> str:
    """Figures 4 to 7: what each method found on each site, beside what is there."""
    methods = list(dict.fromkeys(one.method for one in mined))
    by_place = {(one.seed, one.host, one.method): one for one in mined}
    rows = []
    for seed, host in dict.fromkeys((one.seed, one.host) for one in mined):
        found = [by_place[seed, host, method] for method in methods]
        ends = [str(one.pages) for one in found if one.method in (DEFAULT_METHOD, TO_THE_END)]
        rows.append([host, str(seed), str(found[0].targets), *(str(one.found) for one in found), *ends])
    pages = [f"pages of {method}" for method in methods if method in (DEFAULT_METHOD, TO_THE_END)]
    return text_table(["site", "seed", "existing", *methods, *pages], rows)


def recall_table(mined: Sequence[Mined]) -> str:
    """Figure 8: the average recall of each method in each domain, and its ratio to the apprentice's."""
    methods = list(dict.fromkeys(one.method for one in mined))
    domains = list(dict.fromkeys(one.domain for one in mined))
    rows = [[domain, *(shown(_recall(mined, method, domain), 3) for method in methods)] for domain in domains]
    rows.append(["all", *(shown(_recall(mined, method), 3) for method in methods)])
    base = _recall(mined, "apprentice") if "apprentice" in methods else None
    if base:
        rows.append(["ratio to apprentice", *(shown((_recall(mined, method) or 0) / base, 2) for method in methods)])
    return text_table(["domain", *methods], rows)


def parameters_table(mined: Sequence[Mined]) -> str:
    """Figure 10: harvest rate and recall by restart probability and by iterations."""
    rows = []
    for name, values in (("restart", RESTARTS), ("iterations", ITERATIONS)):
        for value in values:
            wanted = (value, MAX_ITERATIONS) if name == "restart" else (RESTART, value)
            same = [one for one in mined if (one.restart, one.max_iterations) == wanted]
            if same:
                rates = [shown(mean([getattr(one, key) for one in same]), 3) for key in ("harvest_rate", "recall")]
                rows.append([name, f"{value:g}", *rates, shown(mean([float(one.pages) for one in same]))])
    return text_table(["parameter", "value", "harvest rate", "recall", "pages"], rows)


def mining_figures(folder: Path, mined: Sequence[Mined]) -> list[Path]:
    """Recall over pages for each domain, each site stretched to the same length."""
    written: list[Path] = []
    shares = [step / 50 for step in range(51)]
    for domain in dict.fromkeys(one.domain for one in mined):
        ours = [one for one in mined if one.method == DEFAULT_METHOD and one.domain == domain]
        limit = {(one.seed, one.host): one.pages for one in ours}
        lines = []
        for method in dict.fromkeys(one.method for one in mined if one.method != TO_THE_END):
            runs = [one for one in mined if one.method == method and one.domain == domain]
            heights = [mean([_at(one, share, limit[one.seed, one.host]) for one in runs]) or 0.0 for share in shares]
            lines.append(Line(method, shares, heights))
        written += draw_lines(
            folder / f"mining-{domain}", lines, title=f"Target pages found: {domain}",
            x_label="share of the pages that `best` fetched", y_label="recall", y_range=(0, 1),
        )  # fmt: skip
    return written


def _at(one: Mined, share: float, limit: int) -> float:
    """Recall after a share of the pages allowed."""
    at = min(len(one.curve), round(share * limit))
    return one.curve[at - 1] / one.targets if at else 0.0


def _recall(mined: Sequence[Mined], method: str, domain: str = "") -> float | None:
    return mean([one.recall for one in mined if one.method == method and domain in ("", one.domain)])
