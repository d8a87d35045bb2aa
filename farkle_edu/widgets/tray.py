"""Dice on a tray that a player can touch."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from farkle_edu.language import _, chosen, spoken, using
from farkle_edu.widgets import words

_HERE = Path(__file__).parent


def script(name: str, around: str = "") -> str:
    """Give the module text of the widget `name`: the shared dice, then its own part.

    `around` is a part whose function of that name draws the widget and something more.
    """
    parts = ["dice", name, *([around] if around else [])]
    text = "\n".join((_HERE / f"{part}.js").read_text("utf-8") for part in parts)
    return f"{text}\nexport default {{ render: {around or 'render'} }};\n"


def style(*names: str) -> str:
    """Give the style sheets `names` as one text."""
    return "\n".join((_HERE / f"{name}.css").read_text("utf-8") for name in names)


def _whole_numbers(value: Any, what: str) -> tuple[int, ...]:
    items = tuple(value) if isinstance(value, Iterable) else (None,)
    if any(type(item) is not int for item in items):
        raise ValueError(f"{what} must be a list of whole numbers, not {value!r}")
    return items


class DiceTray(anywidget.AnyWidget):
    """Dice on a tray: a touch marks a die to keep, another touch lets it go.

    Click, tap, Space or Enter touches a die; the arrow keys, Home and End move between dice.

    Parameters
    ----------
    faces
        What the dice show, 1 to 6; 0 is a die that has not been rolled. New faces are neither
        kept nor locked.
    kept
        Positions of the dice to keep, counted from 0.
    locked
        Positions of the dice that were set aside before and cannot be touched.
    disabled
        Whether no die can be touched.
    label
        What a screen reader calls the tray; without it, "Dice".
    language
        The code of its language, such as "de"; without it, that of the notebook.

    Raises
    ------
    ValueError
        For a face that is not 0 to 6, a position without a die, a die both kept and locked, or
        an unknown language.

    Examples
    --------
    >>> tray = DiceTray([1, 5, 3], kept=[0])
    >>> tray
    DiceTray: 1 (kept), 5, 3
    >>> tray.kept_faces
    (1,)
    """

    _esm = script("tray")
    _css = style("dice")

    faces = traitlets.Any(()).tag(sync=True)
    kept = traitlets.Any(()).tag(sync=True)
    locked = traitlets.Any(()).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    language = traitlets.Unicode("en").tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    # Counts rolls: the same faces twice running are still a new roll, and a touch that was
    # meant for an earlier roll is known by its number.
    rolls = traitlets.Int(0).tag(sync=True)
    # The number of the last touch that was dealt with.
    heard = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        faces: Iterable[int] = (),
        *,
        kept: Iterable[int] = (),
        locked: Iterable[int] = (),
        disabled: bool = False,
        label: str | None = None,
        language: str | None = None,
    ) -> None:
        with using(language):
            label = _("Dice") if label is None else label
            super().__init__(disabled=disabled, label=label, language=chosen(), _words=words.die())
        self.show(faces, kept=kept, locked=locked)
        self.on_msg(self._hear)

    @property
    def kept_faces(self) -> tuple[int, ...]:
        """Faces of the dice marked to keep, in the order of the tray."""
        return tuple(self.faces[i] for i in self.kept)

    def show(
        self, faces: Iterable[int], *, kept: Iterable[int] = (), locked: Iterable[int] = ()
    ) -> None:
        """Lay these dice on the tray; `kept` and `locked` are positions counted from 0."""
        with self.hold_sync():
            self.kept = self.locked = ()
            self.faces = faces
            self.locked = locked
            self.kept = kept

    def roll(self, faces: Iterable[int], *, locked: Iterable[int] = ()) -> None:
        """Lay these dice on the tray as a new roll, which the page shows as one."""
        with self.hold_sync():
            self.show(faces, locked=locked)
            self.rolls += 1

    @traitlets.validate("faces")
    def _check_faces(self, proposal: traitlets.Bunch) -> tuple[int, ...]:
        faces = _whole_numbers(proposal["value"], "faces")
        for face in faces:
            if not 0 <= face <= 6:
                raise ValueError(f"a face must be 1 to 6, or 0 for a die not rolled, not {face}")
        return faces

    @traitlets.validate("kept", "locked")
    def _check_positions(self, proposal: traitlets.Bunch) -> tuple[int, ...]:
        name = proposal["trait"].name
        positions = tuple(sorted(set(_whole_numbers(proposal["value"], name))))
        other = self.locked if name == "kept" else self.kept
        for position in positions:
            if not 0 <= position < len(self.faces):
                raise ValueError(
                    f"{name}: there is no die at {position}; the positions of"
                    f" {len(self.faces)} dice count from 0"
                )
            if position in other:
                raise ValueError(f"the die at {position} cannot be both kept and locked")
            if name == "kept" and self.faces[position] == 0:
                raise ValueError(f"the die at {position} cannot be kept: it is not rolled yet")
        return positions

    @traitlets.observe("faces")
    def _forget_marks(self, _change: traitlets.Bunch) -> None:
        self.kept = self.locked = ()

    def _hear(self, _widget: DiceTray, content: dict[str, Any], _buffers: object) -> None:
        """Deal with a touch on the page."""
        with self.hold_sync():
            self.heard = int(content["heard"])
            if content["rolls"] == self.rolls and not self.disabled:
                self.kept = content["kept"]

    @spoken
    def __repr__(self) -> str:
        def told(i: int, face: int) -> str:
            if i in self.kept:
                return _("{die} (kept)", die=face)
            if i in self.locked:
                return _("{die} (set aside)", die=face)
            return str(face) if face else _("not rolled")

        dice = [told(i, face) for i, face in enumerate(self.faces)]
        return f"{type(self).__name__}: {_(', ').join(dice) or _('no dice')}"
