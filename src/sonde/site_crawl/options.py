"""What a crawl is told to do."""

from dataclasses import dataclass, field
from typing import Literal

from sonde.interface.rendered.decide import Render
from sonde.model import Budget, Form, Topic
from sonde.net.client import NetOptions
from sonde.planner import DEFAULT_POLICY, Costs, StopRules


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """What to crawl for. The defaults find every document the site will show."""

    budget: Budget = field(default_factory=Budget)
    policy: str = DEFAULT_POLICY
    seeds: tuple[str, ...] = ()  # words to begin with; empty: words of the site's own pages
    form: Form | None = None  # of the start page, known to be the one to ask; None: what looks like a search is tried
    costs: Costs = field(default_factory=Costs)  # what the policy weighs new documents against
    ranking_weight: float = 0.5  # for ranking and rank-… policies: 0 is coverage only, 1 ranking only
    topic: Topic | None = None  # documents on it are looked for first; the default policy is then `topic`
    topic_attributes: tuple[str, ...] = ()  # of results, which alone give a published topic policy its words
    documents: Literal["full", "results"] = "full"  # results: keep what result pages show, fetch no document
    rules: StopRules = field(default_factory=StopRules)
    rng_seed: int = 0
    render: Render = "auto"  # auto: through a browser where nothing else works
    net: NetOptions = field(default_factory=NetOptions)
