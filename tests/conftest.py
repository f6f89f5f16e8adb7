"""Settings for all tests: property tests try the same examples on every run and have no clock.

Set HYPOTHESIS_PROFILE=explore to look for new counterexamples.
"""

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
