"""Log lines on stderr: readable ones, or the same facts as JSON."""

import json
import logging
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sonde.cli.terminal import one_line, stderr_console

_FACT = re.compile(r"(?:(\w+)=)?%[-#0 +]*\d*(?:\.\d+)?[sradfixeg]")


class _ConsoleHandler(logging.Handler):
    """Writes through the console, so that lines appear above live progress and not across it."""

    def emit(self, record: logging.LogRecord) -> None:
        stderr_console().print(self.format(record), markup=False, highlight=False)


class LineFormatter(logging.Formatter):
    """`12:30:05 INFO query answered words='jazz' new=12`: time, level, then the event and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = f"{stamp} {record.levelname} {one_line(record.getMessage())}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """One object per line: time, level, logger, event, and each fact of the message under its own name."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": event_of(record),
            **facts_of(record),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str)


def event_of(record: logging.LogRecord) -> str:
    """What happened: the message up to its first fact."""
    if not facts_of(record):
        return record.getMessage()
    first = _FACT.search(str(record.msg))
    return str(record.msg)[: first.start() if first else None].strip()


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """The `name=%s` parts of a message with their values; none when the message has another form."""
    names = [match[1] for match in _FACT.finditer(str(record.msg))]
    arguments = record.args if isinstance(record.args, tuple) else ()
    if len(names) != len(arguments):
        return {}
    return {name: value for name, value in zip(names, arguments, strict=True) if name}


@contextmanager
def logs_to_stderr(*, verbose: bool, quiet: bool, as_json: bool, is_live: bool) -> Iterator[None]:
    """Within the block log lines go to stderr; only warnings where live progress shows the work itself."""
    level = logging.WARNING if is_live else logging.INFO
    if verbose or quiet:
        level = logging.DEBUG if verbose else logging.ERROR
    handler = _ConsoleHandler(level)
    handler.setFormatter(JsonFormatter() if as_json else LineFormatter())
    root, own = logging.getLogger(), logging.getLogger("sonde")
    before = own.level
    root.addHandler(handler)
    own.setLevel(level)
    try:
        yield
    finally:
        root.removeHandler(handler)
        own.setLevel(before)
