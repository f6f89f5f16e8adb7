"""Settings for all tests: property tests try the same examples on every run and have no clock.

Set HYPOTHESIS_PROFILE=explore to look for new counterexamples.
"""

import os
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest_asyncio
from hypothesis import settings

if TYPE_CHECKING:
    from drawn_sites import Tools

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def one_browser() -> AsyncIterator["Tools"]:
    """One browser for all tests of a module: to start it takes most of the time."""
    from drawn_sites import tools  # here, as most tests need no browser

    async with tools() as both:
        yield both
