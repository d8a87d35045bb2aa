"""Settings shared by all the tests."""

import os

from hypothesis import settings

# Two tests side by side on a slow machine are no reason to fail one of them for its time; and
# what CI tries must not differ from run to run.
settings.register_profile("farkle_edu", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("farkle_edu")
