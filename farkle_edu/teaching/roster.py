"""A class's names, read from the file that a spreadsheet or a school's system writes."""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from io import StringIO
from pathlib import Path

_LONGEST = 80
# Names that Windows keeps for itself.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.I)


@dataclass(frozen=True)
class Student:
    """A name as the roster has it, and the folder that goes by it."""

    name: str
    folder: str

    def pick(self, exercise: str, many: int) -> int:
        """Which of many possibilities this student gets in an exercise; the same every time."""
        key = f"{_plain(self.name)}/{exercise}".encode()
        return int.from_bytes(sha256(key).digest()[:8], "big") % many


def _plain(name: str) -> str:
    """A name without what two spellings of it may differ in."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def folder_of(name: str) -> str:
    """A folder's name for a student: letters, digits and hyphens; "" if there is none.

    >>> folder_of("Zoë O'Brien")
    'zoë-o-brien'
    """
    folder = re.sub(r"[\W_]+", "-", _plain(name)).strip("-")
    return f"{folder}-" if _RESERVED.fullmatch(folder) else folder


def read_roster(path: Path) -> list[Student]:
    """The students of a CSV file with a column ``name``.

    Commas, semicolons and tabs are all read, and so is the mark that Excel puts first. Raises
    ValueError that names every line that cannot stand.
    """
    text = _decoded(path)
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(";\t,", key=first.count)
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    heads: list[str] = []
    students: list[Student] = []
    seen: dict[str, tuple[int, str]] = {}
    problems = []
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows)
        except StopIteration:
            break
        except csv.Error as error:
            raise ValueError(f"{path.name}, line {line}: {error}") from None
        if not any(cell.strip() for cell in row):
            continue
        if not heads:
            heads = [cell.strip().casefold() for cell in row]
            if heads.count("name") != 1:
                raise ValueError(
                    f"{path.name}, line {line}: the first line must name the columns, and one "
                    f'of them must be "name"; it is {", ".join(row)}'
                )
            continue
        problem = _problem(row, heads)
        if not problem:
            name = " ".join(row[heads.index("name")].split())
            folder = folder_of(name)
            before = seen.setdefault(folder, (line, name))
            if before[0] != line:
                alike = "is there" if _plain(before[1]) == _plain(name) else f"is {before[1]!r}"
                problem = f"{name!r} {alike} in line {before[0]} already: make the names differ"
            else:
                students.append(Student(name, folder))
        if problem:
            problems.append(f"{path.name}, line {line}: {problem}")
    if problems:
        raise ValueError("\n".join(problems))
    if not students:
        raise ValueError(f"{path.name} has no names in it")
    return students


def _decoded(path: Path) -> str:
    data = path.read_bytes()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ValueError(
            f'{path.name}, line {line}: this letter is not UTF-8; save the file as "CSV UTF-8"'
        ) from None


def _problem(row: list[str], heads: list[str]) -> str:
    if len(row) != len(heads):
        return (
            f"{len(row)} cells, but the first line has {len(heads)}; "
            "put a name that has a comma between quotes"
        )
    name = row[heads.index("name")].strip()
    if not name:
        return "the name is empty"
    if len(name) > _LONGEST:
        return f"the name has more than {_LONGEST} letters"
    if re.search(r'[/\\<>:"|?*]', name) or any(
        unicodedata.category(letter) in ("Cc", "Cf", "Co", "Cs") for letter in name
    ):
        return f"{name!r} has a sign that no name has"
    if not folder_of(name):
        return f"{name!r} has no letter"
    return ""
