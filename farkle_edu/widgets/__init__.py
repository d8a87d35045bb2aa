"""Dice and tables to touch in a notebook."""

from farkle_edu.widgets.challenge import Challenge
from farkle_edu.widgets.explore_games import RaceView, WinMap
from farkle_edu.widgets.explore_rolls import DiceLoader, RollExplorer
from farkle_edu.widgets.explore_turns import BankExplorer, RuleExplorer
from farkle_edu.widgets.rolllog import RollLog
from farkle_edu.widgets.table import FarkleTable
from farkle_edu.widgets.train_bank import BankOrRollTrainer
from farkle_edu.widgets.train_estimate import EstimateTrainer
from farkle_edu.widgets.trainers import ScoreTrainer
from farkle_edu.widgets.tray import DiceTray

__all__ = [
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
]
