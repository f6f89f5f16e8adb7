"""`sonde discover` and what follows it, over HTTP: what it prints, how it ends, what it refuses before it starts."""

import json
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cli_run import Ran, sonde, start
from discover_web import OTHER, SHOP, SmallWeb, page, served, small_web
from sonde.discover.examples import read_seeds, read_training
from sonde.errors import ConfigError

BOOKS = (
    "Books and novels by many authors: find a book by title, author, publisher or ISBN in our bookshop. New and used "
    "paperbacks, fiction, poetry, biography and history; browse the catalogue and read reviews of bestsellers."
)


@pytest.fixture
def web() -> SmallWeb:
    return small_web(hosts=30, per_host=3, about=BOOKS)


@pytest.fixture
def port(web: SmallWeb) -> Iterator[int]:
    with served(web) as port:
        yield port


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """A folder with examples and seeds."""
    others = small_web(hosts=40, per_host=2, rng_seed=9, about=BOOKS)
    for name, form in (("examples", SHOP), ("negatives", OTHER)):
        (tmp_path / name).mkdir()
        for number, text in enumerate(text for text in others.pages.values() if form in text):
            (tmp_path / name / f"{number}.html").write_text(text)
    (tmp_path / "seeds.txt").write_text("# to start from\nhttp://site0.test/\n\nhttp://site5.test/\n")
    return tmp_path


def discover(given: Path, port: int, *more: str | Path) -> Ran:
    return sonde(*command(given, port), "--json", *more)


def command(given: Path, port: int) -> list[str | Path]:
    net = ["--resolve", f"*=127.0.0.1:{port}", "--delay", "0"]
    told = ["--examples", given / "examples", "--negatives", given / "negatives"]
    return ["discover", *told, "--seeds", given / "seeds.txt", "-o", given / "out", *net]


def test_interfaces_are_found_listed_and_reported(given: Path, web: SmallWeb, port: int) -> None:
    ran = discover(given, port)
    assert (ran.code, ran.last["stopped_by"]) == (0, "exhausted")
    listed = sonde("interfaces", given / "out", "--json")
    found = [json.loads(line) for line in listed.out.splitlines()]
    assert len(found) == ran.last["interfaces"] >= 3
    for one in found:
        assert SHOP in web.pages[one["url"].removeprefix("http://")]
        assert one["action"].endswith("/find")
        assert one["domain"] >= 0.5
        assert one["path"][0] in ("http://site0.test/", "http://site5.test/")
        assert one["path"][-1] == one["url"]
    assert found[0]["url"] in sonde("interfaces", given / "out").out
    status = sonde("status", given / "out", "--json").last
    assert status["interfaces"] == len(found)
    assert status["mode"] == "best"
    assert not status["running"]
    assert "interfaces" in sonde("status", given / "out").out
    report = Path(sonde("report", given / "out").out.strip()).read_text()
    assert found[0]["url"] in report
    assert "<script" not in report


def test_a_limit_ends_it_and_the_same_command_goes_on(given: Path, web: SmallWeb, port: int) -> None:
    ran = discover(given, port, "--max-pages", "15", "--mode", "online")
    assert (ran.code, ran.last["pages"]) == (3, 15)
    refused = discover(given, port, "--mode", "baseline")
    assert refused.code == 2
    assert "--mode online" in refused.err
    # What was looked for and where it began is kept with the discovery.
    net = ["--resolve", f"*=127.0.0.1:{port}", "--delay", "0", "--mode", "online", "--json"]
    again = sonde("discover", "-o", given / "out", *net)
    assert (again.code, again.last["stopped_by"]) == (0, "exhausted")
    assert again.last["pages"] > 15
    assert max(number for key, number in web.asked.items() if key in web.pages) == 1


def test_a_signal_ends_it_cleanly_with_what_was_found(given: Path, web: SmallWeb, port: int) -> None:
    slow = [str(one) for one in command(given, port)]
    slow[slow.index("--delay") + 1] = "0.3"
    with start(*slow, "--connections", "2", "--json", cwd=given) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "form found" in line:
                process.send_signal(signal.SIGINT)
                break
        out, _ = process.communicate()
    assert process.returncode == 130
    assert json.loads(out)["stopped_by"] == "interrupted"
    with closing(sqlite3.connect(given / "out" / "discovery.db")) as connection:
        assert connection.execute("SELECT count(*) FROM form WHERE relevant").fetchone()[0] >= 1


def test_seeds_that_are_all_dead_end_in_an_error_and_may_be_tried_again(given: Path, web: SmallWeb, port: int) -> None:
    web.dead = {"site0.test", "site5.test"}
    ran = discover(given, port)
    assert (ran.code, ran.last["pages"]) == (1, 0)
    assert "none of the 2 seeds" in ran.err
    web.dead = set()
    assert discover(given, port).last["interfaces"] >= 3


def test_a_web_of_circular_redirects_ends(given: Path, web: SmallWeb, port: int) -> None:
    for number in range(30):
        web.redirects[f"site{number}.test/"] = f"site{(number + 1) % 30}.test/"
    ran = discover(given, port)
    assert (ran.code, ran.last["pages"]) == (1, 0)


def refused(*arguments: str | Path) -> str:
    ran = sonde("discover", *arguments)
    assert ran.code == 2, ran.err
    return ran.err


def test_what_another_version_has_learned_and_cannot_be_taken_up_is_told(given: Path, web: SmallWeb, port: int) -> None:
    mode = ("--mode", "online")
    assert discover(given, port, "--max-pages", "20", *mode).code == 3
    with closing(sqlite3.connect(given / "out" / "discovery.db")) as database, database:
        learned = json.loads(database.execute("SELECT state FROM model WHERE name = 'strategy'").fetchone()[0])
        learned["learner"]["paths"] = []  # was a list once
        database.execute("UPDATE model SET state = ? WHERE name = 'strategy'", (json.dumps(learned),))
    fetched = web.asked.total()
    ran = discover(given, port, *mode)
    assert ran.code == 1
    assert "another version of Sonde" in ran.err
    assert "Traceback" not in ran.err
    assert web.asked.total() == fetched
    assert sonde("interfaces", given / "out").code == 0


def test_what_cannot_work_is_refused_before_the_first_request(given: Path, web: SmallWeb, port: int) -> None:
    examples, seeds, out = given / "examples", given / "seeds.txt", given / "out"
    assert "what is looked for" in refused("--seeds", seeds, "-o", out)
    assert "takes seeds" in refused("--examples", examples, "-o", out)
    assert "no folder" in refused("--examples", given / "none", "--seeds", seeds, "-o", out)
    (given / "empty").mkdir()
    assert "no saved pages" in refused("--examples", given / "empty", "--seeds", seeds, "-o", out)
    (given / "empty" / "a.html").write_text(page("No form here"))
    assert "has a form that searches" in refused("--examples", given / "empty", "--seeds", seeds, "-o", out)
    assert "Choose one of" in refused("--examples", examples, "--seeds", seeds, "-o", out, "--mode", "wild")
    assert "known to lead" in refused("--examples", examples, "--seeds", seeds, "-o", out, "--mode", "offline")
    for text, message in (
        ("", "no address"),
        ("# none\n", "no address"),
        ("ftp://a.test/", "line 1"),
        ("x\n", "line 1"),
    ):
        (given / "bad.txt").write_text(text)
        assert message in refused("--examples", examples, "--seeds", given / "bad.txt", "-o", out)
    assert "cannot read the seeds" in refused("--examples", examples, "--seeds", given / "none", "-o", out)
    assert not web.asked
    assert not out.exists()
    (given / "full").mkdir()
    (given / "full" / "file").write_text("mine")
    ran = sonde("discover", "--examples", examples, "--seeds", seeds, "-o", given / "full")
    assert (ran.code, "not empty" in ran.err) == (1, True)
    assert sonde("interfaces", given / "full").code == 1


def test_crawling_all_that_was_found_is_told_from_crawling_one_site(given: Path, web: SmallWeb, port: int) -> None:
    assert sonde("crawl", given / "none", "--all").code == 1
    discover(given, port, "--max-pages", "1")
    for wrong in (("-o", given / "elsewhere"), ("--max-queries", "5")):
        ran = sonde("crawl", given / "out", "--all", *wrong)
        assert (ran.code, "--all" in ran.err) == (2, True)
    nothing = sonde("crawl", given / "out", "--all", "--json")
    assert (nothing.code, nothing.last["interfaces"], nothing.last["documents"]) == (0, 0, 0)


def test_an_index_names_the_forms_that_count_and_paths_to_them(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(page("Both", body=SHOP + OTHER))
    (tmp_path / "b.html").write_text(page("Plain", body="<p>about books</p>"))
    rows = [
        {
            "file": "a.html",
            "url": "http://a.test/x",
            "action": "/find",
            "paths": [[{"url": "http://b.test/", "anchor": "go"}]],
        },
        {"file": "b.html", "url": "http://b.test/"},
    ]
    (tmp_path / "index.jsonl").write_text("\n".join(map(json.dumps, rows)))
    training = read_training(tmp_path)
    assert [len(example.forms) for example in training.examples] == [1, 0]
    assert training.examples[0].forms[0].action == "http://a.test/find"
    assert [[link.anchor for link in path] for path in training.paths] == [["go"]]
    (tmp_path / "index.jsonl").write_text(json.dumps({**rows[0], "action": "/nowhere"}))
    with pytest.raises(ConfigError, match=r"no form of .* is sent to /nowhere"):
        read_training(tmp_path)
    (tmp_path / "index.jsonl").write_text('{"file": "c.html"}')
    with pytest.raises(ConfigError, match=r"names 'c\.html'"):
        read_training(tmp_path)
    (tmp_path / "index.jsonl").write_text("{]")
    with pytest.raises(ConfigError, match="line 1"):
        read_training(tmp_path)


def test_seeds_are_read_once_each(tmp_path: Path) -> None:
    (tmp_path / "seeds").write_text("HTTP://A.test\n  http://a.test/  \n# no\nhttp://b.test/x#part\n")
    assert read_seeds(tmp_path / "seeds") == ("http://a.test/", "http://b.test/x")
