import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonde.lab.corpora.record import Record
from sonde.lab.corpora.synthetic import synthetic_corpus
from sonde.lab.site import to_document
from sonde.lab.truth import compare
from sonde.model import Document

RECORDS = list(synthetic_corpus(60, 1))
DOCUMENTS = [to_document(record, url=f"u{i}") for i, record in enumerate(RECORDS)]
MENU = "home search help about imprint contact archive newsletter " * 4


@given(st.sets(st.integers(0, 59)), st.randoms())
def test_coverage_is_the_share_exported_in_any_order(kept: set[int], rng: random.Random) -> None:
    documents = [DOCUMENTS[i] for i in kept]
    rng.shuffle(documents)
    truth = compare(documents, RECORDS)
    assert truth.coverage == len(kept) / 60
    assert set(truth.missing) == {record.id for i, record in enumerate(RECORDS) if i not in kept}
    assert truth.extra == truth.wrong_title == truth.wrong_text == ()


def test_white_space_menus_and_longer_titles_are_forgiven() -> None:
    documents = [
        replace(
            document,
            title=f"{document.title.upper()} – Some Archive",
            text=MENU + document.text.replace(" ", "\n  ") + " year 1999",
        )
        for document in DOCUMENTS
    ]
    truth = compare(documents, RECORDS)
    assert (truth.coverage, truth.noise) == (1.0, 0.0)


def test_a_second_copy_and_a_page_that_is_no_document_are_extra() -> None:
    listing = Document(url="list", title="All entries", text=" ".join(d.text for d in DOCUMENTS))
    menu = Document(url="help", title="Search guide", text=MENU)
    again = replace(DOCUMENTS[3], url="again")
    truth = compare([*DOCUMENTS, again, listing, menu], RECORDS)
    assert truth.extra == ("again", "list", "help")
    assert truth.coverage == 1.0
    assert truth.noise == pytest.approx(3 / 63)


def test_a_result_page_named_like_a_document_does_not_stand_for_it() -> None:
    results = Document(url="r", title=RECORDS[0].title, text=" ".join(d.text for d in DOCUMENTS))
    truth = compare([results, *DOCUMENTS[1:]], RECORDS)
    assert truth.missing == (RECORDS[0].id,)
    assert truth.wrong_text == ("r",)


def test_a_wrong_title_and_a_cut_text_do_not_count_as_held() -> None:
    retitled = replace(DOCUMENTS[0], title="Welcome to our site")
    cut = replace(DOCUMENTS[1], text=DOCUMENTS[1].text[: len(DOCUMENTS[1].text) // 2])
    truth = compare([retitled, cut, *DOCUMENTS[2:]], RECORDS)
    assert truth.wrong_title == ("u0",)
    assert truth.wrong_text == ("u1",)
    assert set(truth.missing) == {RECORDS[0].id, RECORDS[1].id}


def test_records_that_nobody_could_tell_apart_count_once() -> None:
    twin = replace(RECORDS[0], id="twin")
    truth = compare(DOCUMENTS, [*RECORDS, twin])
    assert (truth.records, truth.coverage) == (60, 1.0)


@pytest.mark.parametrize("step", [1, -1])
def test_records_that_share_a_title_are_told_apart_by_their_text(step: int) -> None:
    records = [
        Record("1", "Hamlet", "a film from denmark"),
        Record("2", "Hamlet", "a film from denmark in colour"),
    ]
    long, short = to_document(records[1], url="b"), to_document(records[0], url="a")
    assert compare([long], records[::step]).missing == ("1",)
    assert compare([short], records[::step]).missing == ("2",)
    assert compare([long, short], records[::step]).coverage == 1.0


def test_a_title_that_names_another_record_too_is_told_apart_by_the_text() -> None:
    records = [Record("1", "vim", "a small editor"), Record("2", "gnu emacs", "a large editor")]
    document = Document(url="u", title="vim: not gnu emacs", text="a small editor")
    assert compare([document], records).missing == ("2",)


def test_an_empty_export_covers_nothing() -> None:
    truth = compare([], RECORDS)
    assert (truth.coverage, truth.noise, truth.held) == (0.0, 0.0, 0)
