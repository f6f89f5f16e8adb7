"""A saved page for a person and as JSON."""

from sonde.interface.forms.candidates import SEARCHABLE
from sonde.interface.forms.score import query_field, refusal, search_score
from sonde.model import Field, Form
from sonde.saved_page import SavedPage


def as_object(page: SavedPage) -> dict[str, object]:
    """The page with the keys of --json."""
    return {
        "forms": [_form(form) for form in page.forms],
        "next": page.next,
        "results": [{"url": result.url, "title": result.title} for result in page.results],
    }


def _form(form: Form) -> dict[str, object]:
    score, field = search_score(form), query_field(form)
    return {
        "searchable": score >= SEARCHABLE,
        "score": round(score, 4),
        "query_field": field.name if field is not None else None,
        "method": form.method,
        "action": form.action,
        "fields": [_field(field) for field in form.fields],
    }


def _field(field: Field) -> dict[str, object]:
    entry: dict[str, object] = {
        "name": field.name,
        "kind": field.kind,
        "label": field.label,
        "value": field.value,
    }
    if field.choices:
        entry["choices"] = [{"value": choice.value, "label": choice.label} for choice in field.choices]
    return entry


def in_words(page: SavedPage) -> str:
    """The page for a person."""
    lines = [f"{page.url}: {len(page.forms)} form(s), {len(page.results)} result(s)"]
    for form in page.forms:
        score, field = search_score(form), query_field(form)
        verdict = "searches" if score >= SEARCHABLE else f"does not search ({refusal(form) or 'too little evidence'})"
        box = f", words in {field.name!r}" if field is not None else ""
        lines.append(f"  form {form.index + 1}  {form.method} {form.action}: {verdict}, score {score:.2f}{box}")
    lines.append(f"  next    {page.next or 'no further page'}")
    lines += [f"  result  {result.title or '(no title)'}  {result.url}" for result in page.results]
    return "\n".join(lines)
