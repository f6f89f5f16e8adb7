"""Options that several commands have, and the settings made of them."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from sonde import Budget, CrawlOptions, NetOptions, StopRules
from sonde.cli.frame import Command, with_options
from sonde.config import SETTINGS, Config, load_config
from sonde.planner import DEFAULT_POLICY, POLICIES, TOPIC_POLICIES, Costs
from sonde.store.topic import read_topic

_BUDGET, _NET, _GOAL = "Budget", "Politeness and network", "Queries and documents"
_SHOWN = {  # setting -> what stands for its value, where it is shown
    "max_queries": ("N", _BUDGET),
    "max_requests": ("N", _BUDGET),
    "max_documents": ("N", _BUDGET),
    "max_time": ("TIME", _BUDGET),
    "target": ("SHARE", _BUDGET),
    "policy": ("NAME", _GOAL),
    "seed": ("WORD", _GOAL),
    "cost": ("KIND=AMOUNT", _GOAL),
    "ranking_weight": ("W", _GOAL),
    "topic": ("WORDS", _GOAL),
    "topic_examples": ("FILE|DIR", _GOAL),
    "topic_attribute": ("NAME", _GOAL),
    "documents": ("full|results", _GOAL),
    "render": ("auto|never|always", _GOAL),
    "delay": ("SECONDS", _NET),
    "concurrency": ("N", _NET),
    "ignore_robots": ("", _NET),
    "contact": ("TEXT", _NET),
    "resolve": ("HOST=ADDRESS:PORT", _NET),
}
_REPEATABLE = ("seed", "cost", "topic", "topic_attribute", "resolve")
_NOTES = {"policy": f" Known: {', '.join((*POLICIES, *TOPIC_POLICIES))}."}
NET = ("delay", "concurrency", "ignore_robots", "contact", "resolve")  # settings of every command that fetches

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


def with_settings(*names: str) -> Callable[[Command], Command]:
    """Gives a command the options of these settings and --config; `read_settings` takes what they gave."""
    further = {name: (_option(name), None) for name in names}
    return lambda command: with_options(command, **further, config=(ConfigFile, None))


def _option(name: str) -> object:
    """A setting as an option; its value is read, and its mistakes are named, with all the others."""
    setting, (metavar, panel) = SETTINGS[name], _SHOWN[name]
    kind: Any = bool if name == "ignore_robots" else list[str] if name in _REPEATABLE else str
    flag = setting.flag + ("/--obey-robots" if name == "ignore_robots" else "")
    text = setting.meaning + _NOTES.get(name, "")
    shown = typer.Option(flag, metavar=metavar or None, help=text, rich_help_panel=panel, show_default=False)
    return Annotated[kind | None, shown]


def read_settings(flags: Mapping[str, Any]) -> Config:
    """The settings of this run from its flags, the environment and the configuration file, --config among the flags."""
    given = {name: value for name, value in flags.items() if name != "config"}
    return load_config(given, env=os.environ, file=flags.get("config"))


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
        topic_attributes=config.topic_attributes,
        documents=config.documents,
        render=config.render,
        rules=StopRules() if config.target is None else StopRules(target=config.target),
        net=net_options(config),
    )
