"""Tables, in a notebook and as text, in the one form that all of them share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

NUMBER = "text-align:right;padding:.1em .9em .1em 0"
WORDS = "text-align:left;font-weight:normal;padding:.1em .9em .1em 0"


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table whose first column names its rows; all text is escaped.

    A row that is shorter than the heads has its last cell as a remark across the rest.
    """
    first, *others = heads
    head = f'<th scope="col" style="text-align:left">{escape(first)}</th>'
    head += "".join(f'<th scope="col" style="{NUMBER}">{escape(text)}</th>' for text in others)
    body = ""
    for name, *cells in rows:
        body += f'<tr><th scope="row" style="{WORDS};white-space:nowrap">{escape(name)}</th>'
        if len(cells) < len(others):
            wide = len(others) - len(cells) + 1
            body += f'<td colspan="{wide}" style="{WORDS}">{escape(cells.pop())}</td>'
        body += "".join(f'<td style="{NUMBER}">{escape(text)}</td>' for text in cells) + "</tr>"
    return (
        '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">'
        f'<caption style="text-align:left;color:inherit">{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def text_table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table as text, heads first: names to the left, numbers to the right.

    A row of a name and a remark, shorter than the heads, stands for itself.
    """
    full = [row for row in rows if len(row) == len(rows[0])]
    widths = [max(map(len, column)) for column in zip(*full, strict=True)]
    lines = []
    for name, *cells in rows:
        if len(cells) + 1 < len(widths):
            lines.append(f"{name}: {cells[0]}")
            continue
        numbers = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *numbers]))
    return lines
