"""The inputs of a search form besides its box: menus, ranges and text inputs, as real forms print them."""

from html import escape

from sonde.lab.search.engine import Engine
from sonde.lab.search.facets import Facet
from sonde.lab.search.filters import Column, Scale
from sonde.lab.served.address import FACET_PREFIX
from sonde.text.scale import WHOLE


def form_inputs(engine: Engine) -> str:
    """All inputs of the site's form besides the box, as HTML."""
    menu = {"select": _select, "radio": _radios, "check": _checks}[engine.traits.menus]
    parts = [menu(facet) for facet in engine.menus] + [_range(scale) for scale in engine.scales]
    return "".join(parts + [_text(column) for column in engine.columns])


def _select(facet: Facet) -> str:
    """A menu of an attribute's values, alphabetically as people expect; the first entry is any of them."""
    options = "".join(f"<option>{escape(value)}</option>" for value in sorted(facet.values))
    label, name = _label(facet.name), escape(FACET_PREFIX + facet.name)
    return f' <label>{label} <select name="{name}"><option value="">Any</option>{options}</select></label>'


def _radios(facet: Facet) -> str:
    name = escape(FACET_PREFIX + facet.name)
    whole = f'<label><input type="radio" name="{name}" value="" checked> any</label>'
    return f"<fieldset><legend>{_label(facet.name)}</legend>{whole}{_buttons(facet, 'radio')}</fieldset>"


def _checks(facet: Facet) -> str:
    return f"<fieldset><legend>{_label(facet.name)}</legend>{_buttons(facet, 'checkbox')}</fieldset>"


def _buttons(facet: Facet, kind: str) -> str:
    name = escape(FACET_PREFIX + facet.name)
    return "".join(
        f'<label><input type="{kind}" name="{name}" value="{escape(value)}"> {escape(value)}</label>'
        for value in sorted(facet.values)
    )


def _range(scale: Scale) -> str:
    """Two inputs. Dates have their own kind; numbers are typed as text, as on old sites."""
    kind = "text" if scale.unit == WHOLE else "date" if "%" in scale.unit else "number"
    low, high = escape(FACET_PREFIX + scale.low), escape(FACET_PREFIX + scale.high)
    label = _label(scale.name)
    return (
        f' <label>{label} from <input type="{kind}" name="{low}"></label>'
        f' <label>to <input type="{kind}" name="{high}"></label>'
    )


def _text(column: Column) -> str:
    name = escape(FACET_PREFIX + column.name)
    return f' <label>{_label(column.name)} <input type="text" name="{name}"></label>'


def _label(name: str) -> str:
    return escape(name.capitalize())
