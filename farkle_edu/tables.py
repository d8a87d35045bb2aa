"""Tables in a notebook, in the one visual language that all of them share."""

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
