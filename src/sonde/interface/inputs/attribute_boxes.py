"""Text inputs that are searched in one attribute only: matched by name to what documents state, proved by a value."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sonde.interface.forms.features import tokens
from sonde.interface.forms.safety import asked_for
from sonde.interface.inputs.pairs import Pair
from sonde.interface.inputs.trial import Trial
from sonde.model import AttributeBox, Document, Field, Form, Pairs
from sonde.text.words import words

_MAX_BOXES = 6
_MAX_ATTRIBUTES = 3  # tried where no name agrees
_TRIED = 2  # values of one attribute
_WORDS = 3  # of a document that a box for words is tried with
_LONGEST = 60


def texts_of(form: Form, pairs: Sequence[Pair]) -> list[Field]:
    """The text inputs of a form that are no end of a range and may be filled in; a number in one is a setting."""
    taken = {field.name for pair in pairs for field in (pair.low, pair.high)}
    return [
        field
        for field in form.fields
        if field.kind in ("text", "search") and field.name and not field.disabled
        if field.name not in taken and not asked_for(field) and not field.value.strip().isdigit()
    ]


def values_for(field: Field, documents: Iterable[Document]) -> list[tuple[str, str, Document]]:
    """Attributes and values to try a text input with: those called like it first."""
    called = tokens(field.name, field.label)
    agreeing: dict[str, list[tuple[str, str, Document]]] = {}
    others: dict[str, list[tuple[str, str, Document]]] = {}
    for document in documents:
        for label, value in document.attributes:
            if len(value) <= _LONGEST and any(char.isalnum() for char in value):
                group = agreeing if tokens(label) & called else others
                group.setdefault(label, []).append((label, value, document))
    chosen = list(agreeing.values()) or list(others.values())[:_MAX_ATTRIBUTES]
    return [entry for entries in chosen for entry in entries[:_TRIED]]


def settings_of(fields: Sequence[Field], documents: Sequence[Document]) -> list[Pairs]:
    """Settings to sound a form with that is text inputs only."""
    found = [
        ((field.name, value),)
        for field in fields[:_MAX_BOXES]
        for _, value, _ in values_for(field, documents)
        if len(value) <= _LONGEST
    ]
    return list(dict.fromkeys(found))


async def learn_boxes(trial: Trial, form: Form, pairs: Sequence[Pair]) -> None:
    """Adds the text inputs that find documents by one attribute; also the box for words, if that is all it does."""
    fields = texts_of(form, pairs)
    main = trial.interface.ask.query_field
    if not [field for field in fields if field.name != main]:
        return
    documents = await trial.documents()
    for field in fields[:_MAX_BOXES]:
        box = await _proved(trial, field, documents)
        if box is None or (field.name == main and await _finds_words(trial, box, documents)):
            continue
        if field.name == main:
            _give_up_words(trial)
        trial.boxes.append(box)
        by = "words of " if box.by_word else ""
        trial.note(f"the input {field.name!r} finds documents by {by}{box.attribute!r}, such as {box.samples[0]!r}")


async def _proved(trial: Trial, field: Field, documents: Sequence[Document]) -> AttributeBox | None:
    """The input with the attribute it searches; None when no value of a document finds that document."""
    for label, value, document in values_for(field, documents):
        longest = max(words(value), key=len, default="")
        for text in dict.fromkeys((value, longest)):
            shown = await trial.ask(*_setting(trial, field, text)) if text else trial.whole
            is_narrower = shown != trial.whole and (not trial.whole.total or shown.hits < trial.whole.hits)
            # Where more is found than one page shows, the document itself may be on another one.
            if is_narrower and (document.url in shown.urls or (shown.urls and (shown.total or 0) > len(shown.urls))):
                return AttributeBox(field.name, label, by_word=text != value, samples=(text,))
    return None


def _setting(trial: Trial, field: Field, text: str) -> tuple[Pairs, str]:
    is_main = field.name == trial.interface.ask.query_field
    return ((), text) if is_main else (((field.name, text),), trial.words)


async def _finds_words(trial: Trial, box: AttributeBox, documents: Sequence[Document]) -> bool:
    """Whether the box for words finds documents by words that are not in the attribute."""
    for document in documents[:2]:
        stated = set(words(" ".join(value for label, value in document.attributes if label == box.attribute)))
        own = [word for word in dict.fromkeys(words(f"{document.title} {document.text}")) if word not in stated]
        for word in sorted(own[:60], key=lambda word: -len(word))[:_WORDS]:
            if document.url in (await trial.ask((), word)).urls:
                return True
    return False


def _give_up_words(trial: Trial) -> None:
    """The box for words takes values of an attribute: it is filled in like the others."""
    ask = trial.interface.ask
    ask = replace(ask, query_field="", send=((ask.query_field, ""), *ask.send))
    trial.interface = replace(trial.interface, ask=ask, seeds=())
    trial.start_again()
