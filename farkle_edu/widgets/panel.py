"""A panel: controls, pictures and words, told as plain data by Python and drawn by the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import anywidget
import traitlets

from farkle_edu.language import _, chosen, spoken
from farkle_edu.language import number as written
from farkle_edu.widgets import words
from farkle_edu.widgets.tray import script, style

Part = dict[str, Any]


class Look(NamedTuple):
    """What a panel shows: ``question`` is the one it answers, ``reading`` the answer in words.

    ``parts`` have different names and keep their order. ``then``: what the page does by itself,
    the name of a button and milliseconds to wait, for who has not asked for less motion.
    """

    title: str
    question: str
    parts: Sequence[Part]
    reading: str
    then: tuple[str, int] | None = None


# Controls. Each has a name, which `do` takes, and a label, which a person reads or hears.


def slider(
    name: str, label: str, value: int, low: int, high: int, step: int = 1, shown: str = ""
) -> Part:
    """A whole number to slide; ``shown`` is how the value reads, where it is not the number."""
    return {
        "kind": "slider",
        "name": name,
        "label": label,
        "value": value,
        "low": low,
        "high": high,
        "step": step,
        "shown": shown or written(value),
    }


def number(name: str, label: str, value: int, low: int, high: int, step: int = 1) -> Part:
    """A whole number to type or to step."""
    return slider(name, label, value, low, high, step) | {"kind": "number"}


def select(name: str, label: str, value: str, options: Mapping[str, str]) -> Part:
    """One of many: ``options`` maps values to what a person reads."""
    told = [[key, text] for key, text in options.items()]
    return {"kind": "select", "name": name, "label": label, "value": value, "options": told}


def choice(name: str, label: str, value: str, options: Mapping[str, str]) -> Part:
    """One of a few, side by side."""
    return select(name, label, value, options) | {"kind": "choice"}


def switch(name: str, label: str, on: bool) -> Part:
    """Something that is on or off."""
    return {"kind": "switch", "name": name, "label": label, "value": on}


def button(
    name: str,
    label: str,
    *,
    main: bool = False,
    motion: bool = False,
    face: int | None = None,
    why: str = "",
) -> Part:
    """A button. ``face``: a die drawn on it; ``why``: the reason it cannot be pressed now.

    ``motion``: that it sets things moving, so that who asked for less motion does not see it.
    """
    told = {"kind": "button", "name": name, "label": label, "main": main, "motion": motion}
    return told | {"value": None, "face": face, "why": why}


def entry(
    name: str, label: str, value: str, *, enter: str = "", lines: int = 1, hint: str = ""
) -> Part:
    """Text to type or paste. ``enter``: the button that Enter presses."""
    told = {"kind": "entry", "name": name, "label": label, "value": value}
    return told | {"enter": enter, "lines": lines, "hint": hint}


def keep(
    name: str,
    label: str,
    faces: Sequence[int],
    kept: Sequence[int] = (),
    locked: Sequence[int] = (),
    rolls: int = 0,
    disabled: bool = False,
) -> Part:
    """Dice to touch, as on a ``DiceTray``: the value is the positions kept.

    ``rolls`` counts the rolls: another number shows the dice as newly rolled.
    """
    told = {"kind": "keep", "name": name, "label": label, "value": list(kept)}
    more = {"faces": list(faces), "locked": list(locked), "rolls": rolls, "disabled": disabled}
    return told | more | {"words": words.die()}


def download(name: str, label: str, file: str, text: str) -> Part:
    """A button that saves a text as a file from the page, without asking Python."""
    return {"kind": "download", "name": name, "label": label, "file": file, "text": text}


# Parts. Each has a name, so that the page can keep what has not changed.


def controls(name: str, *items: Part, label: str = "") -> Part:
    """Controls in a row; with a ``label`` they are a group of that name."""
    return {"kind": "controls", "name": name, "items": list(items), "label": label}


def figures(name: str, *cards: tuple[str, str] | tuple[str, str, str]) -> Part:
    """Large numbers: each with its label and, if need be, what more there is to say."""
    told = [dict(zip(("label", "value", "more"), (*card, ""), strict=False)) for card in cards]
    return {"kind": "figures", "name": name, "cards": told}


def text(name: str, told: str, tone: str = "plain", *, live: bool = False) -> Part:
    """A paragraph; ``tone`` is plain, good, bad or note; ``live``: read out when it changes."""
    return {"kind": "text", "name": name, "text": told, "tone": tone, "live": live}


def dice(name: str, label: str, faces: Sequence[int]) -> Part:
    """Dice to look at."""
    return {"kind": "dice", "name": name, "label": label, "faces": list(faces)}


def axis(
    low: float, high: float, ticks: Iterable[tuple[float, str]], label: str = ""
) -> dict[str, Any]:
    """An axis of a chart with the places and words of its ticks."""
    return {"low": low, "high": high, "ticks": [list(tick) for tick in ticks], "label": label}


def series(
    name: str, shape: str, points: Iterable[tuple[float, float]], look: int = 0, width: float = 0
) -> dict[str, Any]:
    """What a chart draws: ``shape`` is bars, frames (bars not filled), line or dots.

    ``look``: 0 plain, 1 hatched or dashed, 2 light or dotted; ``width``: of bars, on the axis.
    """
    told = [[float(x), float(y)] for x, y in points]
    return {"name": name, "shape": shape, "points": told, "look": look, "width": width}


def chart(
    name: str,
    alt: str,
    x: dict[str, Any],
    y: dict[str, Any],
    *drawn: dict[str, Any],
    marks: Iterable[tuple[float, str]] = (),
    small: bool = False,
) -> Part:
    """Series over two axes; ``alt`` says what there is to see, ``marks`` are lines at an x."""
    told = {"kind": "chart", "name": name, "alt": alt, "x": x, "y": y, "series": list(drawn)}
    return told | {"marks": [list(mark) for mark in marks], "small": small}


def heat(
    name: str,
    caption: str,
    columns: Sequence[str],
    rows: Sequence[str],
    cells: Sequence[Sequence[tuple[float, str] | tuple[float, str, str]]],
    *,
    across: str,
    down: str,
    here: tuple[int, int] | None = None,
) -> Part:
    """A table of colours, each cell a level from 0 to 1 with its text; a click gives row, column.

    A cell that is a mark has third what a screen reader says. ``across`` and ``down`` say what
    the columns and rows are; ``here`` is the cell in question.
    """
    told = {"kind": "heat", "name": name, "caption": caption, "columns": list(columns)}
    more = {"rows": list(rows), "cells": [[list(cell) for cell in row] for row in cells]}
    return told | more | {"across": across, "down": down, "here": list(here) if here else None}


def table(
    name: str,
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    marked: Iterable[int] = (),
    folded: str = "",
) -> Part:
    """A table; ``marked`` rows have a star, and ``folded`` is what it is hidden behind."""
    told = {"kind": "table", "name": name, "caption": caption, "heads": list(heads)}
    return told | {"rows": [list(row) for row in rows], "marked": list(marked), "folded": folded}


def lanes(name: str, alt: str, runners: Iterable[tuple[str, float, str]]) -> Part:
    """A race: each runner's name, how far it is (0 to 1), and that in words."""
    told = [{"name": who, "part": part, "text": said} for who, part, said in runners]
    return {"kind": "lanes", "name": name, "alt": alt, "runners": told}


def _items(parts: Iterable[Part]) -> Iterable[Part]:
    for part in parts:
        if part["kind"] == "controls":
            yield from (item for item in part["items"] if item["kind"] != "download")
        elif part["kind"] == "heat":
            yield part


def checked(item: Part, value: Any) -> Any:
    """A value that a control can have, or a ValueError that says which it can."""
    kind, label = item["kind"], item.get("label", item["name"])
    if kind in ("slider", "number"):
        low, high, step = item["low"], item["high"], item["step"]
        if type(value) is not int or not low <= value <= high or (value - low) % step:
            told = {"label": label, "low": written(low), "high": written(high), "value": value}
            if step == 1:
                raise ValueError(
                    _("{label}: a whole number from {low} to {high}, not {value!r}", **told)
                )
            raise ValueError(
                _(
                    "{label}: from {low} to {high} in steps of {step}, not {value!r}",
                    step=step,
                    **told,
                )
            )
        return value
    if kind in ("select", "choice"):
        known = [key for key, _text in item["options"]]
        ok, wanted = value in known, f"one of {', '.join(map(repr, known))}"
    elif kind == "switch":
        ok, wanted = isinstance(value, bool), "True or False"
    elif kind == "entry":
        ok, wanted = isinstance(value, str), "text"
    elif kind == "keep":
        free = set(range(len(item["faces"]))) - set(item["locked"])
        ok = not item["disabled"] and isinstance(value, list | tuple) and set(value) <= free
        wanted = f"positions among {sorted(free)}"
    elif kind == "heat":
        size = len(item["rows"]), len(item["columns"])
        ok = isinstance(value, list | tuple) and len(value) == 2
        ok = ok and all(k in range(n) for k, n in zip(value, size, strict=True))
        wanted = f"a row below {size[0]} and a column below {size[1]}"
    else:
        ok, wanted = value is None, "no value"
    if not ok:
        raise ValueError(f"{label}: expected {wanted}, not {value!r}")
    return value


class Panel(anywidget.AnyWidget):
    """What explorers and trainers share: a title, the question, controls, and what they show.

    A subclass says in ``_look`` what there is to see and in ``_use`` what a control changes,
    and calls ``draw`` at the end of its ``__init__``. Everything on the page is drawn from that
    data, as text and never as markup. ``language``: a code such as "de", for None the
    notebook's.
    """

    _esm = script("panel")
    _css = style("dice", "table", "panel")

    language = traitlets.Unicode("en").tag(sync=True)
    _view = traitlets.Dict().tag(sync=True)

    def __init__(self, language: str | None = None) -> None:
        super().__init__(language=chosen(language))
        self._heard = self._drawn = 0
        self._notice = ""
        self.on_msg(self._hear)

    def _look(self) -> Look:
        """What there is to see now."""
        raise NotImplementedError

    def _use(self, name: str, value: Any) -> None:
        """Take a new value of a control, or the press of a button (value None)."""
        raise NotImplementedError

    @property
    def reading(self) -> str:
        """What the panel shows, in words."""
        return self._seen.reading

    @spoken
    def do(self, name: str, value: Any = None) -> None:
        """Use a control as a person would: move a slider, choose, press.

        ``name`` is a control on the panel now; another, or a value that it cannot have, is a
        ValueError.
        """
        known = {item["name"]: item for item in _items(self._seen.parts)}
        if name not in known:
            there = ", ".join(sorted(known)) or "none"
            raise ValueError(f"there is no control {name!r} now; there are {there}")
        if known[name].get("why"):
            raise ValueError(known[name]["why"])
        self._notice = ""
        self._use(name, checked(known[name], value))
        self.draw()

    @spoken
    def draw(self) -> None:
        """Show the panel as it stands."""
        self._seen = look = self._look()
        self._drawn += 1
        self._view = {
            "title": look.title,
            "question": look.question,
            "parts": list(look.parts),
            "then": look.then,
            "notice": self._notice,
            "busy": _("Python is still at work. It answers as soon as it can."),
            "silent": _("Python does not answer. Run this cell again to go on."),
            "heard": self._heard,
            # Whatever else stays the same, the page must see that it was answered.
            "drawn": self._drawn,
        }

    @spoken
    def _hear(self, _widget: Panel, content: dict[str, Any], _buffers: object) -> None:
        """Deal with what a person did on the page."""
        self._heard = int(content["heard"])
        # What the page does by itself happens once, however many pages there are.
        if content.get("drawn", self._drawn) == self._drawn:
            try:
                self.do(content["name"], content["value"])
                return
            except ValueError as problem:
                self._notice = str(problem)
            except Exception as problem:
                # Whatever goes wrong, the panel says so and goes on.
                self._notice = _(
                    "Something went wrong, and nothing was changed. ({problem})",
                    problem=f"{type(problem).__name__}: {problem}",
                )
        self.draw()

    def __repr__(self) -> str:
        return f"{type(self).__name__}: {self.reading}"
