"""The log of real dice without a page."""

import csv
import json
from fractions import Fraction

import pytest

from farkle_edu import RollLog, chi_square
from farkle_edu.widgets.rolllog import read_rolls


def part(log, name):
    return next(p for p in log._view["parts"] if p["name"] == name)


@pytest.mark.parametrize(
    "text", ["1 5 3", "1,5,3", "1-5-3", "153", " 1; 5 ;3 ", "1\t5\t3", "1–5–3"]
)
def test_a_roll_can_be_written_in_many_ways(text):
    assert read_rolls(text) == [(1, 5, 3)]
    assert read_rolls(f"\n{text}\r\n\n66\n") == [(1, 5, 3), (6, 6)]


@pytest.mark.parametrize(
    "line", ["1 7", "0", "one", "10", "<img src=x onerror=alert(1)>", "1" * 101]
)
def test_a_line_that_is_no_roll_is_named_and_nothing_is_lost(line):
    log = RollLog()
    log.do("pasted", f"1 2\n{line}\n3 4")
    with pytest.raises(ValueError, match="Line 2") as told:
        log.do("paste")
    assert line[:40] in str(told.value)
    assert log.rolls == ()
    assert part(log, "pasting")["items"][0]["value"] == f"1 2\n{line}\n3 4"


def test_dice_are_tapped_and_taken_back():
    log = RollLog()
    with pytest.raises(ValueError, match="Tap"):
        log.do("add")
    with pytest.raises(ValueError, match="nothing to undo"):
        log.do("undo")
    for face in (1, 5, 5):
        log.do(f"face {face}")
    log.do("undo")
    assert "1 5" in part(log, "now")["text"]
    assert log.rolls == ()
    log.do("add")
    log.do("each", "2")
    for face in (6, 6, 3):
        log.do(f"face {face}")
    assert log.rolls == ((1, 5), (6, 6))
    log.do("face 4")
    assert log.rolls == ((1, 5), (6, 6), (3, 4))
    log.do("pasted", "1\n2\n3")
    log.do("paste")
    assert len(log.rolls) == 6
    log.do("undo")  # a paste came in one piece, and goes in one
    log.do("undo")
    assert log.rolls == ((1, 5), (6, 6))


def test_dice_tapped_before_the_number_was_chosen_are_a_roll():
    log = RollLog()
    log.do("face 2")
    log.do("each", "1")
    assert log.rolls == ((2,),)


def test_faces_beside_theory():
    rolls = [[1, 2, 3, 4, 5, 6]] * 9 + [[6, 6, 6], [1]]
    log = RollLog("standard", rolls)
    assert log.counts() == {1: 10, 2: 9, 3: 9, 4: 9, 5: 9, 6: 12}
    assert log.test() == chi_square([10, 9, 9, 9, 9, 12], [Fraction(1, 6)] * 6)
    assert part(log, "face table")["rows"][5] == ["6", "12", "9.7", "20.7%", "16.7%"]
    assert part(log, "figures")["cards"][1]["value"] == f"{log.test().statistic:.2f}"


def test_farkles_beside_theory():
    """Two dice: 4/9 of the rolls; one die: 2/3. Seven dice are no roll of these rules."""
    rolls = [[2, 3]] * 30 + [[1, 3]] * 15 + [[4]] * 10 + [[1]] * 2 + [[2] * 7]
    log = RollLog("ones_and_fives", rolls)
    assert log.farkles() == [(1, 12, 10), (2, 45, 30)]
    test = log.test_farkles()
    by_hand = (10 - 8) ** 2 / 8 + (2 - 4) ** 2 / 4 + (30 - 20) ** 2 / 20 + (15 - 25) ** 2 / 25
    assert test.statistic == pytest.approx(by_hand)
    assert (test.df, test.rough) == (2, True)
    log.do("compare", "farkles")
    assert part(log, "farkle table")["rows"] == [
        ["1", "12", "10", "8.0", "16.7", "25.0"],
        ["2", "45", "30", "20.0", "33.3", "50.0"],
    ]
    assert "rare" in log.reading
    log.do("rules", "kcd2")
    assert log.farkles()[0] == (1, 12, 10)


def test_an_empty_log():
    log = RollLog()
    assert log.test() is log.test_farkles() is None
    assert repr(log) == "RollLog: 0 rolls, 0 dice"
    assert "No rolls" in log.reading
    log.do("compare", "farkles")
    assert log.to_csv() == "roll,dice,faces,points\n"


def test_as_csv(tmp_path):
    log = RollLog("standard", [[1, 5, 2], [2, 3], [1] * 7])
    text = log.to_csv(tmp_path / "rolls.csv")
    assert (tmp_path / "rolls.csv").read_bytes().decode() == text
    assert [*csv.reader(text.splitlines())] == [
        ["roll", "dice", "faces", "points"],
        ["1", "3", "1 5 2", "150"],
        ["2", "2", "2 3", "0"],
        ["3", "7", "1 1 1 1 1 1 1", ""],
    ]
    download = part(log, "taking")["items"][0]
    assert (download["file"], download["text"]) == ("rolls.csv", text)


def test_nothing_is_lost_between_two_sessions(tmp_path):
    file = tmp_path / "rolls.json"
    log = RollLog(save=file)
    log.add([1, 2])
    log.do("face 5")
    again = RollLog("standard", [[6]], save=file)
    assert again.rolls == ((1, 2),)
    assert "saved rolls" in again._view["notice"]
    again.do("face 6")
    again.do("add")
    assert again.rolls == ((1, 2), (5, 6))
    again.do("undo")
    again.do("undo")
    assert json.loads(file.read_text()) == {"rolls": [], "now": []}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"rolls": [[7]], "now": []}', '{"rolls": 3}'])
def test_a_damaged_file_is_set_aside(tmp_path, text):
    file = tmp_path / "rolls.json"
    file.write_text(text)
    log = RollLog(save=file)
    assert log.rolls == ()
    assert "rolls.damaged.json" in log._view["notice"]
    assert (tmp_path / "rolls.damaged.json").read_text() == text
    log.add([1])
    assert json.loads(file.read_text())["rolls"] == [[1]]


def test_a_file_that_cannot_be_written_is_said_so_and_the_rolls_stay(tmp_path):
    log = RollLog(save=tmp_path / "missing" / "rolls.json")
    log.add([1, 1])
    assert log.rolls == ((1, 1),)
    assert "could not be saved" in log._view["notice"]


@pytest.mark.parametrize("roll", [[], [0], [7], "12", [1.5], 3, [1] * 101])
def test_what_is_no_roll_is_refused(roll):
    log = RollLog()
    with pytest.raises(ValueError, match=r"face|roll|dice"):
        log.add(roll)
    assert log.rolls == ()
