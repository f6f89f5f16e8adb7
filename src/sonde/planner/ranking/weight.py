"""The weight w between coverage and ranking (Valkanas 2011, 3.3)."""

from sonde.errors import ConfigError


def checked_weight(weight: float) -> float:
    """The weight, which must be from 0 to 1."""
    if not 0 <= weight <= 1:
        raise ConfigError(
            f"the ranking weight is {weight}: use a number from 0 (coverage only) to 1 (ranking only), such as 0.5."
        )
    return weight
