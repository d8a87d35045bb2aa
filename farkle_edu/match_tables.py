"""Solved games that come with the package, so that a lesson need not wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .folders import write_whole
from .match_solver import Race, solvable
from .rules import Rules, rule_names

FOLDER = Path(__file__).parent / "solved"
#: win chances are kept in units of this
UNIT = 1e-10


def _packed(win: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Chances as whole units, as differences of differences, their bytes by significance."""
    units = np.rint(win / UNIT).astype("<i8")
    bends = np.diff(np.diff(units, axis=1, prepend=0), axis=2, prepend=0)
    return np.ascontiguousarray(bends.reshape(-1).view(np.uint8).reshape(-1, 8).T)


def _unpacked(planes: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.float64]:
    bends = np.ascontiguousarray(planes.T).view("<i8").reshape(shape)
    told: NDArray[np.float64] = bends.cumsum(axis=2).cumsum(axis=1) * UNIT
    return told


def to_bytes(race: Race) -> bytes:
    """A solved game as the content of a file."""
    file = BytesIO()
    parts: dict[str, Any] = {f"last_{n}": chances for n, chances in race.last.items()}
    np.savez_compressed(
        file,
        planes=_packed(race.win),
        error=np.float64(race.error + UNIT / 2),
        outrun=np.float64(race.outrun),
        **parts,
    )
    return file.getvalue()


def from_file(rules: Rules, path: Path) -> Race:
    """The solved game of these rules that a file holds."""
    race = Race(rules)
    race.take()
    with np.load(path) as held:
        race.win = _unpacked(held["planes"], race.win.shape)
        race.error = float(held["error"])
        race.outrun = float(held["outrun"])
        race.last = {
            int(name.removeprefix("last_")): held[name]
            for name in held.files
            if name.startswith("last_")
        }
    return race


def shipped(rules: Rules) -> Race | None:
    """The solved game of these rules, where it comes with the package."""
    for path in sorted(FOLDER.glob("*.npz")):
        if path.stem in rule_names() and solvable(path.stem) == rules:
            return from_file(rules, path)
    return None


def solve_named(
    names: Iterable[str] | None = None,
    folder: Path = FOLDER,
    progress: Callable[[str, int, int], object] | None = None,
) -> list[Path]:
    """Solve the games of named rule sets and write them to a folder; returns the new files.

    A file that is there already is left alone, so that a run which was stopped goes on where
    it was; where scores can fall, which takes many times through all totals, it goes on from
    the last of these. ``progress`` is called with the name, the totals done, and all of them.
    """
    written = []
    folder.mkdir(parents=True, exist_ok=True)
    for name in rule_names() if names is None else names:
        path = folder / f"{name}.npz"
        if path.exists():
            continue
        race = Race(solvable(name))
        bounds = path.with_suffix(".bounds.npy")
        if bounds.exists():
            race.win = np.load(bounds)
            race.sweeps = 1
        race.solve(
            None if progress is None else partial(progress, name),
            partial(_save_bounds, race, bounds),
        )
        # A file cut short would pass for a solved game.
        write_whole(path, to_bytes(race))
        bounds.unlink(missing_ok=True)
        written.append(path)
    return written


def _save_bounds(race: Race, path: Path) -> None:
    file = BytesIO()
    np.save(file, race.win)
    write_whole(path, file.getvalue())
