"""Broken logs and broken rule files: only clear ValueErrors, never another exception."""

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from farkle_edu import Game, load_rules
from farkle_edu.rules import Rules, field_names, read_rules
from tests.variations import NAMES

RULESETS = Path(__file__).parents[1] / "farkle_edu" / "rulesets"
CASES = 2600
many = settings(max_examples=CASES, suppress_health_check=list(HealthCheck))

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["2x", "guhlke", "welfare", "everyone", "keep", "roll", "bank", -1, 0, 6, 7])
)  # fmt: skip
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)


@cache
def a_log(name):
    game = Game(load_rules(name, target=500), ["Ann", "Ben"], seed=1)
    while game.state.phase != "over":
        action = game.state.legal_actions[-1]
        game.keep(action.dice) if action.name == "keep" else getattr(game, action.name)()
    return json.dumps(game.log)


def paths(value, path=()):
    """The way to every place in a JSON document."""
    yield path
    if isinstance(value, (dict, list)):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(part, (*path, key))


def only_value_errors(call, *args):
    try:
        return call(*args)
    except ValueError as wrong:
        message = str(wrong)
        assert message
        assert "Traceback" not in message


@many
@given(st.sampled_from(NAMES), st.data())
def test_logs_with_one_part_replaced_or_removed(name, data):
    log = json.loads(a_log(name))
    path = data.draw(st.sampled_from(list(paths(log))))
    if not path:
        log = data.draw(anything)
    else:
        inner = log
        for key in path[:-1]:
            inner = inner[key]
        if data.draw(st.booleans()):
            inner[path[-1]] = data.draw(anything)
        else:
            del inner[path[-1]]
    game = only_value_errors(Game.from_log, log)
    assert game is None or Game.from_log(game.log).state == game.state


@many
@given(st.sampled_from(NAMES), st.data())
def test_logs_with_text_cut_or_put_in(name, data):
    text = a_log(name)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    only_value_errors(Game.from_log, text[:start] + data.draw(st.text(max_size=6)) + text[end:])


@many
@given(st.sampled_from(NAMES), st.data())
def test_rule_files_with_text_cut_or_put_in(name, data):
    text = (RULESETS / f"{name}.toml").read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    put_in = data.draw(st.text(max_size=6) | st.sampled_from(["-", "9" * 5000, "[", "'", "\n"]))
    rules = only_value_errors(read_rules, text[:start] + put_in + text[end:], "house.toml")
    assert rules is None or isinstance(rules, Rules)


@many
@given(
    st.sampled_from(NAMES), st.dictionaries(st.sampled_from(field_names()), anything, max_size=3)
)
def test_rules_with_any_values(name, changes):
    rules = only_value_errors(lambda: load_rules(name, **changes))
    if rules is not None:
        assert only_value_errors(rules.score, [1] * rules.dice) is not None
        assert str(rules)


@pytest.mark.parametrize("bad", [None, 5, [], {}, "x" * 100, b"\x00", object()])
def test_things_that_are_no_rules(bad):
    with pytest.raises(ValueError, match=r"unknown rules|cannot read"):
        load_rules(bad)
