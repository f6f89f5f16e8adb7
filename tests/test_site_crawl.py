"""A whole crawl over HTTP: into a folder, resumed, stopped, and used as a library."""

import ast
import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

import sonde
from python_library import python_library
from sonde.errors import ConfigError
from sonde.interface.yaml.file import load_interface, save_interface
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.server import LabServer, serve
from sonde.lab.traits import Traits

RECORDS = python_library()[::40][:120]
FAST = sonde.NetOptions(delay_s=0, concurrency=4)

TALES = [
    Record("1", "The fox", "A fox went into the forest with another fox."),
    Record("2", "The forest", "The forest is dark and people need light in it."),
    Record("3", "The light", "People need light that comes into the house."),
    Record("4", "The house", "A house with people and a fox."),
]


@pytest.fixture
async def site() -> AsyncIterator[LabServer]:
    async with serve(Engine(RECORDS, Traits(cap=30, page_size=10))) as server:
        yield server


async def run(crawl: sonde.Crawl) -> list[sonde.Document]:
    async with crawl:
        return [document async for document in crawl]


def runs(folder: Path) -> list[str]:
    """The stop reasons of a folder's runs."""
    return [run.stop.reason if run.stop else "" for run in sonde.open(folder).runs()]


async def test_a_url_becomes_a_folder_with_everything_in_it(site: LabServer, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    crawl = sonde.crawl(site.url, into=folder, max_queries=60, net=FAST)
    assert crawl.stop is None
    documents = await run(crawl)
    titles = {record.title for record in RECORDS}
    assert len({document.title for document in documents} & titles) >= 0.95 * len(titles)
    assert {path.name for path in folder.iterdir()} >= {
        "crawl.db",
        "archive",
        "interface.yaml",
        "report.html",
    }
    status = sonde.open(folder).status()
    assert status.stop == crawl.stop == crawl.progress.stop
    assert status.documents + status.aside == len(documents) == crawl.progress.documents
    assert status.queries == crawl.progress.queries <= 60
    assert status.requests == crawl.progress.requests == site.requests
    assert status.coverage == crawl.coverage


async def test_running_it_again_resumes_and_a_finished_crawl_asks_nothing(site: LabServer, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    await run(sonde.crawl(site.url, into=folder, max_queries=3, net=FAST))
    learning = len(site.queries) - 3
    await run(sonde.crawl(site.url, into=folder, max_queries=6, net=FAST))
    assert len(site.queries) == learning + 6, "nothing is learned or asked twice"
    requests = site.requests
    crawl = sonde.crawl(site.url, into=folder, max_queries=6, net=FAST)
    assert await run(crawl) == []
    assert site.requests == requests
    assert crawl.progress.queries == 6
    assert runs(folder) == ["budget"] * 3


async def test_documents_from_results_alone_cost_no_further_requests(site: LabServer, tmp_path: Path) -> None:
    learned = await sonde.inspect(site.url, net=FAST)
    before = site.requests
    crawl = sonde.crawl(learned, into=tmp_path / "copy", max_queries=5, documents="results", net=FAST)
    documents = await run(crawl)
    pages = sum(outcome.pages for outcome in sonde.open(tmp_path / "copy").outcomes())
    assert site.requests - before == pages + 1, "and robots.txt"
    by_title = {record.title: record for record in RECORDS}
    assert documents
    for document in documents:
        assert document.title in by_title
        assert document.text


async def test_a_corrected_interface_in_the_folder_is_used_and_never_overwritten(
    site: LabServer, tmp_path: Path
) -> None:
    learned = await sonde.inspect(site.url, net=FAST)
    path = tmp_path / "copy" / "interface.yaml"
    path.parent.mkdir()
    save_interface(replace(learned, seeds=("module",)), path)
    text = path.read_text()
    await run(sonde.crawl(site.url, into=tmp_path / "copy", max_queries=1, net=FAST))
    assert site.queries[-1] == "module"
    assert path.read_text() == text
    await run(sonde.crawl(path, into=tmp_path / "other", max_queries=1, net=FAST))
    assert load_interface(tmp_path / "other" / "interface.yaml").seeds == ("module",)


async def test_another_interface_than_the_folders_is_not_used_in_silence(
    site: LabServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    learned = await sonde.inspect(site.url, net=FAST)
    for _ in range(2):
        await run(sonde.crawl(learned, into=tmp_path / "copy", max_queries=1, net=FAST))
    assert caplog.messages == []
    other = replace(learned, seeds=("module",))
    await run(sonde.crawl(other, into=tmp_path / "copy", max_queries=2, net=FAST))
    assert caplog.messages == [f"the interface in {tmp_path / 'copy' / 'interface.yaml'} is used, not the one given"]
    assert "module" not in site.queries


async def test_seeds_given_by_the_caller_come_first(site: LabServer, tmp_path: Path) -> None:
    await run(sonde.crawl(site.url, into=tmp_path / "c", max_queries=2, seeds=("class", "value"), net=FAST))
    assert site.queries[-2:] == ["class", "value"]


async def test_leaving_early_is_noted_as_interrupted_and_keeps_the_answer(site: LabServer, tmp_path: Path) -> None:
    async with sonde.crawl(site.url, into=tmp_path / "copy", net=FAST) as crawl:
        async for _ in crawl:
            break
    assert crawl.stop is not None
    assert crawl.stop.reason == "interrupted"
    held = list(sonde.open(tmp_path / "copy").documents())
    assert len(held) == len(next(sonde.open(tmp_path / "copy").outcomes()).new) > 1
    assert runs(tmp_path / "copy") == ["interrupted"]


async def test_an_error_of_the_caller_passes_through_and_is_noted(site: LabServer, tmp_path: Path) -> None:
    crawl = sonde.crawl(site.url, into=tmp_path / "copy", net=FAST)

    async def divide() -> None:
        async with crawl:
            async for document in crawl:
                document.id / 0

    with pytest.raises(ZeroDivisionError):
        await divide()
    stop = sonde.open(tmp_path / "copy").runs()[-1].stop
    assert stop == crawl.stop == sonde.Stop("error", "ZeroDivisionError: division by zero")


async def test_an_unknown_policy_is_an_error_before_a_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="adaptive"):
        sonde.crawl("http://site.test/", into=tmp_path / "copy", policy="adaptiv")
    assert not (tmp_path / "copy").exists()


async def test_failures_of_earlier_runs_are_counted(tmp_path: Path) -> None:
    engine = Engine(RECORDS, Traits(cap=30, page_size=10, error_rate=0.2, seed=5))
    net = replace(FAST, retries=0)
    async with serve(engine) as site:
        learned = await sonde.inspect(site.url, net=replace(FAST, retries=8))
        first = sonde.crawl(learned, into=tmp_path / "c", max_queries=4, net=net)
        await run(first)
        assert first.progress.failures > 0
        second = sonde.crawl(learned, into=tmp_path / "c", max_queries=12, net=net)
        await run(second)
    assert second.progress.failures == sonde.open(tmp_path / "c").status().failures > first.progress.failures


def snippet() -> str:
    """The program in the package's own documentation."""
    lines = (sonde.__doc__ or "").split("\n")
    return textwrap.dedent("\n".join(line for line in lines if line.startswith("    ")))


async def test_the_documented_snippet_runs_as_written_inside_a_running_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    async with serve(Engine(TALES, Traits(page_size=3))) as site:
        source = "import sonde\n" + snippet()
        for written, here in (("https://example.org", site.url), ("liver cirrhosis", "fox")):
            assert written in source
            source = source.replace(written, here)
        # As a notebook does: compiled with top-level await, run by the loop that is already there.
        code = compile(source, "snippet", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        names: dict[str, object] = {}
        await eval(code, names)
    printed = capsys.readouterr().out
    for record in TALES:
        assert record.title in printed
    assert "Coverage(estimate=" in printed
    found = names["found"]
    assert isinstance(found, list)
    assert {hit.title for hit in found} == {"The fox", "The house"}


CHILD = """
import asyncio, sys, sonde
async def main(url, folder):
    net = sonde.NetOptions(delay_s=0, concurrency=4)
    print("started", flush=True)
    async with sonde.crawl(url, into=folder, net=net) as crawl:
        print("learned", flush=True)
        async for document in crawl:
            print(document.url, flush=True)
asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize("moment", ["started", "learned", "/record/"])
async def test_ctrl_c_at_any_time_ends_the_run_as_interrupted(site: LabServer, tmp_path: Path, moment: str) -> None:
    source = str(Path(sonde.__file__).parents[1])
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", CHILD, site.url, str(tmp_path / "copy")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": source},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever started us may ignore it
    )
    assert process.stdout is not None
    while moment.encode() not in (line := await process.stdout.readline()):
        assert line, "it ended by itself"
    if moment == "started":
        while not site.requests:  # learning has begun when the site says so
            await asyncio.sleep(0.001)
    process.send_signal(signal.SIGINT)
    rest, errors = await process.communicate()
    assert process.returncode == -signal.SIGINT, errors.decode()
    assert errors.decode().strip().endswith("KeyboardInterrupt")
    assert runs(tmp_path / "copy") == ["interrupted"]
    reported = {line for line in (line + rest).decode().split() if "/record/" in line}
    assert reported <= {document.url for document in sonde.open(tmp_path / "copy").documents()}
    crawl = sonde.crawl(site.url, into=tmp_path / "copy", max_queries=4, net=FAST)
    await run(crawl)
    assert crawl.progress.queries >= 4


async def test_two_crawls_of_one_process_run_side_by_side(tmp_path: Path) -> None:
    async with serve(Engine(RECORDS[:60])) as one, serve(Engine(RECORDS[60:])) as two:
        results = await asyncio.gather(
            *(
                run(sonde.crawl(site.url, into=tmp_path / name, max_queries=12, net=FAST))
                for name, site in (("one", one), ("two", two))
            )
        )
        for documents, site in zip(results, (one, two), strict=True):
            assert documents
            assert {document.url for document in documents} <= set(site.record_urls())


async def test_the_archive_holds_every_exchange(site: LabServer, tmp_path: Path) -> None:
    crawl = sonde.crawl(site.url, into=tmp_path / "copy", max_queries=2, net=FAST)
    await run(crawl)
    from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]

    answers = 0
    for path in (tmp_path / "copy" / "archive").iterdir():
        with path.open("rb") as file:
            answers += sum(record.rec_type == "response" for record in ArchiveIterator(file))
    assert answers == site.requests == crawl.progress.requests
