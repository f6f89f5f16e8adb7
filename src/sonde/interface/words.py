"""An interface in words a person understands."""

from sonde.interface.json.words import explain_json
from sonde.interface.model import Paging, ResultRule, SearchInterface
from sonde.model import Abilities

_PAGING = {
    "none": "Each answer is a single page.",
    "rel": "Further pages are linked as rel=next.",
    "label": "Further pages are behind the link {label!r}.",
    "number": "Further pages are behind numbered links.",
    "button": "Further pages are behind the button {label!r}.",
    "press": "Further results come when {label!r} is pressed.",
    "scroll": "Further results come when the page is scrolled.",
}
_SUBMIT = {
    "": "which answers while one types",
    "typing": "which answers while one types",
    "enter": "sent with Enter",
    "button": "sent with the button beside it",
}


def explain(interface: SearchInterface) -> str:
    """What was learned about a site, as a few lines of text."""
    lines = [f"Search interface of {interface.site}", *_ask(interface)]
    for rule in interface.results:
        lines += _results(rule)
    if interface.json is not None:
        lines += explain_json(interface.json)
    else:
        lines += [f"  Count    {_count(interface)}", f"  Nothing  {_nothing(interface)}"]
        lines += [f"  Paging   {_paging(interface.paging)}", *_links(interface)]
    return "\n".join([*lines, *_learned(interface)])


def _ask(interface: SearchInterface) -> list[str]:
    ask = interface.ask
    box = f"words in the field {ask.query_field!r}" if ask.query_field else "words in the address itself"
    if not interface.abilities.words:
        box = "without words"
    how = f"by {ask.method} at {ask.action}, {box}"
    if ask.rendered:
        how = f"in a browser at {ask.page}, words in the box {ask.query_field!r}, {_SUBMIT[ask.submit]}"
    lines = [f"  Ask      {how} (found by {interface.found_by or 'hand'})."]
    if ask.send:
        lines.append("           Sent along: " + ", ".join(f"{name}={value}" for name, value in ask.send) + ".")
    if ask.fresh_each:
        lines.append("           " + ", ".join(ask.fresh) + " are read again before each query.")
    if ask.pause_s:
        lines.append(f"           It wants {ask.pause_s:g} s between two questions.")
    return lines


def _results(rule: ResultRule) -> list[str]:
    lines = [f"  Results  {rule.record}" + (f", link {rule.link}" if rule.link else "")]
    if rule.is_document:
        lines.append("           They link nowhere and are the documents: nothing is fetched.")
    if rule.ranked:
        lines.append("           Their links hold no more than a rank, another one in each answer.")
    if rule.is_document or rule.ranked:
        but = f" but {rule.moves}" if rule.moves else ""
        lines.append(f"           They are told apart by all they say{but}.")
    return lines


def _paging(paging: Paging) -> str:
    on = _PAGING[paging.kind].format(label=paging.label)
    if paging.kind in ("button", "press") and not paging.label:
        on = "Further pages are behind numbered buttons."
    return on + (f" A full page has {paging.page_size} results." if paging.page_size else "")


def _links(interface: SearchInterface) -> list[str]:
    lines = []
    if interface.drop_parameters:
        lines.append("  Links    without the parameters " + ", ".join(interface.drop_parameters) + ".")
    for place, value in interface.fixed_segments:
        lines.append(f"  Links    with {value!r} in place {place} of the path, where each answer has another text.")
    return lines


def _learned(interface: SearchInterface) -> list[str]:
    """What inputs do, what the search can do, and what showed it, line by line."""
    lines = [f"  Inputs   {line}" for line in _inputs(interface.abilities)]
    if can := _abilities(interface.abilities):
        lines.append(f"  Can      {can}")
    return lines + [f"  Seen     {line}" for line in interface.evidence]


def _abilities(known: Abilities) -> str:
    """What the search can do, in words; empty when nothing is known."""
    said = {
        "all of several words are wanted": known.operator == "and",
        "any of several words will do": known.operator == "or",
        f"{known.either.strip()} between words finds any of them": bool(known.either.strip()),
        f"{known.exclude.format('word')} excludes": bool(known.exclude),
        f"{known.phrase.format('two words')} keeps words together": bool(known.phrase),
        f"{known.wildcard.format('begin')} finds beginnings": bool(known.wildcard),
        f"{known.matching} match": bool(known.matching),
        f"words need {known.min_length} letters": known.min_length > 1,
        f"stop words such as {', '.join(known.stop_words)} find nothing": bool(known.stop_words),
        f"at most {known.cap} results are shown": known.cap is not None,
        f"questions that many more than {known.too_many} documents match are not answered": bool(known.too_many),
        "the order is fixed": known.order == "fixed",
        "the order is by relevance": known.order == "relevance",
    }
    text = "; ".join(words for words, holds in said.items() if holds)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _inputs(known: Abilities) -> list[str]:
    """The inputs that narrow an answer, in words."""
    lines = [f"{name!r} narrows to one of {len(values)} values." for name, values in known.splits if len(values) > 1]
    lines += [f"{name!r} narrows when it is ticked." for name, values in known.splits if len(values) == 1]
    lines += [f"{item.low!r} and {item.high!r} narrow to {item.least} … {item.most}." for item in known.ranges]
    return lines + [f"{box.name!r} is searched in {box.attribute!r} of the documents." for box in known.boxes]


def _count(interface: SearchInterface) -> str:
    rule = interface.count
    if rule is None:
        return "no hit count is shown."
    exact = "" if rule.exact else " It may not be exact."
    which = "the last number" if rule.number == -1 else f"number {rule.number + 1}"
    return f"the hit count is {which} in {rule.where}.{exact}"


def _nothing(interface: SearchInterface) -> str:
    return f"{interface.nothing.text!r}" if interface.nothing else "an empty list of results."
