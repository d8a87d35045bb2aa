"""The file that remembers a student's answers: small, readable, and whole after a crash."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..folders import write_whole

HOME_VARIABLE = "FARKLE_EDU_HOME"
_NAME = "progress.json"


def home() -> Path:
    """The folder of a student's own work: ``my_farkle`` beside the notebook.

    The environment variable ``FARKLE_EDU_HOME`` names another one.
    """
    return Path(os.environ.get(HOME_VARIABLE) or "my_farkle")


def load() -> tuple[dict[str, dict[str, Any]], str]:
    """What is remembered of each exercise, by its id, and a note if the file was damaged.

    A damaged file is renamed, never overwritten: a person may still want to read it.
    """
    path = home() / _NAME
    try:
        records = json.loads(path.read_text("utf-8"))
        if not isinstance(records, dict) or not all(isinstance(r, dict) for r in records.values()):
            raise ValueError("not a progress file")
    except FileNotFoundError:
        return {}, ""
    except OSError as error:
        return {}, f"Your progress could not be read: {error.strerror}."
    except (ValueError, RecursionError):
        return {}, _set_aside(path)
    return records, ""


def _set_aside(path: Path) -> str:
    number = 1
    while (kept := path.with_name(f"progress.damaged-{number}.json")).exists():
        number += 1
    try:
        path.rename(kept)
    except OSError as error:
        return f"Your progress file is damaged and could not be set aside: {error.strerror}."
    return f"Your progress file was damaged. It is kept as {kept.name}; a new one was begun."


def update(id: str, change: Callable[[dict[str, Any]], None]) -> str:
    """Change what is remembered of one exercise; return a note for the student, or "".

    At any moment a whole file is there. A folder that cannot be written to is a note, not an
    error.
    """
    records, note = load()
    if note and (home() / _NAME).exists():
        return note  # it could not be read, so it must not be replaced either
    change(records.setdefault(id, {}))
    try:
        home().mkdir(parents=True, exist_ok=True)
        write_whole(home() / _NAME, json.dumps(records, indent=1, sort_keys=True))
    except OSError as error:
        return f"This could not be saved: {error.strerror}."
    return note
