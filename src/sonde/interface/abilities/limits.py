"""The numbers that people set as limits."""

# How often, among others.
ROUND = {
    20: 1, 30: 1, 40: 1, 50: 2, 100: 4, 150: 1, 200: 3, 250: 2, 300: 2, 400: 1, 500: 3, 1000: 4, 2000: 1, 5000: 1,
    10_000: 2,
}  # fmt: skip
_LEAST = 100
_LEADING = (1, 2, 25, 5)  # what such numbers begin with; zeros follow


def is_usual_limit(reach: int) -> bool:
    """Whether a number of results is one that people set as a limit: few answers end there by chance."""
    return reach >= _LEAST and int(str(reach).rstrip("0")) in _LEADING
