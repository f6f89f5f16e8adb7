"""The number of hits a site admits to."""

from sonde.lab.traits import Count


def shown_total(total: int, count: Count) -> int | None:
    """The hit count as the site states it: two leading digits when rounded, None when hidden."""
    if count == "hidden":
        return None
    if count == "exact" or total < 100:
        return total
    unit: int = 10 ** (len(str(total)) - 2)
    return (total + unit // 2) // unit * unit
