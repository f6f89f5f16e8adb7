"""How often Python looks for garbage while a discovery runs."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG = 50_000  # objects made between two looks


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Looks for cycles less often: the links of a discovery are many, live long and have none.

    What was there before, such as tables of words, is not looked at.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(max(_YOUNG, before[0]), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
