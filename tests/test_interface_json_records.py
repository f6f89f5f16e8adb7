"""Records, fields, counts and ways onward are told from answers of many shapes, by contrast."""

import json
from typing import Any

import pytest

from sonde.interface.json.describe import json_templates, operation_at, operations
from sonde.interface.json.fields import address_fields, key_field, text_fields, title_field
from sonde.interface.json.model import JsonPaging
from sonde.interface.json.paging import following, linked_next, proposed
from sonde.interface.json.probe import working_name
from sonde.interface.json.records import JsonSounding, find_columns, find_records, flat_records
from sonde.interface.json.total import Reading, find_total
from sonde.interface.model import Ask
from sonde.model import Page, Query, Request

URL = "http://s.example/find"


def sounding(words: str, value: Any, headers: tuple[tuple[str, str], ...] = (), url: str = "") -> JsonSounding:
    url = url or f"{URL}?q={words}"
    return JsonSounding(
        words, Request(url), Page(url, json.dumps(value), media_type="application/json", headers=headers)
    )


def items(word: str, count: int) -> list[dict[str, Any]]:
    return [
        {"id": f"{word}{i}", "name": f"{word} item {i}", "text": f"all about {word} and {i} others"}
        for i in range(count)
    ]


def test_the_list_that_changes_with_the_words_is_found_among_menus_and_facets() -> None:
    def answer(word: str, count: int) -> JsonSounding:
        menu = [{"label": name, "url": f"/x?q={word}"} for name in ("Home", "Help", "About us")]
        facets = [{"value": kind, "count": count, "url": f"/x?q={word}&kind={kind}"} for kind in ("a", "b")][:count]
        return sounding(word, {"menu": menu, "out": {"hits": items(word, count)}, "facets": facets})

    assert find_records(answer("zzz", 0), [answer("tea", 3), answer("rice", 5)]) == "out.hits"


def test_records_inside_groups_are_joined() -> None:
    def answer(word: str, count: int) -> JsonSounding:
        return sounding(word, {"results": [{"index": "books", "hits": items(word, count), "n": count}]})

    assert find_records(answer("zzz", 0), [answer("tea", 3), answer("rice", 5)]) == "results.*.hits"


def test_an_object_used_as_a_table_holds_records_and_an_object_of_fixed_parts_does_not() -> None:
    def answer(word: str, count: int) -> JsonSounding:
        pages = {str(10 * len(word) + i): entry for i, entry in enumerate(items(word, count))}
        return sounding(word, {"query": {"pages": pages}} if count else {"done": ""})

    assert find_records(answer("zzz", 0), [answer("tea", 3), answer("rice", 5)]) == "query.pages.*"


def test_the_answer_itself_may_be_the_list() -> None:
    answers = [sounding(word, items(word, 4)) for word in ("tea", "rice")]
    assert find_records(sounding("zzz", []), answers) == ""


def test_lists_inside_records_are_not_the_records() -> None:
    def answer(word: str) -> JsonSounding:
        return sounding(word, {"rows": [{**entry, "by": [{"n": "A"}, {"n": word}]} for entry in items(word, 3)]})

    assert find_records(None, [answer("tea"), answer("rice")]) == "rows"


def test_what_is_the_same_for_all_words_is_no_list_of_records() -> None:
    same = [sounding(word, {"query": word, "list": items("x", 5)}) for word in ("tea", "rice", "zzz")]
    assert find_records(same[2], same[:2]) is None


@pytest.mark.parametrize("columns", [["n", "name", "about"], [{"name": "n"}, {"name": "name"}, {"name": "about"}]])
def test_rows_get_the_names_of_their_columns(columns: list[Any]) -> None:
    def answer(word: str) -> JsonSounding:
        return sounding(word, {"fields": columns, "rows": [[i, f"{word} {i}", "said of it"] for i in range(4)]})

    answers = [answer("tea"), answer("rice")]
    path = find_records(sounding("zzz", {"fields": columns, "rows": []}), answers)
    assert path == "rows"
    names = find_columns(path, answers)
    assert flat_records(answers[0].value, path, names)[1] == {"n": "1", "name": "tea 1", "about": "said of it"}


def test_key_address_title_and_text_of_records() -> None:
    records = [
        {
            "score": f"0.{9 - i}1",
            "position": str(i % 4),
            "id": str(100 + i),
            "kind": "book",
            "link": f"http://s.example/b/{i}",
            "photo": "http://s.example/one.png",
            "label": f"Book {i} of tea",
            "body": f"<p>A long text about the book {i} and about all that is in it, told at length.</p>",
            "teaser": f"A long text about the book {i} …",
        }
        for i in range(8)
    ]
    assert key_field(records) == "id"
    assert address_fields(records, URL) == ["link"]
    assert title_field(records) == "label"
    assert text_fields(records, title="label") == ("body",)


def test_a_key_that_means_another_record_in_the_next_answer_is_none() -> None:
    first = [{"id": str(i), "name": f"tea {i}", "text": f"about {i}"} for i in range(3)]
    second = [{"id": str(i), "name": f"rice {i}", "text": f"of {i}"} for i in range(3)]
    assert key_field([*first, *second]) == "name"


def test_the_title_is_what_the_record_page_is_called() -> None:
    records = [{"head": f"Chapter {i} on tea", "motto": f"Saying {i} by someone"} for i in range(5)]
    assert title_field(records, page_title="Saying 0 by someone - Our site", of=records[0]) == "motto"


def test_the_count_is_the_number_that_agrees_with_whole_answers() -> None:
    def reading(word: str, shown: int, total: int, whole: bool) -> Reading:
        value = {"took": shown * 7 % 5, "shown": shown, "found": {"n": total}, "page": 1, "hits": items(word, shown)}
        return Reading(sounding(word, value, (("x-pages", str(total // 10 + 1)),)), shown, whole)

    readings = [reading("tea", 10, 84, False), reading("rice", 3, 3, True), reading("milk", 10, 31, False),
                reading("zzz", 0, 0, True)]  # fmt: skip
    assert find_total(readings, "hits") == ("found.n", True)


def test_the_count_may_stand_in_a_header() -> None:
    def reading(word: str, shown: int, total: int, whole: bool) -> Reading:
        headers = (("x-many", str(total)), ("x-pages", str(-(-total // 10))), ("content-length", "4711"))
        return Reading(sounding(word, items(word, shown), headers), shown, whole)

    readings = [reading("tea", 10, 84, False), reading("rice", 3, 3, True), reading("zzz", 0, 0, True)]
    assert find_total(readings, "") == ("header x-many", True)


def test_no_count_is_made_up() -> None:
    readings = [
        Reading(sounding(word, {"time": 99, "year": 2020, "hits": items(word, n)}), n, n < 10)
        for word, n in (("tea", 10), ("rice", 3), ("zzz", 0))
    ]
    assert find_total(readings, "hits") == ("", False)


def test_a_link_header_leads_on() -> None:
    link = ("link", f'<{URL}?q=tea>; rel="first", <{URL}?q=tea&after=a,b;c>; title="x"; rel="next last"')
    answer = sounding("tea", items("tea", 3), (link,))
    assert linked_next(answer) == f"{URL}?q=tea&after=a,b;c"
    assert linked_next(sounding("tea", [], (("link", f'<{URL}>; rel="nextish"'),))) is None


def test_ways_onward_that_answers_offer() -> None:
    ask = Ask(URL, URL, "q")
    blank = sounding("zzz", {"hits": []})

    def ways(more: dict[str, Any]) -> list[JsonPaging]:
        return list(proposed(sounding("tea", {"hits": items("tea", 3), **more}), blank, ask, "hits"))

    assert ways({"paging": {"next": "/find?q=tea&page=2", "self": "/find?q=tea"}})[0] == JsonPaging(
        "address", where="paging.next"
    )
    assert ways({"continue": {"offset": 3, "continue": "-||"}})[0] == JsonPaging("carry", where="continue")
    assert JsonPaging("carry", where="nextPageToken", parameter="pageToken") in ways({"nextPageToken": "abc"})
    assert ways({"took": 3, "logo": "http://other.example/next.png"}) == []


def test_the_next_request_of_each_kind() -> None:
    ask = Ask(URL, URL, "q", send=(("lang", "en"),))
    answer = sounding("tea", {"hits": [], "cont": {"after": "7"}, "url": "?q=tea&p=2"})

    def url(paging: JsonPaging) -> str | None:
        request = following(answer, paging, ask, Query("tea"), number=2, shown=20)
        return request.url.removeprefix(URL) if request is not None else None

    assert url(JsonPaging("page", parameter="p", size_parameter="n", size=10)) == "?q=tea&lang=en&n=10&p=3"
    assert url(JsonPaging("page", parameter="p", first=0)) == "?q=tea&lang=en&p=2"
    assert url(JsonPaging("offset", parameter="from", first=0)) == "?q=tea&lang=en&from=20"
    assert url(JsonPaging("carry", where="cont")) == "?q=tea&lang=en&after=7"
    assert url(JsonPaging("carry", where="cont.after", parameter="c")) == "?q=tea&lang=en&c=7"
    assert url(JsonPaging("address", where="url")) == "?q=tea&p=2"
    assert (
        url(JsonPaging("address", where="gone")) is url(JsonPaging("carry", where="gone")) is url(JsonPaging()) is None
    )


def test_the_next_part_is_never_asked_of_another_site() -> None:
    link = ("link", '<http://elsewhere.example/find?page=2>; rel="next"')
    answer = sounding("tea", {"next": "http://elsewhere.example/find?page=2"}, (link,))
    for paging in (JsonPaging("header"), JsonPaging("address", where="next")):
        assert following(answer, paging, Ask(URL, URL, "q"), Query("tea"), number=1, shown=10) is None


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("right", ["a", "e", "k", "none of them"])
async def test_the_working_parameter_is_found_by_halves_or_one_by_one(strict: bool, right: str) -> None:
    asked: list[list[str]] = []

    async def works(names: Any) -> bool | None:
        asked.append(list(names))
        return None if strict and set(names) - {right} else right in names

    names = list("abcdefghijk")
    found = await working_name(names, works)
    assert found == (right if right in names else None)
    assert len(asked) <= (len(names) + 1 if strict else 5)


def test_an_openapi_description_names_the_parameters() -> None:
    description = {
        "openapi": "3.0.0",
        "servers": [{"url": "/v1"}],
        "components": {"parameters": {"n": {"name": "n", "in": "query", "schema": {"type": "integer"}}}},
        "paths": {
            "/books/{id}": {"get": {"parameters": [{"name": "q", "in": "query"}]}},
            "/books": {
                "parameters": [{"$ref": "#/components/parameters/n"}],
                "get": {
                    "parameters": [
                        {"name": "lang", "in": "query", "schema": {"type": "string", "enum": ["en", "de"]}},
                        {"name": "by", "in": "query", "schema": {"type": "string"}},
                        {
                            "name": "matching",
                            "in": "query",
                            "schema": {"type": "string"},
                            "description": "search words",
                        },
                    ]
                },
                "post": {"parameters": [{"name": "q", "in": "query"}]},
            },
        },
    }
    found = operations(description, "http://s.example/openapi.json")
    assert [(o.url, o.words, o.numbers) for o in found] == [("http://s.example/v1/books", ("matching", "by"), ("n",))]
    assert operation_at(description, "http://s.example/openapi.json", "http://s.example/v1/books?x=1") == found[0]
    assert operations({"openapi": "3", "paths": {"/a": None, "/b": {"get": []}}}, URL) == []


def test_an_opensearch_description_offers_json() -> None:
    text = """<OpenSearchDescription><ShortName>S</ShortName>
      <Url type="text/html" template="http://s.example/find?q={searchTerms}"/>
      <Url type="application/json" template="http://s.example/find.json?q={searchTerms}&amp;page={startPage?}&amp;l=en"/>
      <Url type="application/json" template="http://elsewhere.example/?q={searchTerms}"/></OpenSearchDescription>"""
    (ask,) = json_templates(text, "http://s.example/")
    assert (ask.action, ask.query_field, ask.send) == ("http://s.example/find.json", "q", (("l", "en"),))
