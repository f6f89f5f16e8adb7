"""The default policy: everything without words where the site allows it, words for the rest."""

from sonde.planner.robust import Robust
from sonde.planner.setup import Policy, Setup
from sonde.planner.tree import Tree


def sonde(setup: Setup) -> Policy:
    """Words alone, or a query tree first where a query without words finds something."""
    return _with_tree(setup, Robust.make(setup))


def counts_first(setup: Setup) -> Policy:
    """The same, but hit counts are looked up before an answer is read: fewer pages, more queries."""
    return _with_tree(setup, Robust.make(setup, counts_first=True))


def _with_tree(setup: Setup, words: Policy) -> Policy:
    able = setup.abilities
    return Tree.make(setup, words) if able.browse or able.boxes else words
