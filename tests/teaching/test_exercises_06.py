from tests.teaching.walk import *  # noqa: F403

LESSONS = range(6, 9)
