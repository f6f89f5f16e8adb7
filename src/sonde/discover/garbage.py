"""How often Python looks for garbage while a discovery runs."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG = 50_000  # objects made between two looks


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Looks for cycles less often, and not among what is there: the links of a discovery live long and have none."""
    before = gc.get_threshold()
    gc.set_threshold(max(_YOUNG, before[0]), *before[1:])
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
