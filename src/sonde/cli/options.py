"""Options that several commands have, and the settings made of them."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from sonde import Budget, CrawlOptions, NetOptions, StopRules
from sonde.config import SETTINGS, Config, load_config
from sonde.planner import DEFAULT_POLICY, POLICIES, TOPIC_POLICIES, Costs
from sonde.store.topic import read_topic


def _setting(name: str, metavar: str = "", *, also: str = "", note: str = "", panel: str | None = None) -> object:
    setting = SETTINGS[name]
    names = [setting.flag + also]
    text = f"{setting.meaning} {note}".strip()
    return typer.Option(*names, metavar=metavar or None, help=text, rich_help_panel=panel, show_default=False)


_BUDGET, _NET, _GOAL = "Budget", "Politeness and network", "Queries and documents"

MaxQueries = Annotated[str | None, _setting("max_queries", "N", panel=_BUDGET)]
MaxRequests = Annotated[str | None, _setting("max_requests", "N", panel=_BUDGET)]
MaxDocuments = Annotated[str | None, _setting("max_documents", "N", panel=_BUDGET)]
MaxTime = Annotated[str | None, _setting("max_time", "TIME", panel=_BUDGET)]
Target = Annotated[str | None, _setting("target", "SHARE", panel=_BUDGET)]
Policy = Annotated[
    str | None, _setting("policy", "NAME", note=f"Known: {', '.join((*POLICIES, *TOPIC_POLICIES))}.", panel=_GOAL)
]
Seed = Annotated[list[str] | None, _setting("seed", "WORD", panel=_GOAL)]
Cost = Annotated[list[str] | None, _setting("cost", "KIND=AMOUNT", panel=_GOAL)]
RankingWeight = Annotated[str | None, _setting("ranking_weight", "W", panel=_GOAL)]
TopicWords = Annotated[list[str] | None, _setting("topic", "WORDS", panel=_GOAL)]
TopicExamples = Annotated[str | None, _setting("topic_examples", "FILE|DIR", panel=_GOAL)]
Documents = Annotated[str | None, _setting("documents", "full|results", panel=_GOAL)]
Render = Annotated[str | None, _setting("render", "auto|never|always", panel=_GOAL)]
Delay = Annotated[str | None, _setting("delay", "SECONDS", panel=_NET)]
Concurrency = Annotated[str | None, _setting("concurrency", "N", panel=_NET)]
IgnoreRobots = Annotated[bool | None, _setting("ignore_robots", also="/--obey-robots", panel=_NET)]
Contact = Annotated[str | None, _setting("contact", "TEXT", panel=_NET)]
Resolve = Annotated[list[str] | None, _setting("resolve", "HOST=ADDRESS:PORT", panel=_NET)]
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Settings; without it ./sonde.toml, if there is one.",
        show_default=False,
    ),
]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a crawl.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON with stable keys, one object per line.")]


def read_settings(flags: Mapping[str, object], file: Path | None = None) -> Config:
    """The settings of this run from its flags, the environment and the configuration file."""
    return load_config(flags, env=os.environ, file=file)


def net_options(config: Config) -> NetOptions:
    """How to fetch, by the settings."""
    return NetOptions(
        delay_s=config.delay_s,
        concurrency=config.concurrency,
        contact=config.contact,
        ignore_robots=config.ignore_robots,
        resolve=config.resolve,
    )


def crawl_options(config: Config) -> CrawlOptions:
    """What to crawl for, by the settings."""
    return CrawlOptions(
        budget=Budget(config.max_queries, config.max_requests, config.max_documents, config.max_time_s),
        policy=config.policy or DEFAULT_POLICY,
        seeds=config.seeds,
        costs=Costs(**config.costs),
        ranking_weight=config.ranking_weight,
        topic=read_topic(config.topic, Path(config.topic_examples) if config.topic_examples else None),
        documents=config.documents,
        render=config.render,
        rules=StopRules() if config.target is None else StopRules(target=config.target),
        net=net_options(config),
    )
