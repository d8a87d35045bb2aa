"""The file in which a table keeps its game."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from farkle_edu.game import Game
from farkle_edu.rules import Rules
from farkle_edu.widgets import words


def read(file: Path, rules: Rules, names: Sequence[str]) -> tuple[Game | None, str]:
    """The game in a file, and what the player should be told about it.

    A file that cannot be read as a game of these players under these rules gets another name,
    and the answer is None.
    """
    try:
        game = Game.from_log(file.read_text("utf-8"))
    except OSError:
        raise
    except Exception:
        # Anything may be in a damaged file, so anything may go wrong in reading it.
        return None, words.damaged(file.name, _set_aside(file, "damaged"))
    if game.rules != rules or game.log["players"] != list(names):
        return None, words.other_game(file.name, _set_aside(file, "other"))
    return game, words.RESTORED if game.log["actions"] else ""


def write(file: Path, game: Game) -> None:
    """Put the game into the file, whole or not at all; an OSError says why not."""
    part = file.with_name(f".{file.name}.part")
    with part.open("w", encoding="utf-8") as opened:
        json.dump(game.log, opened)
        opened.flush()
        os.fsync(opened.fileno())
    part.replace(file)


def _set_aside(file: Path, why: str) -> str:
    """Give a file a name that is free, and return it."""
    names = (file.with_suffix(f".{why}{n or ''}{file.suffix}") for n in count())
    free = next(name for name in names if not name.exists())
    return file.rename(free).name
