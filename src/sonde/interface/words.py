"""An interface in words a person understands."""

from sonde.interface.model import SearchInterface

_PAGING = {
    "none": "Each answer is a single page.",
    "rel": "Further pages are linked as rel=next.",
    "label": "Further pages are behind the link {label!r}.",
    "number": "Further pages are behind numbered links.",
    "button": "Further pages are behind the button {label!r}.",
}


def explain(interface: SearchInterface) -> str:
    """What was learned about a site, as a few lines of text."""
    ask = interface.ask
    box = f"the field {ask.query_field!r}" if ask.query_field else "the address itself"
    lines = [
        f"Search interface of {interface.site}",
        f"  Ask      by {ask.method} at {ask.action}, words in {box} (found by {interface.found_by or 'hand'}).",
    ]
    if ask.send:
        lines.append("           Sent along: " + ", ".join(f"{name}={value}" for name, value in ask.send) + ".")
    if ask.fresh_each:
        lines.append("           " + ", ".join(ask.fresh) + " are read again before each query.")
    for rule in interface.results:
        lines.append(f"  Results  {rule.record}" + (f", link {rule.link}" if rule.link else ""))
    lines.append(f"  Count    {_count(interface)}")
    lines.append(f"  Nothing  {_nothing(interface)}")
    paging = _PAGING[interface.paging.kind].format(label=interface.paging.label)
    if interface.paging.kind == "button" and not interface.paging.label:
        paging = "Further pages are behind numbered buttons."
    size = f" A full page has {interface.paging.page_size} results." if interface.paging.page_size else ""
    lines.append(f"  Paging   {paging}{size}")
    if interface.drop_parameters:
        lines.append("  Links    without the parameters " + ", ".join(interface.drop_parameters) + ".")
    lines += [f"  Seen     {line}" for line in interface.evidence]
    return "\n".join(lines)


def _count(interface: SearchInterface) -> str:
    rule = interface.count
    if rule is None:
        return "no hit count is shown."
    exact = "" if rule.exact else " It may not be exact."
    which = "the last number" if rule.number == -1 else f"number {rule.number + 1}"
    return f"the hit count is {which} in {rule.where}.{exact}"


def _nothing(interface: SearchInterface) -> str:
    return f"{interface.nothing.text!r}" if interface.nothing else "an empty list of results."
