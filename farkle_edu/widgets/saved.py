"""The files in which widgets keep what people made."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from farkle_edu.folders import write_whole
from farkle_edu.game import Game
from farkle_edu.language import _
from farkle_edu.rules import Rules


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
        return None, _(
            "{file} could not be read as a saved game. It is kept as {kept}, and a new game"
            " begins.",
            file=file.name,
            kept=set_aside(file, "damaged"),
        )
    if game.rules != rules or game.log["players"] != list(names):
        return None, _(
            "{file} held a game with other rules or players. It is kept as {kept}, and a new game"
            " begins.",
            file=file.name,
            kept=set_aside(file, "other"),
        )
    return game, _("Your saved game goes on here.") if game.log["actions"] else ""


def write(file: Path, document: Mapping[str, Any]) -> None:
    """Put a document into the file, whole or not at all; an OSError says why not."""
    write_whole(file, json.dumps(document))


def set_aside(file: Path, why: str) -> str:
    """Give a file a name that is free, and return it."""
    names = (file.with_suffix(f".{why}{n or ''}{file.suffix}") for n in count())
    free = next(name for name in names if not name.exists())
    return file.rename(free).name
