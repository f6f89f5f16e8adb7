"""What a link of an answer is for: the same search again, or a document."""

import pytest

from sonde.interface.model import Ask
from sonde.interface.results.links import are_of_one_kind, asks_again, kind, query_parameters

SITE = "http://s.example"
ASK = Ask(page=f"{SITE}/", action=f"{SITE}/find", query_field="q", send=(("db", "all"),))


def again(path: str, *, words: str = "ice", answer: str = "/find?q=ice&db=all", ask: Ask = ASK) -> bool:
    blank = answer.replace("ice", "zqxzq")
    return asks_again(f"{SITE}{path}", ask, words, answer_url=f"{SITE}{answer}", blank_url=f"{SITE}{blank}")


@pytest.mark.parametrize(
    "path",
    [
        "/find?q=ice&db=all&page=2",
        "/find?q=ice&sort=date",
        "/find?db=all&q=ICE",
        "/find?q=ice+age&db=all",
        "/find?q=other&db=all",
        "/find/page/2?q=ice",
    ],
)
def test_links_that_sort_page_or_refine_ask_again(path: str) -> None:
    assert again(path)


@pytest.mark.parametrize("path", ["/doc/1", "/doc?q=ice", "/", "/about", "/find-out?id=3", "/doc/1?hl=ice"])
def test_links_to_other_pages_do_not_ask_again(path: str) -> None:
    assert not again(path)


def test_a_site_with_one_script_for_everything_tells_documents_by_their_parameters() -> None:
    ask = Ask(page=f"{SITE}/i.php", action=f"{SITE}/i.php", query_field="q", send=(("do", "search"),))
    answer = "/i.php?do=search&q=ice"
    assert again("/i.php?do=search&q=ice&start=20", ask=ask, answer=answer)
    assert again("/i.php?do=search&q=ice+%40maps", ask=ask, answer=answer)
    assert not again("/i.php?id=doc:7", ask=ask, answer=answer)
    assert not again("/i.php?id=doc:7&hl=ice", ask=ask, answer=answer)


def test_an_answer_with_the_words_in_its_path_is_asked_again_below_that_path() -> None:
    assert again("/found/ice/2", answer="/found/ice")
    assert again("/found/ice?sort=date", answer="/found/ice")
    assert not again("/doc/ice-age", answer="/found/ice")


def test_an_opaque_answer_is_known_by_what_only_its_address_says() -> None:
    ask = Ask(page=f"{SITE}/", action=f"{SITE}/search", query_field="q", method="POST")
    answer, blank = f"{SITE}/results?key=77ab&lang=en", f"{SITE}/results?key=90cd&lang=en"
    assert asks_again(f"{SITE}/results?key=77ab&pg=2", ask, "ice", answer_url=answer, blank_url=blank)
    assert not asks_again(f"{SITE}/results?lang=en&doc=5", ask, "ice", answer_url=answer, blank_url=blank)


def test_links_to_other_hosts_never_ask_again() -> None:
    assert not asks_again("http://t.example/find?q=ice", ASK, "ice", answer_url=f"{SITE}/find?q=ice")


def test_parameters_that_echo_the_words_are_named_whatever_their_case() -> None:
    assert query_parameters(f"{SITE}/d?id=1&s[]=Ice&hl=ice&x=icecream", "ice") == ["s[]", "hl"]
    assert query_parameters(f"{SITE}/d", "ice") == []


def test_addresses_of_one_kind_share_host_depth_parameters_and_what_never_changes() -> None:
    documents = [f"{SITE}/entry/1", f"{SITE}/entry/2"]
    assert are_of_one_kind([f"{SITE}/entry/9"], documents)
    assert not are_of_one_kind([f"{SITE}/author/9"], documents)
    assert not are_of_one_kind([f"{SITE}/entry/9/edit"], documents)
    assert not are_of_one_kind([f"{SITE}/entry/9?x=1"], documents)
    assert not are_of_one_kind(["http://t.example/entry/9"], documents)
    assert are_of_one_kind([f"{SITE}/anything"], [f"{SITE}/a", f"{SITE}/b"])


def test_the_kind_of_an_address_names_its_section() -> None:
    assert kind(f"{SITE}/doc/1") == kind(f"{SITE}/doc/2") != kind(f"{SITE}/user/1")
    assert kind(f"{SITE}/one") == kind(f"{SITE}/two")
