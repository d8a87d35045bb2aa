"""Exercises, their checks, predictions and progress.

Imports neither sympy nor numpy, so that checking an answer starts at once.
"""

from .cells import check, exercise, predict, progress, solution
from .exercises import Exercise, Misconception, exercises, find

__all__ = [
    "Exercise",
    "Misconception",
    "check",
    "exercise",
    "exercises",
    "find",
    "predict",
    "progress",
    "solution",
]
