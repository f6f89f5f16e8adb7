"""The domain objects: frozen values without behaviour beyond small derived properties."""

from sonde.model.abilities import Abilities, AttributeBox, Range
from sonde.model.crawl import Budget, Coverage, Stop, StopReason, Topic
from sonde.model.query import Document, Outcome, Query, Result, ResultPage
from sonde.model.web import Choice, Field, FieldKind, Form, Link, Page, Pairs, Request

__all__ = [
    "Abilities",
    "AttributeBox",
    "Budget",
    "Choice",
    "Coverage",
    "Document",
    "Field",
    "FieldKind",
    "Form",
    "Link",
    "Outcome",
    "Page",
    "Pairs",
    "Query",
    "Range",
    "Request",
    "Result",
    "ResultPage",
    "Stop",
    "StopReason",
    "Topic",
]
