"""Which policy a crawl has: by its options, and by the topic it began with."""

from pathlib import Path

from sonde.errors import ConfigError
from sonde.interface.model import SearchInterface
from sonde.model import Topic
from sonde.planner import DEFAULT_POLICY, TOPIC_POLICIES, TOPIC_POLICY, Policy, Statistics, make_policy
from sonde.site_crawl.options import CrawlOptions
from sonde.store.sqlite import Store
from sonde.store.topic import topic_as_json, topic_from_json


def check_options(options: CrawlOptions, folder: Path) -> None:
    """Raises ConfigError for an unknown name or a wrong weight, before anything is opened."""
    # A folder that is resumed may have the topic that a topic policy needs.
    if options.topic is not None or options.policy not in TOPIC_POLICIES or not folder.exists():
        check_policy(options, options.topic)


def check_policy(options: CrawlOptions, topic: Topic | None) -> None:
    """Raises ConfigError for a policy that cannot do without what is not there, such as a topic."""
    make_policy(_name(options, topic), ranking_weight=options.ranking_weight, topic=topic)


async def settle_topic(store: Store, wanted: Topic | None, *, has_begun: bool, folder: Path) -> Topic | None:
    """The topic the crawl began with; another one would need another crawl."""
    kept = await store.get_meta("topic")
    if not has_begun:
        await store.set_meta("topic", topic_as_json(wanted))
        return wanted
    if wanted is not None and topic_as_json(wanted) != kept:
        was = "on another topic" if kept else "without a topic"
        raise ConfigError(f"{folder} holds a crawl {was}. Leave the topic out, or choose a new folder with -o.")
    return topic_from_json(kept)


def policy_of(options: CrawlOptions, interface: SearchInterface, topic: Topic | None, statistics: Statistics) -> Policy:
    """A fresh policy for a site, over the statistics that the estimator reads too."""
    return make_policy(
        _name(options, topic),
        topic=topic,
        topic_attributes=options.topic_attributes,
        seeds=options.seeds or interface.seeds,
        rng_seed=options.rng_seed,
        statistics=statistics,
        costs=options.costs,
        language=interface.language,
        abilities=interface.abilities,
        ranking_weight=options.ranking_weight,
    )


def _name(options: CrawlOptions, topic: Topic | None) -> str:
    """The policy asked for; with a topic the default is the one that looks for it."""
    return TOPIC_POLICY if topic is not None and options.policy == DEFAULT_POLICY else options.policy
