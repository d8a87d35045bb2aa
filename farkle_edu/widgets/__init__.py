"""Dice and tables to touch in a notebook."""

from farkle_edu.widgets.table import FarkleTable
from farkle_edu.widgets.train_bank import BankOrRollTrainer
from farkle_edu.widgets.train_estimate import EstimateTrainer
from farkle_edu.widgets.trainers import ScoreTrainer
from farkle_edu.widgets.tray import DiceTray

__all__ = ["BankOrRollTrainer", "DiceTray", "EstimateTrainer", "FarkleTable", "ScoreTrainer"]
