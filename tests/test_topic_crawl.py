"""A crawl with a topic: given as words or files, kept with the crawl, refused when something is missing."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import sonde
from cli_run import sonde as command
from sonde.errors import ConfigError
from sonde.lab.corpora.record import Record
from sonde.lab.search.engine import Engine
from sonde.lab.server import LabServer, serve
from sonde.lab.traits import Traits
from sonde.store.topic import topic_as_json, topic_from_json

FAST = sonde.NetOptions(delay_s=0, concurrency=4)
FISH = "river trout salmon fishing boat water lake hook".split()
FINANCE = "market bond stock price bank money broker fund".split()


def records() -> list[Record]:
    """Sixty documents about fish among two hundred and forty about money, with words that all share."""
    made = []
    for i in range(300):
        words = FISH if i % 5 == 0 else FINANCE
        text = f"{words[i % 8]} {words[(i * 3 + 1) % 8]} report{i % 40} people read about number{i}"
        made.append(Record(str(i), f"Story {i}", text, (("kind", "fish" if i % 5 == 0 else "money"),)))
    return made


@pytest.fixture
async def site() -> AsyncIterator[LabServer]:
    async with serve(Engine(records(), Traits(cap=20, page_size=20))) as server:
        yield server


async def run(crawl: sonde.Crawl) -> list[sonde.Document]:
    async with crawl:
        return [document async for document in crawl]


def about_fish(documents: list[sonde.Document]) -> int:
    return sum(any(word in document.text for word in FISH) for document in documents)


async def test_a_topic_comes_first_and_is_kept_for_the_next_run(site: LabServer, tmp_path: Path) -> None:
    topic = sonde.Topic(words=("trout", "salmon"))
    folder = tmp_path / "copy"
    first = await run(sonde.crawl(site.url, into=folder, topic=topic, max_queries=8, net=FAST))
    assert about_fish(first) > 0.5 * len(first)
    await run(sonde.crawl(site.url, into=folder, max_queries=10, net=FAST))
    assert (await whole_topic(folder)) == topic
    with pytest.raises(ConfigError, match="another topic"):
        await run(sonde.crawl(site.url, into=folder, topic=sonde.Topic(words=("bond",)), net=FAST))


async def test_words_may_be_taken_from_one_attribute_alone(site: LabServer, tmp_path: Path) -> None:
    topic, folder = sonde.Topic(words=("trout",)), tmp_path / "copy"
    await run(
        sonde.crawl(site.url, into=folder, policy="do-nothing", topic=topic, topic_attributes=("kind",), net=FAST)
    )
    assert [outcome.query.words for outcome in sonde.open(folder).outcomes()] == ["trout", "fish"]


async def whole_topic(folder: Path) -> sonde.Topic | None:
    from sonde.store.folder import CrawlFolder
    from sonde.store.reader import read_meta, snapshot

    with snapshot(CrawlFolder.open_to_read(folder).database) as connection:
        return topic_from_json(read_meta(connection, "topic"))


async def test_a_crawl_without_a_topic_is_not_resumed_with_one(site: LabServer, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    await run(sonde.crawl(site.url, into=folder, max_queries=2, net=FAST))
    with pytest.raises(ConfigError, match="without a topic"):
        await run(sonde.crawl(site.url, into=folder, topic=sonde.Topic(words=("trout",)), net=FAST))


@pytest.mark.parametrize("policy", ["topic", "cosine"])
async def test_a_topic_in_another_language_is_an_error_before_the_first_query(
    site: LabServer, tmp_path: Path, policy: str
) -> None:
    topic = sonde.Topic(words=tuple("la soupe aux oignons rouges avec du pain grillé".split()))
    with pytest.raises(ConfigError, match=r"another language \(fr\) than the site \(en\)"):
        await run(sonde.crawl(site.url, into=tmp_path / "copy", topic=topic, policy=policy, net=FAST))
    assert sonde.open(tmp_path / "copy").status().queries == 0


async def test_words_of_another_language_that_cannot_be_told_end_the_crawl_after_a_few_queries(
    site: LabServer, tmp_path: Path
) -> None:
    topic = sonde.Topic(words=tuple("soupe oignons rouges pain grillé poireaux carottes navets cerfeuil".split()))
    with pytest.raises(ConfigError, match="language of the site"):
        await run(sonde.crawl(site.url, into=tmp_path / "copy", topic=topic, net=FAST))
    assert 0 < sonde.open(tmp_path / "copy").status().queries < 10


async def test_status_and_report_tell_how_many_documents_are_on_topic(site: LabServer, tmp_path: Path) -> None:
    on = tuple(sonde.Document("", text=record.text) for record in records()[::25])
    folder = tmp_path / "copy"
    held = await run(sonde.crawl(site.url, into=folder, topic=sonde.Topic(examples=on), max_queries=15, net=FAST))
    status = sonde.open(folder).status()
    assert status.on_topic is not None
    assert status.on_topic == pytest.approx(about_fish(held), rel=0.5), "it is an estimate"
    assert status.on_topic < len(held)
    assert f"about {status.on_topic} of them" in command("status", folder).out
    assert json.loads(command("status", folder, "--json").out)["on_topic"] == status.on_topic
    assert f"<dt>on topic, estimated</dt><dd>{status.on_topic}</dd>" in (folder / "report.html").read_text("utf-8")


async def test_a_crawl_without_a_topic_tells_nothing_of_one(site: LabServer, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    await run(sonde.crawl(site.url, into=folder, max_queries=2, net=FAST))
    assert sonde.open(folder).status().on_topic is None
    assert "on topic" not in command("status", folder).out
    assert "on topic" not in (folder / "report.html").read_text("utf-8")


def test_an_empty_topic_is_an_error_before_anything_is_opened(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="topic is empty"):
        sonde.crawl("http://127.0.0.1:9/", into=tmp_path / "copy", topic=sonde.Topic())
    assert not (tmp_path / "copy").exists()


def test_a_topic_policy_without_a_topic_is_an_error_before_the_first_request_in_a_folder_too(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    ran = command("crawl", "http://127.0.0.1:9/", "-o", tmp_path / "copy", "--policy", "topic")
    assert ran.code == 2
    assert "topic is empty" in ran.err
    assert "robots.txt" not in ran.err


def test_examples_are_read_from_a_file_a_folder_and_a_labelled_folder(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("trout in the river", encoding="utf-8")
    (tmp_path / "two.html").write_text("<title>Salmon</title><p>Salmon swim up the river.</p>", encoding="utf-8")
    (tmp_path / "skipped.png").write_bytes(b"\x89PNG")
    single = sonde.read_topic(examples=tmp_path / "one.txt")
    assert single is not None
    assert [one.text for one in single.examples] == ["trout in the river"]
    folder = sonde.read_topic(["river"], tmp_path)
    assert folder is not None
    assert folder.words == ("river",)
    assert len(folder.examples) == 2
    assert "swim" in folder.examples[1].text
    for name in ("on", "off"):
        (tmp_path / "labelled" / name).mkdir(parents=True)
        (tmp_path / "labelled" / name / "text.txt").write_text(name, encoding="utf-8")
    labelled = sonde.read_topic(examples=tmp_path / "labelled")
    assert labelled is not None
    assert ([one.text for one in labelled.examples], [one.text for one in labelled.others]) == (["on"], ["off"])
    assert sonde.read_topic() is None


def test_a_folder_that_lacks_something_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no"):
        sonde.read_topic(examples=tmp_path / "missing")
    with pytest.raises(ConfigError, match="no texts"):
        sonde.read_topic(examples=tmp_path)
    (tmp_path / "on").mkdir()
    (tmp_path / "on" / "a.txt").write_text("text", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"one class only.*'off'"):
        sonde.read_topic(examples=tmp_path)


def test_a_kept_topic_is_the_topic() -> None:
    topic = sonde.Topic(("a b",), (sonde.Document("", "t", "x"),), (sonde.Document("", "", "y"),))
    assert topic_from_json(json.loads(json.dumps(topic_as_json(topic)))) == topic
    assert topic_from_json(topic_as_json(None)) is None


def test_the_command_reports_a_wrong_topic_before_the_first_request(tmp_path: Path) -> None:
    (tmp_path / "on").mkdir()
    (tmp_path / "on" / "a.txt").write_text("trout", encoding="utf-8")
    for options, message in (
        (["--topic", "..."], "topic is empty"),
        (["--topic", " "], "topic is empty"),
        (["--policy", "cosine"], "topic is empty"),
        (["--topic-examples", str(tmp_path / "none")], "there is no"),
        (["--topic-examples", str(tmp_path)], "one class only"),
        (["--topic", "trout", "--policy", "smo"], "none on the topic"),
    ):
        ran = command("crawl", "http://127.0.0.1:9/", "-o", tmp_path / "copy", *options)
        assert ran.code == 2
        assert message in ran.err
        assert not (tmp_path / "copy").exists()
