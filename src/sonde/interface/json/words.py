"""Answers in JSON, in words a person understands."""

from sonde.interface.json.model import JsonAnswer, JsonPaging


def explain_json(rule: JsonAnswer) -> list[str]:
    """What was learned about answers in JSON, line by line."""
    where = f"the list {rule.records!r}" if rule.records else "the answer itself, a list"
    named = f", named by {rule.columns!r}" if rule.columns else ""
    text = ", ".join(rule.text) or "all fields"
    return [
        f"  Records  are in {where}{named}.",
        f"           Title: {rule.title or 'the first words'}. Text: {text}. Key: {rule.key or 'none'}.",
        f"           Address: {_address(rule)}. {_document(rule)}",
        f"  Count    {_count(rule)}",
        f"  Paging   {_onward(rule.paging)}{_size(rule.paging)}",
    ]


def _address(rule: JsonAnswer) -> str:
    if rule.url:
        return f"the field {rule.url!r}"
    return rule.detail or "made of the endpoint and the key"


def _document(rule: JsonAnswer) -> str:
    if rule.batch.address:
        return f"Texts are asked for {rule.batch.size} at a time at {rule.batch.address}."
    return "Each document is fetched from there." if rule.fetch else "The record is the document: nothing is fetched."


def _count(rule: JsonAnswer) -> str:
    if not rule.total:
        return "no hit count is stated."
    exact = "" if rule.exact else " It may not be exact."
    name = rule.total.removeprefix("header ")
    place = f"in the header {name!r}" if name != rule.total else f"at {rule.total!r}"
    return f"the hit count stands {place}.{exact}"


def _onward(paging: JsonPaging) -> str:
    return {
        "none": "Each answer comes in one part.",
        "header": "The Link header leads to the next part.",
        "address": f"The next part is at the address in {paging.where!r}.",
        "carry": f"For the next part {paging.where!r} is sent back{_under(paging)}.",
        "page": f"The parameter {paging.parameter!r} counts parts from {paging.first}.",
        "offset": f"The parameter {paging.parameter!r} counts records from {paging.first}.",
    }[paging.kind]


def _under(paging: JsonPaging) -> str:
    return f" as {paging.parameter!r}" if paging.parameter else ""


def _size(paging: JsonPaging) -> str:
    return f" {paging.size} records at a time, by {paging.size_parameter!r}." if paging.size_parameter else ""
