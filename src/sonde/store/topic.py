"""The topic of a crawl: read from words and files, and kept with the crawl so that it can be resumed."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sonde.errors import ConfigError
from sonde.model import Document, Page, Topic
from sonde.page.document import read_document

ON, OFF = "on", "off"  # subfolders of a labelled folder
_HTML = {".html", ".htm", ".xhtml"}
_TEXT = {".txt", ".text", ".md"}
_MOST_BYTES = 5_000_000  # of one file


def read_topic(words: Sequence[str] = (), examples: Path | None = None) -> Topic | None:
    """The topic that words and files describe; None when neither is given.

    `examples` is one file about the topic, a folder of such files, or a labelled folder: one with the subfolders
    `on` and `off`. Raises ConfigError when something is missing or cannot be read.
    """
    if not words and examples is None:
        return None
    given = tuple(word.strip() for word in words if word.strip())
    if examples is None:
        return Topic(given)
    if not examples.exists():
        raise ConfigError(f"there is no {examples}. Name a file or folder of texts about the topic.")
    if examples.is_dir() and ((examples / ON).is_dir() or (examples / OFF).is_dir()):
        return Topic(given, _read_folder(examples / ON), _read_folder(examples / OFF))
    return Topic(given, _read_folder(examples) if examples.is_dir() else (_read_file(examples),))


def topic_as_json(topic: Topic | None) -> dict[str, Any] | None:
    """The topic as it is kept in the crawl's folder."""
    if topic is None:
        return None
    examples, others = ([[one.title, one.text] for one in group] for group in (topic.examples, topic.others))
    return {"words": list(topic.words), ON: examples, OFF: others}


def topic_from_json(kept: Any) -> Topic | None:
    """The topic that was kept; None for a crawl without one."""
    if kept is None:
        return None
    on, off = (tuple(Document("", title, text) for title, text in kept[group]) for group in (ON, OFF))
    return Topic(tuple(kept["words"]), on, off)


def on_topic_from(kept: object) -> int | None:
    """How many documents a crawl took for on topic, as it was kept; None for a crawl without a topic."""
    return kept if isinstance(kept, int) else None


def _read_folder(folder: Path) -> tuple[Document, ...]:
    """The documents of a folder, by name."""
    files = sorted(_files(folder)) if folder.is_dir() else []
    if not files and folder.name in (ON, OFF):
        other = OFF if folder.name == ON else ON
        raise ConfigError(
            f"{folder.parent} is labelled with one class only: there are no texts in its subfolder {folder.name!r}. "
            f"Put some there, or give the folder {folder.parent / other} alone if its texts are about the topic."
        )
    if not files:
        kinds = ", ".join(sorted(_HTML | _TEXT))
        raise ConfigError(f"{folder} has no texts about the topic: files that end in {kinds} are read.")
    return tuple(map(_read_file, files))


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_file() and path.suffix.lower() in _HTML | _TEXT:
            yield path


def _read_file(path: Path) -> Document:
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}.") from error
    if path.suffix.lower() in _HTML:
        return read_document(Page(url=path.name, text=text))
    return Document(url=path.name, text=text)
