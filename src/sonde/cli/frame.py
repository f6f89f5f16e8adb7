"""What every command shares: -v, -q and --log-json, and errors told in a sentence and an exit code."""

import functools
import inspect
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from sonde.cli.exits import INTERRUPTED, USAGE, code_of_error
from sonde.cli.logs import logs_to_stderr
from sonde.cli.terminal import flush_stdout, is_live, is_terminal, prepare_streams, tell
from sonde.errors import SondeError, StoreError

Command = Callable[..., None]

_PANEL = "Output"
_Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Log decisions too, and errors in full.", rich_help_panel=_PANEL),
]
_Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no log but errors.", rich_help_panel=_PANEL)]
_LogJson = Annotated[bool, typer.Option("--log-json", help="Log lines as JSON, no progress.", rich_help_panel=_PANEL)]


def framed(command: Command) -> Command:
    """The command with the options every command has; a known error becomes a message and an exit code."""

    @functools.wraps(command)
    def run(*, verbose: bool, quiet: bool, log_json: bool, **arguments: object) -> None:
        if verbose and quiet:
            tell("error: --verbose and --quiet contradict each other; choose one.")
            raise typer.Exit(USAGE)
        prepare_streams()
        is_live.set(is_terminal() and not quiet and not log_json)
        with logs_to_stderr(verbose=verbose, quiet=quiet, as_json=log_json, is_live=is_live.get()):
            _run(command, arguments, verbose=verbose)

    return with_options(run, verbose=(_Verbose, False), quiet=(_Quiet, False), log_json=(_LogJson, False))


def _run(command: Command, arguments: Mapping[str, object], *, verbose: bool) -> None:
    try:
        try:
            command(**arguments)
        finally:
            flush_stdout()
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        raise  # the reader of our output has seen enough; typer ends in silence
    except OSError as error:
        raise typer.Exit(_explain(_as_store_error(error), verbose=verbose)) from error
    except SondeError as error:
        raise typer.Exit(_explain(error, verbose=verbose)) from error
    except ExceptionGroup as group:
        # Tasks that fail together do so for one reason, such as a full disk.
        known, unknown = group.split(SondeError)
        if known is None or unknown is not None:
            raise
        raise typer.Exit(_explain(_first(known), verbose=verbose)) from group


def with_options(command: Command, **options: tuple[object, object]) -> Command:
    """The command with further keyword arguments in the signature that typer reads: (annotation, default)."""
    signature = inspect.signature(command)
    own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    keyword = inspect.Parameter.KEYWORD_ONLY
    further = [
        inspect.Parameter(name, keyword, annotation=annotation, default=default)
        for name, (annotation, default) in options.items()
    ]
    parameters: Sequence[inspect.Parameter] = [*own, *further]
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in parameters}
    return command


def _explain(error: SondeError, *, verbose: bool) -> int:
    if verbose:
        tell("".join(traceback.format_exception(error)))
    tell(f"error: {error}")
    return code_of_error(error)


def _as_store_error(error: OSError) -> StoreError:
    """Trouble with a file or a stream that no part of us expected, such as a full disk behind stdout."""
    place = str(error.filename or "stdout")
    told = StoreError(
        f"cannot use {place}: {error.strerror or error}. Check that it may be used and has room, and run this again.",
        path=Path(place),
    )
    told.__cause__ = error  # for --verbose
    return told


def _first(group: ExceptionGroup[SondeError]) -> SondeError:
    error = group.exceptions[0]
    return _first(error) if isinstance(error, ExceptionGroup) else error
