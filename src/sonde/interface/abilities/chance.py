"""How likely a count is."""

from math import exp, lgamma, log


def at_most(seen: int, *, expected: float) -> float:
    """The chance of so few where so many are expected (Poisson)."""
    return sum(exp(k * log(expected) - expected - lgamma(k + 1)) for k in range(seen + 1)) if expected else 1.0
