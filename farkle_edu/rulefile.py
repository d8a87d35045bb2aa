"""Writing rules down: the commented TOML file that a teacher starts house rules from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .rules import Rules, field_help, field_names

SECTIONS = {
    "title": "About these rules",
    "dice": "What scores",
    "set_aside": "How a turn runs",
    "target": "How the game ends",
}
#: what to write in place of a field that the rules leave out
EXAMPLES = {
    "four_of_a_kind": 1000,
    "five_of_a_kind": 2000,
    "six_of_a_kind": 3000,
    "three_pairs": 1500,
    "two_triplets": 2500,
    "four_and_pair": 1500,
    "full_house_bonus": 250,
    "no_score": 500,
    "penalty_after": 3,
    "penalty_floor": 0,
    "instant_win": "six_of_a_kind",
    "disaster_face": 2,
}


def as_toml(rules: Rules) -> str:
    """The rules as a TOML file with every field, each with a comment that explains it.

    A field that the rules leave out stands there as a comment, ready to be switched on.

    >>> from farkle_edu import load_rules
    >>> text = as_toml(load_rules("five_dice"))
    >>> [line for line in text.splitlines() if "four_of_a_kind" in line]
    ['four_of_a_kind = 1000']
    """
    lines = [
        "# House rules for farkle_edu. Change a value, or take away the # in front of a field",
        "# to switch it on; then check the file with: farkle-edu rules check FILE",
    ]
    for name in field_names():
        if name == "name":
            continue
        if name in SECTIONS:
            lines += ["", f"## {SECTIONS[name]}"]
        value = getattr(rules, name)
        off = "# " if value is None else ""
        shown = EXAMPLES[name] if value is None else value
        lines += ["", f"# {field_help(name)}", f"{off}{name} = {_toml(shown)}"]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(worth)}" for key, worth in value.items()) + "}"
    # What JSON writes for text, numbers, true and false, TOML reads as the same.
    return json.dumps(value, ensure_ascii=False)
