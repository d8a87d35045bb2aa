"""Marks from what students hand in, which is never run and never believed."""

import ast
import csv
import json
import re
from pathlib import Path

import nbformat
import pytest

from farkle_edu import check, cli
from farkle_edu.teaching.collect import NotLiteralError, answers_in, literal_value

V4 = nbformat.v4


def notebook(*sources):
    return V4.new_notebook(cells=[V4.new_code_cell(source) for source in sources])


def answer(id, typed):
    return f'answer = {typed}\ncheck("{id}", answer)'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


def hand_in(folder, name, *sources):
    path = folder / name
    path.parent.mkdir(exist_ok=True, parents=True)
    nbformat.write(notebook(*sources), path)


def marks(*more):
    assert cli.main(["collect", "in", *more]) == 0
    with Path("marks/marks.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def evaluate(source):
    return literal_value(ast.parse(source, mode="eval").body)


@pytest.mark.parametrize(
    "source",
    ["16/81", "1 - (2/3)**4", "-0.5", "6**2 - 4**2", '"44.4 %"', "...", "7 // 2", "1e-3", "2**100"],
)
def test_a_plain_answer_is_what_python_makes_of_it(source):
    assert evaluate(source) == eval(source)
    assert type(evaluate(source)) is type(eval(source))


def test_exact_fractions_stay_exact():
    assert str(evaluate("1 - Rational(2, 3)**5")) == "211/243"
    assert str(evaluate('Fraction("4/9")')) == "4/9"


@pytest.mark.parametrize(
    "source",
    [
        "solution('1.2').answer",
        "__import__('os').system('true')",
        "9**9**9",
        "2**10000 * 2**10000",
        "1/0",
        "(0).__class__",
        "'a' * 10**9",
        "[1]",
        "True",
        "1j",
        "(-8)**0.5 + 1",
        "10.0**400",
        "Rational(1, 0)",
        "+".join(["1"] * 500),
    ],
)
def test_anything_else_is_not_worked_out(source):
    with pytest.raises(NotLiteralError):
        evaluate(source)


@pytest.mark.parametrize(
    "source", ["(" * 5000, "\0", "answer = (", "if True:", "-" * 100_000 + "1"]
)
def test_cells_that_are_not_python(source):
    cells = notebook(f'{source}\ncheck("1.2", answer)')
    assert all(found.value is ... for found in answers_in(cells))


def test_outputs_claims_and_magics_change_nothing(folder):
    hand_in(folder, "ada/01_x.ipynb", "%time 1", f"%matplotlib inline\n{answer('1.2', '16/81')}")
    hand_in(folder, "bob/01_x.ipynb", "check = lambda *a: 'right'", answer("1.2", "65/81"))
    cheat = notebook(answer("1.2", "..."))
    cheat.cells[0].outputs = [V4.new_output("stream", text="✓ 1.2: right.")]
    cheat.metadata["student"] = "ada"
    (folder / "eve").mkdir()
    nbformat.write(cheat, folder / "eve" / "01_x.ipynb")
    (folder / "eve" / "progress.json").write_text('{"1.3": {"status": "right", "tries": 1}}')
    rows = marks()
    assert [rows[who]["1.2"] for who in ("ada", "bob", "eve")] == ["1", "0", ""]
    assert rows["eve"]["1.3"] == ""
    assert "claims it" in rows["eve"]["remarks"]
    assert rows["ada"]["points"] == "1"
    assert rows["ada"]["of"] == "9"
    page = (folder.parent / "marks" / "class.html").read_text("utf-8")
    assert re.search(r"<summary>1</summary>bob</details></td><td>1.2</td><td>complement", page)


def test_progress_files_are_judged_anew(folder, monkeypatch):
    monkeypatch.setenv("FARKLE_EDU_HOME", str(folder / "ada"))
    check("1.2", "65/81")
    check("1.2", 16 / 81)
    check("1.3", 0.8683)
    check("1.8", "Thirty <rolls> are few.")
    rows = marks()
    assert [rows["ada"][id] for id in ("1.2", "1.3", "1.8")] == ["1", "1", "to mark"]
    page = (folder.parent / "marks" / "class.html").read_text("utf-8")
    assert "Thirty &lt;rolls&gt; are few." in page
    assert ">complement<" in page
    record = json.loads((folder / "ada" / "progress.json").read_text())
    record["1.2"] |= {"answer": "0.5", "status": "right"}
    (folder / "ada" / "progress.json").write_text(json.dumps(record))
    assert marks("--force")["ada"]["1.2"] == "0"


def test_files_that_are_none(folder):
    (folder / "ada").mkdir()
    (folder / "ada" / "a.ipynb").write_text("{not json")
    (folder / "ada" / "b.ipynb").write_text("[]")
    (folder / "ada" / "c.ipynb").write_text('{"cells": [1, {"cell_type": "code"}, null]}')
    (folder / "ada" / "d.ipynb").write_text("[" * 100_000)
    (folder / "ada" / "progress.json").write_text('{"1.2": 3, "../x": {"answer": "1"}}')
    hand_in(folder, "bob_01_x.ipynb", answer("1.2", "16/81"), answer("99.1", "1"), answer("q", "1"))
    (folder / "evil.ipynb").symlink_to("/etc/hostname")
    rows = marks()
    assert "a.ipynb cannot be read" in rows["ada"]["remarks"]
    assert rows["bob"]["1.2"] == "1"
    assert set(rows) == {"(points)", "ada", "bob"}


def test_a_name_is_no_formula(folder):
    hand_in(folder, "=cmd/01_x.ipynb", answer("1.2", "16/81"))
    hand_in(folder, "bob/01_x.ipynb", answer("1.2", "-2+3+cmd"))
    marks()
    text = (folder.parent / "marks" / "marks.csv").read_text("utf-8-sig")
    assert not re.search(r'(^|,)"?[=+@-]', text, re.M)


def test_nothing_to_mark_and_marks_that_are_there(folder, capsys):
    assert cli.main(["collect", "in"]) == 2
    assert "no notebook" in capsys.readouterr().err
    hand_in(folder, "ada/01_x.ipynb", answer("1.2", "16/81"))
    marks()
    (folder.parent / "marks" / "mine.txt").write_text("x")
    assert cli.main(["collect", "in"]) == 2
    assert "--force" in capsys.readouterr().err
    marks("--force")
    assert (folder.parent / "marks.old-1" / "mine.txt").exists()


def test_numbers_of_a_release_are_asked_for(folder, capsys):
    hand_in(folder, "ada/01_x.ipynb", 'answer = 1\ncheck("1.2", answer, n=3)')
    marks()
    assert "name it with --release" in capsys.readouterr().out


def test_who_is_not_on_the_roster_is_named_and_not_marked(folder, capsys):
    numbers = {"1.2": {"n": 3}, "15.3": {"se": "1/50"}, "14.4": {"weights": [8, 2, 8, 2, 8, 2]}}
    record = {
        "rules": None,
        "own_rules": [],
        "numbers": numbers,
        "students": {"ada": {"name": "Ada", "numbers": numbers}},
    }
    Path("release.json").write_text(json.dumps(record))
    right = [answer("1.2", "8/27"), answer("15.3", "625"), answer("14.4", "80/3 + 40/3")]
    hand_in(folder, "Ada/01_x.ipynb", *right)
    hand_in(folder, "eve/01_x.ipynb", *right)
    rows = marks("--release", "release.json")
    assert [rows["Ada"][id] for id in ("1.2", "15.3", "14.4")] == ["1", "1", "1"]
    assert set(rows) == {"(points)", "Ada"}
    assert "eve/01_x.ipynb: not on the roster, and not marked" in capsys.readouterr().out
    Path("release.json").write_text("[]")
    assert cli.main(["collect", "in", "--release", "release.json", "--to", "m"]) == 2
    assert "is not the record of a release" in capsys.readouterr().err
