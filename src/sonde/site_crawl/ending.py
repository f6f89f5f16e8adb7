"""How a crawl ends: why, what it found out about the site, and which of its pages are no documents."""

import logging

from sonde.crawl import is_block
from sonde.errors import FetchError, SondeError
from sonde.interface.kinds import minor_kinds
from sonde.model import Stop
from sonde.planner import Policy
from sonde.planner.beliefs import beliefs_of
from sonde.store.sqlite import Store

logger = logging.getLogger(__name__)


def stop_of(error: BaseException | None) -> Stop:
    """The stop reason behind an exception that ended a crawl."""
    if error is None or not isinstance(error, Exception):
        return Stop("interrupted", "stopped from outside")
    if isinstance(error, FetchError):
        return Stop("blocked" if is_block(error) else "error", str(error))
    return Stop("error", str(error) if isinstance(error, SondeError) else f"{type(error).__name__}: {error}")


async def note_findings(store: Store, policy: Policy, *, relearned: str) -> None:
    """Keeps what turned out to be otherwise than it was learned, and how many documents are on topic."""
    beliefs = beliefs_of(policy)
    if said := [*filter(None, [relearned]), *(beliefs.corrections if beliefs is not None else ())]:
        await store.set_meta("relearned", "; ".join(said))
    on_topic = getattr(policy, "on_topic", None)
    if on_topic is not None:
        await store.set_meta("on_topic", round(on_topic))


async def set_aside(store: Store) -> None:
    """Sets pages of another kind than most documents aside."""
    pages = await store.shapes()
    await store.clear_aside()
    for kind in minor_kinds(pages):
        await store.set_aside(kind.ids, f"another kind of page ({kind.pattern})")
        logger.info("set aside pages=%d kind=%s", len(kind.ids), kind.pattern)
