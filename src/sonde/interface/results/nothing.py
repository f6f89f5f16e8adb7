"""Learns how a site says that nothing was found, by contrast."""

import re
from collections import Counter
from collections.abc import Sequence

from sonde.interface.model import Marker
from sonde.interface.results.lines import Sounding, text_lines
from sonde.interface.results.selectors import common_selector
from sonde.interface.said import numbers, without_words
from sonde.page.dom import visible_text
from sonde.text.words import words


def learn_nothing(blank: Sounding, answered: Sequence[Sounding], others: Sequence[Sounding] = ()) -> Marker | None:
    """The first text of the nonsense word's answer that no answer with results has.

    Texts that `others`, further answers without results, have as well are preferred.
    """
    known = {text for sounding in answered for _, text in _texts(sounding)}
    confirmed = Counter(text for sounding in others for text in {text for _, text in _texts(sounding)})
    fresh = [
        Marker(where, text, decides=blank.shown > 0)
        for where, text in _texts(blank)
        if text not in known and len(words(text)) > 1 and set(numbers(text)) <= {0}
    ]
    # One of many lines that differ in a number elsewhere is a part of the answer that happens to be empty.
    shapes, places = {_shape(text) for text in known}, Counter(where for where, _ in _texts(blank))
    fresh = [marker for marker in fresh if _shape(marker.text) not in shapes or places[marker.where] == 1]
    familiar = {word for text in known for word in words(text)}
    fresh = [marker for marker in fresh if not set(words(marker.text)) <= familiar] or fresh
    most = max((confirmed[marker.text] for marker in fresh), default=0)
    best = [marker for marker in fresh if confirmed[marker.text] == most]
    # Elements come before those inside them: the first whose text holds no other is a whole line.
    for position, marker in enumerate(best):
        following = best[position + 1].text if position + 1 < len(best) else ""
        if not following or following not in marker.text:
            return marker
    return None


def _shape(text: str) -> str:
    return re.sub(r"\d+", "0", text)


def _texts(sounding: Sounding) -> list[tuple[str, str]]:
    return [
        (common_selector([node], depth=3), without_words(visible_text(node), sounding.words))
        for node in text_lines(sounding)
    ]
