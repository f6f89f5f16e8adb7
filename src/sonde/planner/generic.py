"""The generic-frequency policy (Ntoulas 2005, 3): the most frequent words of general language first."""

from sonde.planner.setup import Setup
from sonde.planner.word_list import WordList
from sonde.text.frequency import word_list


def generic(setup: Setup) -> WordList:
    """All words known of the site's language, in decreasing generic frequency."""
    return WordList(setup, word_list)
