"""Numbers in a lesson's prose: worked out anew under other rules, or named for a teacher to read.

A number that is followed by ``<!--= expression -->`` comes from that expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from nbformat import NotebookNode

from ..rules import Rules, field_names

_DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_NUMBER = re.compile(
    rf"(?<![\w.])(?P<whole>{_DIGITS})(?:/(?P<below>\d+))?(?P<percent>(?: |\u00a0)?%)?"
)
_MARKED = re.compile(_NUMBER.pattern + r"(?P<mark>[*_]*\s*<!--=(?P<source>.*?)-->)", re.S)
_UNREAD = re.compile(
    r"```.*?```|`[^`\n]*`|\$\$.+?\$\$|\$[^$\n]+?\$|(?<=\])\([^)\s]*\)|<!--.*?-->|"
    r"\b(?:lessons?|exercises?|topics?) [\d., and–]+|^\*\*(?:Topics|Time):\*\*.*?$|\bHSS-[\w.]+",
    re.S | re.M | re.I,
)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
# Smaller whole numbers count dice, faces, players and steps.
_SMALL = 20


def recompute(text: str, rules: Rules) -> tuple[str, list[str]]:
    """A Markdown text with its marked numbers under these rules; what could not be worked out."""
    import sympy

    import farkle_edu

    scope = {name: getattr(farkle_edu, name) for name in farkle_edu.__all__}
    scope |= {"Rational": sympy.Rational, "rules": rules}
    failed = []

    def anew(found: re.Match[str]) -> str:
        try:
            value = eval(found["source"].strip(), dict(scope))
            return _written(value, found) + found["mark"]
        # What a rule does to an expression that nobody wrote for it cannot be foreseen.
        except Exception:
            failed.append(_around(text, found))
            return found[0]

    return _MARKED.sub(anew, text), failed


def _written(value: Any, like: re.Match[str]) -> str:
    """A number in the form of another: as a fraction, in percent, with as many places."""
    if like["below"]:
        return str(Fraction(int(value.p), int(value.q)))
    number = float(value) * (100 if like["percent"] else 1)
    places = len(like["whole"].partition(".")[2])
    return f"{number:,.{places}f}{like['percent'] or ''}"


def unsure(notebook: NotebookNode, rules: Rules) -> list[str]:
    """The passages that quote a number which neither a cell nor the rules have."""
    known = [_value(found) for found in _NUMBER.finditer(_shown(notebook.cells))]
    known += [
        (number, 0.5)
        for number in _numbers_in({name: getattr(rules, name) for name in field_names()})
    ]
    passages = []
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            continue
        text = _UNREAD.sub(_blank, _MARKED.sub(_blank, cell.source))
        for line, blanked in zip(cell.source.split("\n"), text.split("\n"), strict=True):
            odd = [
                found
                for found in _NUMBER.finditer(blanked)
                if not _is_small(found) and not _is_known(found, known)
            ]
            if odd:
                passages.append(_around(line, odd[0]))
    return passages


def _numbers_in(value: object) -> set[float]:
    """All the whole numbers in a rule set's fields, however deep."""
    if isinstance(value, Mapping):
        return {n for part in (*value.keys(), *value.values()) for n in _numbers_in(part)}
    return {float(value)} if isinstance(value, int) else set()


def _blank(gone: re.Match[str]) -> str:
    """As much space as something took, line by line."""
    return re.sub(r"[^\n]", " ", gone[0])


def _shown(cells: Iterable[NotebookNode]) -> str:
    texts = []
    for cell in cells:
        if cell.cell_type != "code":
            continue
        texts.append(re.sub(r"(?<=\d)_(?=\d)", "", cell.source))
        for output in cell.outputs:
            data = output.get("data", {})
            texts += [output.get("text", ""), data.get("text/plain", "")]
            texts.append(re.sub(r"<[^>]*>", " ", data.get("text/html", "")))
    return "\n".join(texts).replace("&nbsp;", " ").replace("&#160;", " ")


def _value(found: re.Match[str]) -> tuple[float, float]:
    """A number's worth, and half a unit of its last digit."""
    whole = found["whole"].replace(",", "")
    if found["below"]:
        return float(whole) / (int(found["below"]) or 1), 0.0
    unit = 0.01 if found["percent"] else 1.0
    return float(whole) * unit, 10.0 ** -len(whole.partition(".")[2]) * unit / 2


def _is_small(found: re.Match[str]) -> bool:
    whole = found["whole"]
    if found["percent"] or "." in whole:
        return False
    numbers = int(whole.replace(",", "")), int(found["below"] or 0)
    year = 1000 < numbers[0] < 2100 and "," not in whole and not numbers[1]
    return max(numbers) <= _SMALL or numbers[1] == 36 or year


def _is_known(found: re.Match[str], known: list[tuple[float, float]]) -> bool:
    value, half = _value(found)
    return any(
        abs(value - other) <= half * (1 + 1e-9) + 1e-12 * abs(other)
        for other, rounding in known
        if rounding <= half or not half
    )


def _around(text: str, found: re.Match[str]) -> str:
    """A few words on each side of a number, on one line."""
    before = _COMMENT.sub("", text[: found.start()])[-50:]
    after = _COMMENT.sub("", text[found.end() :])[:30]
    below = f"/{found['below']}" if found["below"] else ""
    number = f"{found['whole']}{below}{found['percent'] or ''}"
    return " ".join(f"{before}{number}{after}".split())
