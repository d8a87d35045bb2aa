"""Farkle as a course in probability: exact calculators, dice to play with, lessons.

Everything a lesson uses is importable from here. Rooms that need sympy, numpy, matplotlib or
ipywidgets are imported when one of their names is first used, so that importing this
package, scoring and play start at once.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .challenge import collect as collect
    from .chance_plots import beside_normal as beside_normal
    from .chance_plots import chain_picture as chain_picture
    from .chance_plots import curve as curve
    from .chisquare import chi_square as chi_square
    from .chisquare import rolls_to_tell as rolls_to_tell
    from .counting import combinations as combinations
    from .decision_plots import bank_or_roll as bank_or_roll
    from .decision_plots import choices_worth as choices_worth
    from .decision_plots import turn_values as turn_values
    from .derive import break_even as break_even
    from .derive import turn_chain as turn_chain
    from .dice import Die as Die
    from .distribution import Distribution as Distribution
    from .game import Game as Game
    from .game import IllegalAction as IllegalAction
    from .games import simulate_games as simulate_games
    from .language import set_language as set_language
    from .loaded import loaded_dice as loaded_dice
    from .match import solve_match as solve_match
    from .match_alone import fewest_turns as fewest_turns
    from .match_alone import total_after as total_after
    from .match_alone import turns_to_target as turns_to_target
    from .match_between import ByScore as ByScore
    from .match_between import best_response as best_response
    from .match_between import head_to_head as head_to_head
    from .match_plots import boldness_map as boldness_map
    from .match_plots import handicap_picture as handicap_picture
    from .match_plots import win_map as win_map
    from .outcome import compare as compare
    from .outcome import cost_of as cost_of
    from .outcome import turn_distribution as turn_distribution
    from .plan import best_turn as best_turn
    from .plots import chance_bars as chance_bars
    from .plots import picture as picture
    from .plots import running_average as running_average
    from .plots import sample_space as sample_space
    from .plots import two_dice as two_dice
    from .roll import every_roll as every_roll
    from .roll import farkle_probability as farkle_probability
    from .roll import roll_distribution as roll_distribution
    from .roll import streak_probability as streak_probability
    from .rules import Rules as Rules
    from .rules import load_rules as load_rules
    from .rules import rule_names as rule_names
    from .scoring import SetAside as SetAside
    from .simulate import convergence as convergence
    from .simulate import simulate_counts as simulate_counts
    from .simulate import simulate_rolls as simulate_rolls
    from .simulate import simulate_turns as simulate_turns
    from .strategies import bank_at as bank_at
    from .strategies import bank_below_dice as bank_below_dice
    from .strategies import best_plan as best_plan
    from .strategies import card as card
    from .strategies import careful as careful
    from .strategies import greedy as greedy
    from .strategies import never_below as never_below
    from .strategies import random_play as random_play
    from .strategies import strategy as strategy
    from .teaching import check as check
    from .teaching import exercise as exercise
    from .teaching import predict as predict
    from .teaching import progress as progress
    from .teaching import solution as solution
    from .tournament import Tournament as Tournament
    from .turn import Choice as Choice
    from .turn import Turn as Turn
    from .widgets import BankExplorer as BankExplorer
    from .widgets import BankOrRollTrainer as BankOrRollTrainer
    from .widgets import Challenge as Challenge
    from .widgets import DiceLoader as DiceLoader
    from .widgets import DiceTray as DiceTray
    from .widgets import EstimateTrainer as EstimateTrainer
    from .widgets import FarkleTable as FarkleTable
    from .widgets import RaceView as RaceView
    from .widgets import RollExplorer as RollExplorer
    from .widgets import RollLog as RollLog
    from .widgets import RuleExplorer as RuleExplorer
    from .widgets import ScoreTrainer as ScoreTrainer
    from .widgets import WinMap as WinMap

__version__ = "0.1.0"

# The same names as above, by the room they live in.
_ROOMS = {
    "chance_plots": ("beside_normal", "chain_picture", "curve"),
    "challenge": ("collect",),
    "chisquare": ("chi_square", "rolls_to_tell"),
    "counting": ("combinations",),
    "decision_plots": ("bank_or_roll", "choices_worth", "turn_values"),
    "derive": ("break_even", "turn_chain"),
    "dice": ("Die",),
    "distribution": ("Distribution",),
    "game": ("Game", "IllegalAction"),
    "language": ("set_language",),
    "loaded": ("loaded_dice",),
    "match": ("solve_match",),
    "match_alone": ("fewest_turns", "total_after", "turns_to_target"),
    "match_between": ("ByScore", "best_response", "head_to_head"),
    "match_plots": ("boldness_map", "handicap_picture", "win_map"),
    "games": ("simulate_games",),
    "outcome": ("compare", "cost_of", "turn_distribution"),
    "plan": ("best_turn",),
    "plots": ("chance_bars", "picture", "running_average", "sample_space", "two_dice"),
    "roll": ("every_roll", "farkle_probability", "roll_distribution", "streak_probability"),
    "rules": ("Rules", "load_rules", "rule_names"),
    "scoring": ("SetAside",),
    "simulate": ("convergence", "simulate_counts", "simulate_rolls", "simulate_turns"),
    "strategies": (
        "bank_at",
        "bank_below_dice",
        "best_plan",
        "card",
        "careful",
        "greedy",
        "never_below",
        "random_play",
        "strategy",
    ),
    "teaching": ("check", "exercise", "predict", "progress", "solution"),
    "tournament": ("Tournament",),
    "turn": ("Choice", "Turn"),
    "widgets": (
        "BankExplorer",
        "BankOrRollTrainer",
        "Challenge",
        "DiceLoader",
        "DiceTray",
        "EstimateTrainer",
        "FarkleTable",
        "RaceView",
        "RollExplorer",
        "RollLog",
        "RuleExplorer",
        "ScoreTrainer",
        "WinMap",
    ),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}
__all__ = [*_ROOM_OF]


def __getattr__(name: str) -> object:
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        value = getattr(importlib.import_module(f".{_ROOM_OF[name]}", __name__), name)
    except ImportError as missing:
        if sys.platform != "emscripten":
            raise
        from .browser import stand_in

        return stand_in(missing)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *_ROOM_OF]


if sys.platform == "emscripten":
    from .browser import install

    install()
