import json
from itertools import islice
from pathlib import Path

import pytest
import zstandard

from python_library import python_library
from sonde.errors import ConfigError
from sonde.lab.corpora.corpus import open_corpus, read_corpus, stdlib_corpus, synthetic_corpus
from sonde.lab.corpora.record import Record
from sonde.text.words import words


def write(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_fields_that_are_not_title_or_text_become_attributes(tmp_path: Path) -> None:
    row = {"id": 7, "title": " T ", "text": "x", "tags": ["a", "b"], "year": 1999, "none": None, "ok": True}
    path = write(tmp_path / "c.jsonl", row, {"name": "N", "place": {"city": "Bonn"}})
    assert read_corpus(path) == [
        Record("7", "T", "x", (("tags", "a, b"), ("year", "1999"), ("ok", "yes"))),
        Record("2", "N", "", (("place.city", "Bonn"),)),
    ]


def test_a_compressed_corpus_reads_like_a_plain_one(tmp_path: Path) -> None:
    plain = write(tmp_path / "c.jsonl", *({"id": str(i), "title": f"t{i}", "text": "é" * i} for i in range(50)))
    packed = tmp_path / "c.jsonl.zst"
    packed.write_bytes(zstandard.compress(plain.read_bytes()))
    assert read_corpus(packed) == read_corpus(plain)
    assert read_corpus(packed, limit=3) == read_corpus(plain)[:3]


def test_blank_lines_and_a_byte_order_mark_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"title": "a"}\n\n  \n{"title": "b"}\n')
    assert [(record.id, record.title) for record in read_corpus(path)] == [("1", "a"), ("4", "b")]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"title": "a"}\n{"title": ', "line 2 is not JSON"),
        (b'{"title": "a"}\n[1, 2]\n', "line 2 is a list, not an object"),
        (b'{"title": "a"}\n{"colour": "red"}\n', "line 2 has neither title nor text (it has colour)"),
        (
            b'{"id": 1, "title": "a"}\n{"id": "1", "title": "b"}\n',
            "line 2: id '1' was already used on line 1",
        ),
        (b'{"title": "a"}\n{"title": "\xff"}\n', "not UTF-8"),
        (b"\n", "holds no documents"),
    ],
)
def test_a_bad_corpus_is_refused_with_line_and_remedy(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        read_corpus(path)
    assert says in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_missing_damaged_or_foreign_file_is_refused(tmp_path: Path) -> None:
    torn = tmp_path / "c.jsonl.zst"
    torn.write_bytes(b"not zstd at all")
    for path, says in (
        (torn, "damaged"),
        (tmp_path / "none.jsonl", "cannot read"),
        (tmp_path / "c.csv", "ends in .jsonl"),
    ):
        with pytest.raises(ConfigError, match=says):
            read_corpus(path)


def test_the_standard_library_is_a_large_corpus_and_always_the_same() -> None:
    records = stdlib_corpus()
    assert len(records) > 4_000
    assert records == python_library()
    assert len({record.title for record in records}) == len(records)
    assert len({record.text for record in records}) == len(records)
    by_title = {record.title: record for record in records}
    assert by_title["json.dumps"].attribute("kind") == "function"
    assert by_title["json.dumps"].attribute("signature").startswith("dumps(obj, *, skipkeys")
    assert by_title["json.decoder.JSONDecoder.raw_decode"].attribute("kind") == "method"
    assert by_title["json"].text.startswith("JSON (JavaScript Object Notation)")
    assert not any(record.attribute("module").split(".")[0] in ("test", "idlelib") for record in records)


def test_the_register_of_characters_is_a_large_corpus_of_records_worded_alike() -> None:
    records = open_corpus("characters")
    assert len(records) > 30_000
    assert len({record.id for record in records}) == len(records)
    five = next(record for record in records if record.id == "U+0035")
    assert five.title == "Digit five"
    assert (five.attribute("general category"), five.attribute("numeric value")) == ("Nd", "5")
    assert all("General category: " in record.text and "Direction: " in record.text for record in records)
    assert len({record.title.split()[0] for record in records[:200]}) > 30, "the first ones are of all kinds"


def test_sources_are_read_without_being_run(tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text('"""A package for readers."""\nraise SystemExit\n')
    (tmp_path / "pkg" / "bad.py").write_text("def broken(:\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "x.py").write_text('"""Never to be read."""\n')
    method = '    async def m(self, a=1):\n        """Does one thing."""\n'
    (tmp_path / "mod.py").write_text(f'class C(Base):\n    """A class of things."""\n{method}')
    assert stdlib_corpus(tmp_path) == [
        Record(
            "mod.C",
            "mod.C",
            "A class of things.",
            (("kind", "class"), ("module", "mod"), ("signature", "C(Base)")),
        ),
        Record(
            "mod.C.m",
            "mod.C.m",
            "Does one thing.",
            (("kind", "method"), ("module", "mod"), ("signature", "m(self, a=1)")),
        ),
        Record("pkg", "pkg", "A package for readers.", (("kind", "module"), ("module", "pkg"))),
    ]


def test_the_order_of_a_folder_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abcd":
        (tmp_path / f"{name}.py").write_text('"""One docstring in several modules."""\n')
    listed = sorted(tmp_path.iterdir(), reverse=True)
    monkeypatch.setattr(Path, "iterdir", lambda folder: iter(listed))
    assert [record.title for record in stdlib_corpus(tmp_path)] == ["a"]


def test_a_python_without_sources_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no library sources"):
        stdlib_corpus(tmp_path)


def test_synthetic_documents_depend_on_the_seed_only_and_start_alike() -> None:
    assert list(synthetic_corpus(2_500, 3)) == list(synthetic_corpus(2_500, 3))
    assert list(synthetic_corpus(100, 3)) != list(synthetic_corpus(100, 4))
    long = synthetic_corpus(10**9, 3)  # a stream: nobody waits for the last one
    assert len(list(islice(long, 2_001))) == 2_001


def test_synthetic_words_follow_zipf_and_lengths_vary() -> None:
    records = list(synthetic_corpus(3_000, 1, vocabulary=5_000, mean_words=60))
    lengths = [len(words(record.text)) for record in records]
    assert 50 < sum(lengths) / len(lengths) < 70
    assert min(lengths) * 5 < max(lengths)
    frequency: dict[str, int] = {}
    for record in records:
        for word in set(words(record.text)):
            frequency[word] = frequency.get(word, 0) + 1
    ranked = sorted(frequency.values(), reverse=True)
    assert ranked[0] > 0.5 * len(records)  # a few words are nearly everywhere,
    assert ranked[len(ranked) // 2] < 0.02 * len(records)  # most are rare,
    assert len(frequency) > 4_000  # and nearly all of them occur
    assert len({record.title for record in records}) > 2_990


def test_the_vocabulary_of_synthetic_documents_does_not_grow_with_their_number() -> None:
    records = synthetic_corpus(4_000, 1, vocabulary=500)
    seen = {word for record in records for word in words(f"{record.title} {record.text}")}
    assert len(seen) <= 500


def test_a_corpus_can_be_named_instead_of_stored(tmp_path: Path) -> None:
    assert open_corpus("synthetic:20:7") == list(synthetic_corpus(20, 7))
    assert open_corpus(write(tmp_path / "c.jsonl", {"title": "a"}))[0].title == "a"
    for bad in ("synthetic", "synthetic:many", "synthetic:1:2:3", "synthetic:0"):
        with pytest.raises(ConfigError):
            open_corpus(bad)
