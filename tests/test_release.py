"""Student copies and keys: what is in them, that they run, and that nothing is ever lost."""

import json
import re
import shutil
from pathlib import Path

import nbformat
import pytest

from farkle_edu import cli, load_rules
from farkle_edu.folders import new_folder
from farkle_edu.teaching import find, handout, release
from farkle_edu.teaching.prose import recompute
from tools.refresh import LESSONS, lesson_paths

V4 = nbformat.v4
NUMBERED = [path for path in lesson_paths() if path.stem[:2].isdecimal()]
every_lesson = pytest.mark.parametrize("path", NUMBERED, ids=lambda path: path.stem)
SMALL = (
    "from farkle_edu import check, exercise, load_rules, predict, progress, solution",
    'rules = load_rules("ones_and_fives")\nrules.score([2, 2, 2, 3, 4, 6])',
    'prediction = predict("1.predict", ...)\nprediction',
    'exercise("1.1")',
    'answer = ...\ncheck("1.1", answer)',
    '# BEGIN SOLUTION\nsolution("1.1")\n# END SOLUTION',
    'exercise("1.2")',
    'answer = ...\ncheck("1.2", answer)',
    '# BEGIN SOLUTION\nsolution("1.2")\n# END SOLUTION',
    "progress(1)",
)


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A lesson of a teacher's own, which runs in a moment."""
    monkeypatch.chdir(tmp_path)
    cells = [V4.new_code_cell(source) for source in SMALL]
    for cell in cells:
        if "SOLUTION" in cell.source:
            cell.metadata["tags"] = ["solution"]
        cell.outputs = [V4.new_output("stream", text=f"stored: {cell.source[:12]}")]
    words = (
        "# Small\n\nAbout 44.4 %<!--= farkle_probability(rules, 2) --> and "
        "77.7<!--= rules.nothing -->. Not 0.75. See [this](small.ipynb), [that](other.ipynb), "
        "[the web](https://example.org).\n\n## For teachers: more\n\nSecret.\n\n# End\n\nLast."
    )
    cells.insert(1, V4.new_markdown_cell(words))
    about = {"farkle_edu": {"rules": "ones_and_fives", "question": "Small?"}}
    nbformat.write(V4.new_notebook(cells=cells, metadata=about), "small.ipynb")
    return tmp_path


def make(*words):
    return cli.main(["release", "small.ipynb", "--to", "out", *words])


def read(path):
    return nbformat.read(path, 4)


def code_of(path):
    return [cell.source for cell in read(path).cells if cell.cell_type == "code"]


@every_lesson
def test_a_copy_of_a_lesson_asks_the_same_and_tells_nothing(path):
    lesson = release.read_lesson(path, None)
    copy = release.student_copy(lesson, None, [path.name])
    original = lesson.notebook
    code = [cell for cell in original.cells if cell.cell_type == "code"]
    kept = [cell.source for cell in code if "solution" not in cell.metadata.get("tags", [])]
    assert [cell.source for cell in copy.cells if cell.cell_type == "code"] == kept
    text = nbformat.writes(copy)
    assert "SOLUTION" not in text
    assert "For teachers" not in text
    assert lesson.left_out == []
    nbformat.validate(copy)


def test_solutions_teachers_part_and_outputs_are_gone(small, capsys):
    assert make() == 0
    copy = read("out/students/small.ipynb")
    assert code_of("out/students/small.ipynb") == [s for s in SMALL if "SOLUTION" not in s]
    words = copy.cells[1].source
    assert "Secret" not in words
    assert words.endswith("# End\n\nLast.")
    assert "See [this](small.ipynb), that, [the web](https://example.org)." in words
    assert not any(cell.get("outputs") for cell in copy.cells)
    assert not Path("out/key").exists()
    assert capsys.readouterr().out == "small.ipynb: in out/students\n"


def test_outputs_are_kept_when_asked(small):
    make("--outputs")
    copy = read("out/students/small.ipynb")
    assert all(cell.outputs for cell in copy.cells if cell.cell_type == "code")


def test_the_key(small, capsys, monkeypatch):
    monkeypatch.setattr(handout, "find_browser", lambda: None)
    assert make("--key") == 0
    assert "no PDF was made" in capsys.readouterr().out
    page = Path("out/key/small.html").read_text("utf-8")
    assert "Answer: 16/81, or 19.75 %" in page
    assert not re.search(r"(src|href)=|https?:|<script", page)
    assert "Answer: 20.**" in nbformat.writes(read("out/key/small.ipynb"))


def test_the_key_is_printed(small):
    make("--key")
    assert Path("out/key/small.pdf").read_bytes().startswith(b"%PDF")


def test_the_class_plays_by_its_own_rules(small, capsys):
    """A lesson run under other rules: rules, checks, prose, and what does not fit."""
    cli.main(["rules", "new", "house.toml", "--from", "standard"])
    capsys.readouterr()
    assert make("--rules", "house.toml", "--outputs", "--key") == 0
    told = capsys.readouterr().out
    code = code_of("out/students/small.ipynb")
    assert 'rules = load_rules("house.toml")\nrules.score([2, 2, 2, 3, 4, 6])' in code
    assert 'answer = ...\ncheck("1.1", answer, rules="house.toml")' in code
    assert 'prediction = predict("1.predict", ..., rules="house.toml")\nprediction' in code
    assert code[-1] == 'progress(1, without=["1.2"])'
    assert not any("1.2" in source for source in code[:-1])
    assert "small.ipynb" in told
    assert "exercise 1.2 is left out" in told
    assert "read again: … # Small About 44.4 % and 77.7. Not 0.75." in told
    copy = read("out/students/small.ipynb")
    assert any("Exercise 1.2 is left out" in cell.source for cell in copy.cells)
    score = next(cell for cell in copy.cells if "rules.score" in cell.source)
    assert score.outputs[0].data["text/plain"] == "200"
    assert Path("out/students/house.toml").exists()


def test_a_small_game_keeps_its_rules(small):
    notebook = read("small.ipynb")
    source = 'print("größer", load_rules("ones_and_fives", dice=3), load_rules("ones_and_fives"))'
    notebook.cells.append(V4.new_code_cell(source))
    nbformat.write(notebook, "small.ipynb")
    lesson = release.read_lesson(Path("small.ipynb"), release.read_house("standard"))
    last = release.student_copy(lesson, None, []).cells[-1].source
    assert last == source[::-1].replace('"sevif_dna_seno"', '"dradnats"', 1)[::-1]


def test_a_lesson_that_does_not_run_under_the_rules_is_refused(small, capsys):
    notebook = read("small.ipynb")
    source = "from farkle_edu import farkle_probability\nfarkle_probability(rules, 6)"
    notebook.cells.append(V4.new_code_cell(source))
    nbformat.write(notebook, "small.ipynb")
    make()
    before = Path("out/students/small.ipynb").read_bytes()
    assert make("--rules", "five_dice", "--force") == 2
    assert "small.ipynb does not run under these rules: " in capsys.readouterr().err
    assert Path("out/students/small.ipynb").read_bytes() == before
    assert sorted(path.name for path in small.iterdir()) == ["out", "small.ipynb"]


def test_each_student_has_numbers_of_their_own(small, capsys):
    Path("names.csv").write_text("name;class\r\nAda;7\r\nBob;7\r\nZoë O'Brien;7\r\n", "utf-8-sig")
    assert make("--roster", "names.csv") == 0
    numbers = json.loads(Path("out/release.json").read_text("utf-8"))["students"]
    assert numbers["zoë-o-brien"]["name"] == "Zoë O'Brien"
    for folder, student in numbers.items():
        code = "\n".join(code_of(f"out/students/{folder}/small.ipynb"))
        n = student["numbers"]["1.2"]["n"]
        assert n in find("1.2").varies["n"]
        assert (f'exercise("1.2", n={n})' in code) == (n != 4)
        key = Path("out/key/small.html").read_text("utf-8")
        assert re.search(rf"n = {n}: [^<]*{student['name'][:3]}", key)
    first = Path("out/release.json").read_bytes()
    assert make("--roster", "names.csv", "--force") == 0
    assert Path("out/release.json").read_bytes() == first
    # Marked with the numbers of the release, whatever the notebook says.
    shutil.copytree("out/students", "in")
    path = Path("in/ada/small.ipynb")
    n = numbers["ada"]["numbers"]["1.2"]["n"]
    notebook = read(path)
    for cell in notebook.cells:
        if 'check("1.2"' in cell.source:
            cell.source = f'answer = (2/3)**{n}\ncheck("1.2", answer, n=2)'
    nbformat.write(notebook, path)
    assert cli.main(["collect", "in", "--release", "out"]) == 0
    rows = Path("marks/marks.csv").read_text("utf-8-sig").splitlines()
    assert rows[0] == "student,1.1,1.2,points,of,remarks"
    assert rows[2].startswith("Ada,,1,1,2,")
    assert len(rows) == 5


def test_three_hundred_students(small):
    names = "\n".join(f"Student {i}" for i in range(300))
    Path("names.csv").write_text(f"name\n{names}\n")
    assert make("--roster", "names.csv") == 0
    assert len(list(Path("out/students").iterdir())) == 300


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing.ipynb", "--to", "out"], "there is no lesson 'nothing.ipynb'"),
        (["99", "--to", "out"], "there is no lesson '99'"),
        (["1", "01", "--to", "out"], "is there twice"),
        (["small.ipynb", "--to", "out", "--rules", "royale"], "did you mean 'royal'"),
        (["small.ipynb", "--to", "out", "--roster", "names.csv"], "names.csv: No such file"),
        (["broken.ipynb", "--to", "out"], "not a notebook that can be read"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(small, capsys, words, said):
    Path("broken.ipynb").write_text("{}")
    assert cli.main(["release", *words]) == 2
    assert said in capsys.readouterr().err
    assert not Path("out").exists()


def test_nothing_is_overwritten_and_an_old_folder_is_kept(small, capsys):
    make()
    Path("out/notes.txt").write_text("mine")
    assert make() == 2
    assert "--force" in capsys.readouterr().err
    for number in (1, 2):
        assert make("--force") == 0
        assert Path(f"out.old-{number}/students/small.ipynb").exists()
    assert Path("out.old-1/notes.txt").read_text() == "mine"


def test_a_run_that_fails_halfway_leaves_the_old_folder_whole(tmp_path):
    out = tmp_path / "out"
    with new_folder(out) as folder:
        (folder / "a").write_text("old")

    def fail():
        with new_folder(out, force=True) as folder:
            (folder / "a").write_text("new")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (out / "a").read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("44.4 %<!--= farkle_probability(rules, 2) -->", "30.6 %"),
        ("4/9<!--= Rational(1, 3) -->", "1/3"),
        ("about **12,345**<!--= 1234567 -->", "about **1,234,567**"),
        ("0.25<!--= Rational(1, 3) -->", "0.33"),
    ],
)
def test_a_marked_number_keeps_its_form(text, expected):
    rules = load_rules("ones_and_fives", singles={1: 100, 5: 50, 6: 10})
    value = "25.0 %" if "farkle" in text else expected
    said, failed = recompute(text, rules)
    assert re.sub(r"<!--.*?-->", "", said) == value
    assert not failed


def test_a_teachers_exercises_go_along(small):
    assert cli.main(["new-course", "mine", "--lessons", "1"]) == 0
    shutil.copytree("mine/my_exercises", "my_exercises")
    notebook = read("small.ipynb")
    notebook.cells.append(V4.new_code_cell('exercise("ours.1")'))
    nbformat.write(notebook, "small.ipynb")
    assert make() == 0
    assert Path("out/students/my_exercises/ours.toml").exists()


def test_the_commands_of_the_week_are_commands(small):
    assert cli.main(["new-course", "mine", "--lessons", "1", "2"]) == 0
    text = Path("mine/README.md").read_text("utf-8")
    commands = re.findall(r"^ {7}farkle-edu (.+)$", text, re.M)
    assert len(commands) == 5
    for command in commands:
        cli._parser().parse_args(command.split())
    listed = sorted(path.name for path in Path("mine/lessons").glob("*.ipynb"))
    assert listed == [path.name for path in NUMBERED[1:3]]
    assert LESSONS.exists()
    assert load_rules("mine/rules.toml").score([1, 5, 2, 2, 2, 3]) == 150


def test_sheets(small, capsys):
    assert cli.main(["exercises", "1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 8
    assert cli.main(["exercises", "1.2", "1.4"]) == 0
    plain = capsys.readouterr().out
    assert "You roll 4 dice." in plain
    assert "16/81" not in plain
    assert cli.main(["exercises", "1", "--as", "html", "--to", "sheet.html"]) == 0
    page = Path("sheet.html").read_text("utf-8")
    assert "Name: ____" in page
    assert "16/81" not in page
    assert cli.main(["exercises", "1", "--as", "html", "--to", "sheet.html"]) == 2
    capsys.readouterr()
    assert cli.main(["exercises", "1", "--as", "markdown", "--answers"]) == 0
    assert "**Answer: 16/81, or 19.75 %.**" in capsys.readouterr().out
    assert cli.main(["exercises", "1", "--rules", "standard"]) == 0
    assert "exercise 1.2 is left out" in capsys.readouterr().err
    assert cli.main(["exercises", "77"]) == 2
    assert "no exercises of '77'" in capsys.readouterr().err
