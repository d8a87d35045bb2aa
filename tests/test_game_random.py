"""Whole games of random legal actions under every rule set, with invariants at each step."""

import copy
import random

import pytest

from farkle_edu import Game, IllegalAction, load_rules
from farkle_edu.game import Action
from tests.variations import NAMES, variations

GAMES = 200
LONGEST = 10_000


def apply(game, action):
    if action.name == "keep":
        game.keep(action.dice)
    else:
        getattr(game, action.name)()


def illegal_sample(state, rng):
    """Actions that the state does not list, likely and unlikely ones."""
    made_up = [Action("roll"), Action("bank"), Action("take_over"), Action("keep")]
    made_up += [Action("keep", tuple(rng.choices(range(1, 7), k=rng.randint(1, 6))))]
    if state.roll:
        some = rng.sample(state.roll, rng.randint(1, len(state.roll)))
        made_up.append(Action("keep", tuple(some)))
    legal = {(a.name, tuple(sorted(a.dice))) for a in state.legal_actions}
    return [a for a in made_up if (a.name, tuple(sorted(a.dice))) not in legal]


def twin(game):
    """A copy to try actions on; the log so far is shared, which makes it quick."""
    other = copy.copy(game)
    for name, value in vars(game).items():
        if isinstance(value, (list, dict, random.Random)):
            setattr(other, name, copy.copy(value))
    return other


def check_list_of_actions(game, rng):
    """Every listed action works, on a copy; unlisted ones raise and change nothing."""
    before = game.state
    for action in before.legal_actions:
        apply(twin(game), action)
    log = game.log
    for action in illegal_sample(before, rng):
        with pytest.raises(IllegalAction):
            apply(game, action)
    assert game.state == before
    assert game.log == log


def check_step(rules, before, action, after, ledger):
    for event in after.events:
        if event.kind in ("bank", "welfare", "penalty", "disaster"):
            ledger[event.player] += event.points
    assert tuple(ledger) == after.scores
    kept = sum(map(len, after.kept))
    if after.phase in ("rolled", "kept"):
        dice = len(after.roll) if after.phase == "rolled" else after.dice_left
        if after.phase == "kept" and not after.kept:
            assert dice == rules.dice
        elif rules.takeover == "none":
            assert kept + dice == rules.dice
    if action.name == "keep" and after.player == before.player and after.phase == "kept":
        gained = next(e.points for e in after.events if e.kind == "keep")
        assert after.points == before.points + gained
        assert gained > 0
    if action.name in ("roll", "take_over"):
        fallen = next(e.dice for e in after.events if e.kind == "roll")
        expected = before.offer.dice if action.name == "take_over" else before.dice_left
        assert len(fallen) == expected
    ended = len(after.turns) - len(before.turns)
    assert ended in (0, 1)
    if not ended:
        assert after.player == before.player
    elif after.phase not in ("over",) and before.last_round is None and after.last_round is None:
        assert after.player == (before.player + 1) % len(before.players)
    if before.last_round is not None and after.last_round is not None and ended:
        assert len(after.last_round) == max(len(before.last_round) - 1, 0)
    if after.phase == "over":
        assert after.winners
        assert not after.legal_actions
        if not any(turn.end == "win" for turn in after.turns):
            top = max(after.scores)
            assert all(after.scores[w] == top for w in after.winners)
            assert top >= rules.target
    else:
        assert after.legal_actions
        assert (after.phase == "rolled") == bool(after.roll)


def stuck(rules, state):
    """Whether no score can ever change again: the target must be hit exactly, and everybody is
    so close to it that the fewest points one may bank would pass it, given away or not."""
    return (
        rules.overshoot == "welfare"
        and rules.penalty_after is None
        and rules.disaster_face is None
        and rules.target - min(state.scores) < rules.minimum_bank
    )


def play_out(rules, seed, checked):
    rng = random.Random(seed)
    players = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gus", "Hal"][: rng.randint(1, 8)]
    game = Game(rules, players, seed)
    ledger = [0] * len(players)
    for _ in range(LONGEST):
        before = game.state
        if before.phase == "over" or stuck(rules, before):
            return game
        if rng.random() < checked:
            check_list_of_actions(game, rng)
        # A random player who never banks would never finish: half of the chances are taken.
        action = rng.choice(before.legal_actions)
        if before.legal_actions[-1].name == "bank" and rng.random() < 0.5:
            action = before.legal_actions[-1]
        apply(game, action)
        check_step(rules, before, action, game.state, ledger)
    pytest.fail(f"{rules!r} with seed {seed} had no end")


@pytest.mark.parametrize("name", NAMES)
def test_random_games_of_the_named_rules(name):
    rules = load_rules(name)
    for seed in range(GAMES):
        game = play_out(rules, seed, checked=0.005)
        if seed % 10 == 0:
            again = Game.from_log(game.log)
            assert again.state == game.state
            assert again.log == game.log


@pytest.mark.parametrize("name", NAMES)
def test_random_games_of_every_variation(name):
    for rules in variations(name):
        short = load_rules(name, **{**rules.to_dict(), "target": min(rules.target, 1500)})
        for seed in range(2):
            game = play_out(short, seed, checked=0.05)
            assert Game.from_log(game.log).state == game.state
