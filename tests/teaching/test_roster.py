"""Rosters as spreadsheets and people write them."""

import pytest

from farkle_edu.teaching.roster import Student, folder_of, read_roster


@pytest.fixture
def roster(tmp_path):
    def read(text, encoding="utf-8"):
        path = tmp_path / "names.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
        return read_roster(path)

    return read


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("name\nAda Lovelace\nZoë O'Brien\n", "utf-8"),
        ("class;Name\r\n7a;Ada Lovelace\r\n\r\n7b;Zoë O'Brien\r\n", "utf-8-sig"),
        ("name\tclass\nAda  Lovelace \t7a\nZoë O'Brien\t7a", "utf-16"),
        ('class,name\n7a,"Ada Lovelace"\n7b,Zoë O\'Brien', "utf-8"),
    ],
)
def test_every_spreadsheet_is_read(roster, text, encoding):
    assert roster(text, encoding) == [
        Student("Ada Lovelace", "ada-lovelace"),
        Student("Zoë O'Brien", "zoë-o-brien"),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("../../x", "line 3: '../../x' has a sign that no name has"),
        (r"C:\x", "line 3: 'C:\\\\x' has a sign"),
        ('"Bo\nb"', "line 3: 'Bo\\nb' has a sign"),
        ("ada", "line 3: 'ada' is there in line 2 already"),
        ("Ada!", "line 3: 'Ada!' is 'Ada' in line 2 already"),
        ("Bo\x07b", "line 3: 'Bo\\x07b' has a sign"),
        ("...", "line 3: '...' has no letter"),
        ("x" * 81, "line 3: the name has more than 80 letters"),
    ],
)
def test_a_bad_line_is_named(roster, line, said):
    with pytest.raises(ValueError, match=r"^names\.csv, ") as refused:
        roster(f"name\nAda\n{line}\n")
    assert said in str(refused.value)


def test_all_bad_lines_are_named_at_once(roster):
    with pytest.raises(ValueError, match=r"line 3: the name is empty\n.*line 4: '\.\./x'") as bad:
        roster("name;class\nAda;7a\n;7a\n../x;7b\nBob\n")
    assert "line 5: 1 cells, but the first line has 2" in str(bad.value)


def test_a_plain_list_may_have_commas(roster):
    assert [student.name for student in roster("name\nLovelace, Ada\n")] == ["Lovelace, Ada"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no names"),
        ("name\n", "no names"),
        (
            "Ada\nBob\n",
            'line 1: the first line must name the columns, and one of them must be "name',
        ),
        (b"name\nZo\xeb\n", "line 2: this letter is not UTF-8"),
    ],
)
def test_a_file_that_is_no_roster(roster, text, said):
    with pytest.raises(ValueError, match=said):
        roster(text)


def test_three_hundred_names(roster):
    names = [f"Student {i}" for i in range(300)]
    students = roster("name\n" + "\n".join(names))
    assert [student.name for student in students] == names
    assert len({student.folder for student in students}) == 300
    # Everybody's numbers would be the same if the name did not decide.
    assert {student.pick("1.2", 4) for student in students} == {0, 1, 2, 3}


def test_the_same_name_gives_the_same_numbers():
    picks = [Student(name, "").pick("1.2", 1000) for name in ("Zoë", "Zoe\u0308", " zoë ")]
    assert len(set(picks)) == 1
    assert Student("Zoë", "").pick("1.3", 1000) != picks[0]


@pytest.mark.parametrize(
    ("name", "folder"), [("Con", "con-"), ("李 雷", "李-雷"), ("O__o", "o-o"), ("..", "")]
)
def test_folders_that_every_system_can_have(name, folder):
    assert folder_of(name) == folder
