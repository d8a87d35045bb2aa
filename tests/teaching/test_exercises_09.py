from tests.teaching.walk import *  # noqa: F403

LESSONS = range(9, 12)
