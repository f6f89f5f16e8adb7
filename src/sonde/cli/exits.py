"""Exit codes: what a script learns from a command without reading its output."""

import signal
from collections.abc import Mapping

from sonde.errors import ConfigError, MissingExtraError, SondeError
from sonde.model import StopReason

DONE, FAILED, USAGE, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130

EXPLAINED = (
    "Exit codes: 0 done; 1 failed; 2 wrong usage or configuration; 3 stopped by a limit with partial results "
    "kept; 130 interrupted (143 by SIGTERM), what was stored is kept."
)

_BY_REASON: Mapping[StopReason, int] = {
    "exhausted": DONE,
    "estimate reached": DONE,
    "yield too low": DONE,
    "budget": LIMIT,
    "blocked": FAILED,
    "error": FAILED,
    "interrupted": INTERRUPTED,
}


def code_of_stop(reason: StopReason) -> int:
    """The exit code for the reason a crawl ended."""
    return _BY_REASON[reason]


def code_of_error(error: SondeError) -> int:
    """2 for what the user can correct before starting, 1 for everything else."""
    return USAGE if isinstance(error, ConfigError | MissingExtraError) else FAILED


def code_of_signal(number: int) -> int:
    """What a shell expects of a process that a signal ended: 130 for Ctrl-C, 143 for SIGTERM."""
    return 128 + signal.Signals(number)
