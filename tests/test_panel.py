"""The panel that explorers and trainers share, without a page."""

import asyncio
from fractions import Fraction

import pytest

from farkle_edu.widgets import panel
from farkle_edu.widgets.explorer import chance_text, fraction, per_cent_ticks, steps, ticks
from farkle_edu.widgets.later import Later

ITEMS = {
    "slide": (panel.slider("slide", "Slide", 50, 0, 100, 50), [0, 100], [25, 150, -50, 1.0, True]),
    "type": (panel.number("type", "Type", 1, 1, 6), [1, 6], [0, 7, "3", None]),
    "pick": (panel.select("pick", "Pick", "a", {"a": "A", "b": "B"}), ["b"], ["c", 1, None]),
    "one": (panel.choice("one", "One", "a", {"a": "A"}), ["a"], ["b"]),
    "on": (panel.switch("on", "On", False), [True, False], [1, None, "yes"]),
    "press": (panel.button("press", "Press"), [None], [1, "x"]),
    "write": (panel.entry("write", "Write", ""), ["", "<b>"], [None, 3]),
    "keep": (panel.keep("keep", "Keep", [1, 5, 3], locked=[2]), [[], [0, 1]], [[2], [3], 1, [-1]]),
}


class Board(panel.Panel):
    """A panel with one of each control."""

    def __init__(self, language=None):
        super().__init__(language)
        self.used = []
        self.why = ""
        self.draw()

    def _look(self):
        items = [item for item, _, _ in ITEMS.values()]
        cells = [[(0.1, "10"), (0.9, "90")]]
        parts = [
            panel.controls("row", *items, panel.button("no", "No", why=self.why)),
            panel.controls(
                "more",
                panel.download("save", "Save", "x.csv", "a,b"),
                panel.slider("far", "Far", 2000, 0, 4000),
            ),
            panel.heat("map", "Map", ["0", "1"], ["0"], cells, across="x", down="y"),
        ]
        return panel.Look("Board", "What?", parts, f"{len(self.used)} used")

    def _use(self, name, value):
        if value == "<b>":
            raise RuntimeError("a bug")
        self.used.append((name, value))

    def hear(self, name, value, heard=1, **more):
        self._hear(self, {"name": name, "value": value, "heard": heard, **more}, None)


@pytest.mark.parametrize("name", ITEMS)
def test_a_control_takes_its_values_and_no_others(name):
    board = Board()
    item, good, bad = ITEMS[name]
    for value in good:
        if value != "<b>":
            board.do(name, value)
            assert board.used[-1] == (name, value)
    used = list(board.used)
    for value in bad:
        with pytest.raises(ValueError, match=item["label"]):
            board.do(name, value)
    assert board.used == used


def test_the_map_takes_its_squares():
    board = Board()
    board.do("map", [0, 1])
    assert board.used == [("map", [0, 1])]
    for value in ([1, 0], [0], [0, 2], None):
        with pytest.raises(ValueError, match="map"):
            board.do("map", value)


def test_what_is_not_there_or_not_allowed_is_named():
    board = Board()
    for name in ("nothing", "save", "row"):
        with pytest.raises(ValueError, match=f"no control '{name}'"):
            board.do(name)
    board.why = "Not now."
    board.draw()
    with pytest.raises(ValueError, match="Not now"):
        board.do("no")


def test_the_page_is_answered_whatever_happens():
    board = Board()
    board.hear("on", True, heard=4)
    assert board._view["heard"] == 4
    assert board.used == [("on", True)]
    board.hear("slide", 25, heard=5)
    assert "Slide" in board._view["notice"]
    assert board._view["heard"] == 5
    board.hear("write", "<b>", heard=6)
    assert "RuntimeError: a bug" in board._view["notice"]
    board.hear("press", None, heard=7)
    assert board._view["notice"] == ""
    assert board.used == [("on", True), ("press", None)]


def test_what_the_page_does_by_itself_happens_once():
    """Two pages with the same panel send the same step; the second is late."""
    board = Board()
    drawn = board._view["drawn"]
    board.hear("press", None, heard=1, drawn=drawn)
    board.hear("press", None, heard=1, drawn=drawn)
    assert board.used == [("press", None)]


def test_the_reading_is_the_repr():
    board = Board()
    assert repr(board) == "Board: 0 used"
    board.do("press")
    assert (board.reading, repr(board)) == ("1 used", "Board: 1 used")


def test_the_language_is_its_own():
    for code, written in (("de", "2.000"), ("en", "2,000"), (None, "2,000")):
        board = Board(code)
        assert board.language == (code or "en")
        assert board._view["parts"][1]["items"][1]["shown"] == written
    with pytest.raises(ValueError, match="tlh"):
        Board("tlh")


# -- what explorers share -----------------------------------------------------------------


def test_ticks_are_round_and_inside():
    assert list(steps(0, 10, 5)) == [0, 2, 4, 6, 8, 10]
    assert list(steps(0, 1234, 5)) == [0, 500, 1000]
    assert ticks(0, 3000, 3) == [(0, "0"), (1000, "1,000"), (2000, "2,000"), (3000, "3,000")]
    assert per_cent_ticks(0.02, 4) == [
        (0.0, "0.0"),
        (0.005, "0.5"),
        (0.01, "1.0"),
        (0.015, "1.5"),
        (0.02, "2.0"),
    ]
    assert per_cent_ticks(0.6, 3)[-1] == (0.6, "60")


def test_small_chances_are_not_called_nothing():
    assert chance_text(Fraction(0)) == "0.0%"
    assert chance_text(Fraction(1, 7776)) == "0.013%"
    assert chance_text(Fraction(1, 6**9)) == "<0.001%"
    assert chance_text(Fraction(5, 216)) == "2.3%"
    assert (fraction(Fraction(5, 216)), fraction(Fraction(1, 6**9))) == ("5/216", "")


def test_long_work_does_not_hold_up_the_notebook():
    async def notebook():
        ready = asyncio.Event()
        later = Later(ready.set)
        assert later.get("x", lambda: 42) is None
        await asyncio.wait_for(ready.wait(), 5)
        assert later.get("x", lambda: 1 / 0) == 42
        return later

    later = asyncio.run(notebook())
    assert later.get("y", lambda: 7) == 7


def test_long_work_is_done_one_at_a_time_and_what_nobody_asks_for_any_more_not_at_all():
    async def notebook():
        begun, ready = [], asyncio.Event()
        later = Later(ready.set)
        for key in "abc":
            assert later.get(key, lambda key=key: begun.append(key) or key) is None
        await asyncio.wait_for(ready.wait(), 5)
        assert later.get("a", lambda: 1 / 0) == "a"
        ready.clear()
        assert later.get("c", lambda: begun.append("c") or "c") is None
        await asyncio.wait_for(ready.wait(), 5)
        assert later.get("c", lambda: 1 / 0) == "c"
        assert begun == ["a", "c"]

    asyncio.run(notebook())


def test_long_work_that_fails_says_so():
    async def notebook():
        ready = asyncio.Event()
        later = Later(ready.set)
        assert later.get("x", lambda: 1 / 0) is None
        await asyncio.wait_for(ready.wait(), 5)
        with pytest.raises(ZeroDivisionError):
            later.get("x", lambda: 1)

    asyncio.run(notebook())
