"""One query put to a site, and what came of it."""

from sonde.answer.answered import BUDGET, ENDLESS, Answered
from sonde.answer.asker import ENDLESS_RUN, KNOWN_ENDLESS_RUN, Asker, Shelf, Site

__all__ = ["BUDGET", "ENDLESS", "ENDLESS_RUN", "KNOWN_ENDLESS_RUN", "Answered", "Asker", "Shelf", "Site"]
