"""What a student did is remembered, through crashes and damaged files."""

import json
import subprocess
import sys
import time

import pytest

from farkle_edu import check, exercise, predict, progress, solution
from farkle_edu.teaching import store

KEEP_ANSWERING = """
from farkle_edu import check
print("ready", flush=True)
while True:
    for answer in ("4/9", "16/81", "1/3"):
        check("1.2", answer)
"""


def test_unanswered_cells_write_nothing(home):
    check("1.2", ...)
    check("1.2", "what?")
    predict("1.predict", ...)
    progress(1)
    assert not home.exists()


def test_without_a_named_folder_it_is_beside_the_notebook(tmp_path, monkeypatch):
    monkeypatch.delenv("FARKLE_EDU_HOME")
    monkeypatch.chdir(tmp_path)
    check("1.2", "16/81")
    assert (tmp_path / "my_farkle" / "progress.json").exists()


def test_answers_are_remembered(home):
    check("1.2", "65/81")
    check("1.2", "16/81")
    check("1.2", "1/81")
    check("1.4", "a")
    check("1.8", "Thirty rolls are few.")
    records, note = store.load()
    assert note == ""
    assert records["1.2"] == {
        "status": "right",
        "answer": "16/81",
        "tries": 3,
        "mistakes": ["all dice score", "complement"],
    }
    assert repr(progress(1)).splitlines() == [
        "Lesson 1",
        "  1.1  ○ open  0/1",
        "  1.2  ✓ right  1/1",
        "  1.3  ○ open  0/1",
        "  1.4  ✗ tried  0/2",
        "  1.5  ○ open  0/1",
        "  1.6  ○ open  0/1",
        "  1.7  ○ open  0/2",
        "  1.8  ✓ written  to be marked",
        "1 of 9 points.",
    ]
    assert [path.name for path in home.iterdir()] == ["progress.json"]


def test_a_check_that_is_open_says_so_whatever_the_file_says():
    check("1.2", "16/81")
    assert repr(check("1.2", ...)) == "○ 1.2: not answered yet"


def test_a_kill_in_the_middle_of_writing_leaves_the_old_file(home):
    check("1.2", "16/81")
    before = (home / "progress.json").read_bytes()
    code = "import os; os.fsync = lambda file: os._exit(9)\nfrom farkle_edu import check\n"
    run = subprocess.run([sys.executable, "-c", f"{code}check('1.3', '1/2')"])
    assert run.returncode == 9
    assert (home / "progress.json").read_bytes() == before
    check("1.3", "1/2")
    assert store.load()[0].keys() == {"1.2", "1.3"}


def test_a_kill_at_any_moment_leaves_a_whole_file(home):
    for wait in (0.01, 0.02, 0.05):
        process = subprocess.Popen(
            [sys.executable, "-c", KEEP_ANSWERING], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout.readline() == "ready\n"
        time.sleep(wait)
        process.kill()
        process.wait()
        process.stdout.close()
        records, note = store.load()
        assert note == ""
        assert not records or records["1.2"]["tries"] > 0


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"1.2": 3}', "null", "\x00\x01", "[" * 100_000], ids=repr
)
def test_a_damaged_file_is_set_aside_and_not_lost(home, damage):
    home.mkdir()
    (home / "progress.json").write_text(damage)
    result = check("1.2", "16/81")
    assert result.status == "right"
    assert "It is kept as progress.damaged-1.json" in result.text
    assert (home / "progress.damaged-1.json").read_text() == damage
    assert "1.2  ✓ right" in repr(progress(1))
    (home / "progress.json").write_bytes(b"\xff")
    assert "progress.damaged-2.json" in repr(progress(1))
    assert (home / "progress.damaged-1.json").read_text() == damage


@pytest.mark.parametrize("record", [{"tries": "x", "mistakes": 3}, {"status": []}, {"value": []}])
def test_odd_records_do_no_harm(home, record):
    home.mkdir()
    (home / "progress.json").write_text(json.dumps({"1.2": record, "1.predict": record}))
    assert check("1.2", "65/81").mistake == "complement"
    progress(1)
    predict("1.predict")


def test_a_folder_that_cannot_be_written_to_is_a_note(home):
    home.write_text("a file where the folder should be")
    result = check("1.2", "16/81")
    assert result.status == "right"
    assert "could not be" in result.text
    assert predict("1.predict", 0.5).value == 0.5


def test_a_prediction_is_recorded_recalled_and_compared():
    assert repr(predict("1.predict", ...)) == "Your prediction: not made yet."
    assert predict("1.predict", ...).compare().status == "unanswered"
    assert repr(predict("1.predict", "50 %")) == "Your prediction: 50.0 %."
    recalled = predict("1.predict")
    assert repr(recalled) == "Your prediction: 50.0 %."
    assert repr(recalled.compare()) == (
        "✓ Prediction: you said 50.0 %. The exact chance is 4/9, or 44.4 %. "
        "You were 5.6 percentage points too high."
    )


@pytest.mark.parametrize("typed", [50, -0.1, "a lot", None, float("nan"), [0.5]])
def test_what_is_no_chance_is_no_prediction(home, typed):
    prediction = predict("1.predict", typed)
    assert prediction.value is None
    assert len(repr(prediction)) > len("Your prediction: not made yet.")
    assert not home.exists()


def test_a_lesson_without_exercises():
    with pytest.raises(ValueError, match="no exercises"):
        progress(99)


def test_everything_shows_as_html_with_nothing_from_a_student_in_it():
    shown = [exercise("1.4"), solution("1.8"), check("1.2", "<b>"), progress(1)]
    shown += [predict("1.predict", "<script>"), check("1.2", type("<i>", (), {})())]
    for one in shown:
        html = one._repr_html_()
        assert "<b>" not in html
        assert "<i>" not in html
        assert "<script" not in html
        assert html == one._repr_html_()
    assert "<details><summary" in exercise("1.4")._repr_html_()
