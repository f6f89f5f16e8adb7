"""When an answer is complete: nothing under way, nothing due, nothing changing. Pure."""

from dataclasses import dataclass

QUIET_S = 0.1  # without any change


@dataclass(frozen=True, slots=True)
class State:
    """What is going on in a page since the last action."""

    ready: bool = False  # the document is there
    busy: bool = False  # it waits for the site
    timers: bool = False  # a short delay or a worker is under way
    quiet_s: float = 0.0  # since anything changed
    reacted: bool = False  # anything happened


def is_settled(state: State, *, waited_s: float, patience_s: float, quiet_s: float = QUIET_S) -> bool:
    """Whether the page can be read; one that has not reacted is given `patience_s` to begin."""
    if not state.ready or state.busy or state.timers or state.quiet_s < quiet_s:
        return False
    return state.reacted or waited_s >= patience_s
