"""Everything a user can set: its name, how it is read, what it means."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sonde.config.values import (
    one_of,
    read_costs,
    read_delay,
    read_limit,
    read_name,
    read_positive,
    read_share,
    read_switch,
    read_text,
    read_texts,
    read_time_limit,
    read_topic_words,
)

PREFIX = "SONDE_"


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing a user can set: `--max-time`, `SONDE_MAX_TIME` and `max_time` in sonde.toml."""

    name: str
    read: Callable[[object], object]  # raises ValueError that says what is expected
    meaning: str  # with what zero or empty means
    unset: str = ""  # what it amounts to when it is not set
    attribute: str = ""  # of Config, where it has another name

    @property
    def flag(self) -> str:
        """Its option on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.name.upper()


SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("max_queries", read_limit, "Stop after so many queries; 0: no limit.", "no limit"),
        Setting("max_requests", read_limit, "Stop after so many requests; 0: no limit.", "no limit"),
        Setting("max_documents", read_limit, "Stop at so many documents; 0: no limit.", "no limit"),
        Setting(
            "max_time", read_time_limit, "Stop after a time such as 90, 30s, 30m, 2h or 1h30m; 0: no limit.",
            "no limit", attribute="max_time_s",
        ),
        Setting("policy", read_name, "How queries are chosen, by name; empty: as the planner likes best."),
        Setting(
            "seed", read_texts, "A word to begin with, repeatable; none: words of the site's own pages.",
            "words of the site", attribute="seeds",
        ),
        Setting(
            "cost", read_costs,
            "What a query, a listed result or a downloaded document costs, such as document=0.2; repeatable, "
            "any unit. Empty: only queries count.",
            "query=1", attribute="costs",
        ),
        Setting(
            "ranking_weight", read_share,
            "How much the order of answers counts for ranking and rank-… policies; 0: only coverage, 1: only order.",
        ),
        Setting(
            "topic", read_topic_words, "Words of the topic that is wanted, repeatable; none: everything is wanted.",
            "none",
        ),
        Setting(
            "topic_examples", read_text,
            "A text about the topic, a folder of such texts, or one with the subfolders on and off; empty: none.",
            "none",
        ),
        Setting(
            "topic_attribute", read_texts,
            "An attribute of results, such as city, that policies of Liakos 2015 take their words from, repeatable; "
            "none: all text.",
            "none", attribute="topic_attributes",
        ),
        Setting(
            "documents", one_of("full", "results"),
            "full: fetch each document; results: keep what the result pages show and fetch nothing more.",
        ),
        Setting(
            "target", read_share,
            "Stop when the estimate says that this share is held, such as 0.995; 0: never for that reason.",
            "recommended",
        ),
        Setting(
            "render", one_of("auto", "never", "always"),
            "Through a browser: auto (where nothing else works), never or always.",
        ),
        Setting(
            "delay", read_delay, "Seconds between two requests to a host; 0: none; auto: follows its latency.",
            "auto", attribute="delay_s",
        ),
        Setting("concurrency", read_positive, "Requests at a time per host, at least 1."),
        Setting("ignore_robots", read_switch, "Do not obey robots.txt. Only where you may."),
        Setting("contact", read_text, "A mail or web address for the user agent; empty: it names none.", "none"),
        Setting(
            "resolve", read_texts,
            "HOST=ADDRESS:PORT sends a host's traffic there, * is every host; repeatable, empty: none.",
            "none",
        ),
    )
}  # fmt: skip
