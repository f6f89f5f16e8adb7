"""What the tests of the command line share: small sites to crawl, and `sonde` as a program or in process."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from typer.testing import CliRunner
from wordfreq import top_n_list

from sonde.cli import app
from sonde.lab.process import SiteProcess, site_process
from sonde.lab.traits import Traits

DOCUMENTS = 120
FAST = ("--delay", "0", "--concurrency", "8")


def write_corpus(path: Path) -> Path:
    """A file of readable documents, each with a title of its own."""
    rng = Random(7)
    words = [word for word in top_n_list("en", 1500) if len(word) > 3]
    with path.open("w", encoding="utf-8") as file:
        for i in range(DOCUMENTS):
            title = f"{words[i].title()} {words[i + 1]} report"
            row = {"title": title, "text": " ".join(rng.choices(words, k=30)), "year": 1900 + i}
            file.write(json.dumps(row) + "\n")
    return path


@contextmanager
def small_site(folder: Path, traits: Traits | None = None) -> Iterator[SiteProcess]:
    """The documents of `write_corpus` behind a search box."""
    with site_process(str(write_corpus(folder / "corpus.jsonl")), traits, name="Report Office") as site:
        yield site


@contextmanager
def fixed_site(page: str, *, status: int = 200) -> Iterator[str]:
    """The address of a site that answers every request with the same page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name http.server asks for
            missing = self.path == "/robots.txt"
            self.send_response(404 if missing else status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def last(self) -> dict[str, Any]:
        """The object on the last line of stdout."""
        value = json.loads(self.out.splitlines()[-1])
        assert isinstance(value, dict)
        return value


def environment(**extra: str) -> dict[str, str]:
    """The environment of the tests without settings of the person who runs them."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SONDE_")}
    return {**kept, "COLUMNS": "200", **extra}


def start(*arguments: str | Path, cwd: Path) -> "subprocess.Popen[str]":
    """`sonde` as a running program."""
    pipe = subprocess.PIPE
    # Shells let what they run in the background ignore Ctrl-C, and so would the program.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(
        command(arguments), stdout=pipe, stderr=pipe, text=True, cwd=cwd, env=environment(), preexec_fn=heed
    )


def program(*arguments: str | Path, cwd: Path) -> Ran:
    """`sonde` run to its end as a program."""
    ran = subprocess.run(command(arguments), capture_output=True, text=True, cwd=cwd, env=environment(), check=False)
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def sonde(*arguments: str | Path, stdin: bytes = b"", env: dict[str, str] | None = None) -> Ran:
    """A command in this process, in the working directory of the test."""
    ran = CliRunner().invoke(app, list(map(str, arguments)), input=stdin, env=env)
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return Ran(ran.exit_code, ran.stdout, ran.stderr)


def command(arguments: Sequence[str | Path]) -> list[str]:
    """The command line of a program that runs this checkout."""
    return [sys.executable, "-m", "sonde", *map(str, arguments)]
