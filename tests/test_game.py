"""Scripted games for each rule of play, and the log."""

import json

import pytest

from farkle_edu import Game, IllegalAction, load_rules
from farkle_edu.game import Action, Event, TurnResult


class Scripted(Game):
    """A game whose dice fall as written: one string of faces for each roll."""

    def __init__(self, rules, players=("Ann", "Ben"), rolls="", **changes):
        if isinstance(rules, str):
            rules = load_rules(rules, **changes)
        self.script = [tuple(map(int, roll)) for roll in ("61"[: len(players)], *rolls.split())]
        if len(players) != 2:
            self.script[0] = (6,) + (1,) * (len(players) - 1)
        if len(players) == 1:
            self.script.pop(0)
        super().__init__(rules, players, seed=0)

    def _faces(self, n):
        roll = self.script.pop(0)
        assert len(roll) == n, f"{n} dice are rolled, and the script has {roll}"
        return roll


def play(game, moves):
    """Apply moves such as "roll keep 15 bank"; what follows keep are faces."""
    words = iter(moves.split())
    for word in words:
        game.keep([int(f) for f in next(words)]) if word == "keep" else getattr(game, word)()
    return game


def kinds(game):
    return [event.kind for event in game.state.events]


ROLL, BANK, TAKE_OVER = Action("roll"), Action("bank"), Action("take_over")


def test_a_turn_from_roll_to_bank():
    game = Scripted("standard", rolls="123335 26")
    assert game.state.legal_actions == (ROLL,)
    game.roll()
    state = game.state
    assert state.phase == "rolled"
    assert state.roll == (1, 2, 3, 3, 3, 5)
    assert {a.dice for a in state.legal_actions} == {
        (1,), (5,), (1, 5), (3, 3, 3), (1, 3, 3, 3), (3, 3, 3, 5), (1, 3, 3, 3, 5),
    }  # fmt: skip
    way = game.keep([3, 3, 3, 1])
    assert (way.points, way.dice_left) == (400, 2)
    assert game.state.legal_actions == (ROLL, BANK)
    assert (game.state.points, game.state.dice_left, game.state.kept) == (400, 2, ((1, 3, 3, 3),))
    assert game.bank() == 400
    assert game.state.scores == (400, 0)
    assert game.state.player == 1
    assert game.state.turns == (TurnResult(0, 400, "bank", 1),)
    assert game.state.events == (Event("bank", 0, 400),)


def test_a_farkle_loses_the_turn_score():
    game = play(Scripted("standard", rolls="123335 26"), "roll keep 1333 roll")
    assert game.state.scores == (0, 0)
    assert game.state.player == 1
    assert game.state.farkles == (1, 0)
    assert game.state.events == (
        Event("roll", 0, 0, (2, 6)),
        Event("farkle", 0, 400, (2, 6)),
    )


def test_the_highest_roll_begins_and_play_goes_round():
    game = Game("standard", ["Ann", "Ben", "Cem", "Dee"], seed=4)
    first = game.order_rolls[0]
    assert [seat for seat, _ in first] == [0, 1, 2, 3]
    for earlier, later in zip(game.order_rolls, game.order_rolls[1:], strict=False):
        top = max(face for _, face in earlier)
        assert [seat for seat, _ in later] == [seat for seat, face in earlier if face == top]
    last = game.order_rolls[-1]
    top = max(face for _, face in last)
    assert [face for _, face in last].count(top) == 1
    start = next(seat for seat, face in last if face == top)
    names = ["Ann", "Ben", "Cem", "Dee"]
    assert list(game.players) == names[start:] + names[:start]


def test_ties_for_the_first_turn_roll_again():
    assert any(len(Game("standard", list("abcd"), seed=s).order_rolls) > 1 for s in range(20))
    assert Game("standard", ["a"], seed=0).order_rolls == []


def test_hot_dice_take_up_all_six_again():
    game = play(Scripted("standard", rolls="152346 2221 333444"), "roll keep 15 roll keep 1222")
    # The farkle_challenge rules page tells this turn: 150, then 300, and six new dice.
    assert game.state.points == 450
    assert game.state.dice_left == 6
    assert game.state.kept == ()
    assert kinds(game) == ["keep", "hot_dice"]
    assert game.state.legal_actions == (ROLL, BANK)


def test_hot_dice_that_must_be_rolled():
    game = play(Scripted("standard", rolls="123456", hot_dice="must"), "roll keep 123456")
    assert game.state.legal_actions == (ROLL,)
    with pytest.raises(IllegalAction, match="Hot dice must be rolled again"):
        game.bank()


def test_hot_dice_that_end_the_turn():
    game = play(Scripted("standard", rolls="123456", hot_dice="ends"), "roll keep 123456")
    assert game.state.scores == (2500, 0)
    assert kinds(game) == ["keep", "hot_dice", "bank"]
    short = Scripted("standard", rolls="111155", hot_dice="ends", minimum_bank=3000)
    play(short, "roll keep 111155")
    assert short.state.scores == (0, 0)
    assert short.state.turns[-1].end == "short"


def test_the_opening_is_asked_once():
    game = Scripted("ten_thousand", rolls="122346 111234 122346 122346")
    play(game, "roll keep 1")
    with pytest.raises(IllegalAction, match="You need 500 points in this turn to bank, and have"):
        game.bank()
    assert game.state.legal_actions == (ROLL,)
    game = Scripted("ten_thousand", rolls="111234 222346 122346 122346")
    play(game, "roll keep 111 bank roll keep 222")
    assert BANK not in game.state.legal_actions
    game = Scripted("ten_thousand", ["Ann"], rolls="111234 122346")
    play(game, "roll keep 111 bank roll keep 1 bank")
    assert game.state.scores == (1100,)


def test_the_minimum_is_asked_every_turn():
    game = Scripted("facebook", ["Ann"], rolls="111234 222346 15")
    play(game, "roll keep 111 bank roll keep 222")
    assert BANK not in game.state.legal_actions
    game = Scripted("facebook", ["Ann"], rolls="111234 222346 155")
    play(game, "roll keep 111 bank roll keep 222 roll keep 1")
    assert BANK in game.state.legal_actions


def test_every_scoring_die_where_the_rules_ask_for_all():
    game = play(Scripted("standard", rolls="123335", set_aside="all"), "roll")
    assert game.state.legal_actions == (Action("keep", (1, 3, 3, 3, 5)),)
    with pytest.raises(IllegalAction, match="ask you to keep every die that scores: 1-5 too"):
        game.keep([3, 3, 3])


def test_later_dice_join_three_alike():
    game = play(Scripted("royal", rolls="666234 436"), "roll keep 666 roll keep 6")
    assert game.state.points == 1200
    assert game.state.on_table == (6, 6, 6, 6)


def test_guhlke_takes_the_second_roll_whole():
    game = Scripted("standard", rolls="223346 115346", first_roll_farkle="guhlke")
    game.roll()
    assert game.state.phase == "guhlke"
    assert game.state.legal_actions == (ROLL,)
    assert kinds(game) == ["roll", "guhlke"]
    game.roll()
    assert game.state.scores == (250, 0)
    assert game.state.player == 1
    game = Scripted("standard", rolls="223346 223346", first_roll_farkle="guhlke")
    play(game, "roll roll")
    assert game.state.scores == (0, 0)
    assert game.state.turns == (TurnResult(0, 0, "farkle", 2),)


def test_guhlke_is_for_the_first_roll_only():
    game = Scripted("standard", rolls="122346 23346", first_roll_farkle="guhlke")
    play(game, "roll keep 1 roll")
    assert game.state.turns[-1].end == "farkle"


def test_double_guhlke_is_worth_at_least_500():
    rolls = "223346 223346 223346"
    game = Scripted("standard", rolls=rolls, first_roll_farkle="double_guhlke")
    play(game, "roll roll")
    assert game.state.phase == "guhlke"
    game.roll()
    assert game.state.scores == (500, 0)
    game = Scripted("standard", rolls="223346 223346 1", first_roll_farkle="double_guhlke")
    game.script[-1] = (1, 2, 2, 3, 4, 6)
    play(game, "roll roll roll")
    assert game.state.scores == (100, 0)


def test_guhlke_below_the_opening_is_lost():
    game = Scripted("ten_thousand", rolls="223346 122346", first_roll_farkle="guhlke")
    play(game, "roll roll")
    assert game.state.scores == (0, 0)
    assert game.state.turns[-1].end == "short"


def test_three_farkles_in_a_row_cost_points_and_the_count_starts_again():
    game = Scripted("facebook", ["Ann"], rolls=" ".join(["223346"] * 6))
    game.roll()
    game.roll()
    assert game.state.scores == (0,)
    game.roll()
    assert game.state.scores == (-500,)
    assert game.state.farkles == (0,)
    assert game.state.events[-1] == Event("penalty", 0, -500)
    play(game, "roll roll roll")
    assert game.state.scores == (-1000,)


def test_a_bank_between_farkles_starts_the_count_again():
    game = Scripted("facebook", ["Ann"], rolls="223346 223346 111234 223346")
    play(game, "roll roll roll keep 111 bank roll")
    assert game.state.farkles == (1,)
    assert game.state.scores == (1000,)


def test_a_penalty_stops_at_the_floor():
    game = Scripted(
        "standard", ["Ann"], rolls="111234 223346 223346",
        penalty_after=1, penalty_points=700, penalty_floor=0,
    )  # fmt: skip
    play(game, "roll keep 111 bank roll")
    assert game.state.scores == (300,)
    game.roll()
    assert game.state.scores == (0,)
    assert game.state.events[-1] == Event("penalty", 0, -300)


def test_a_disaster_loses_everything_banked():
    game = Scripted("standard", ["Ann"], rolls="111234 222213", disaster_face=2)
    play(game, "roll keep 111 bank roll")
    assert game.state.scores == (0,)
    assert game.state.turns[-1].end == "disaster"
    assert game.state.events[-1] == Event("disaster", 0, -1000, (2, 2, 2, 2, 1, 3))


def test_six_alike_win_at_once():
    game = play(Scripted("standard", rolls="444444", instant_win="six_of_a_kind"), "roll")
    assert game.state.phase == "over"
    assert game.state.winners == (0,)
    assert kinds(game) == ["roll", "instant_win", "win"]


def test_five_alike_win_in_the_first_roll_only():
    assert play(Scripted("five_dice", rolls="44444"), "roll").state.winners == (0,)
    game = play(Scripted("five_dice", rolls="11155 44444"), "roll keep 11155 roll")
    assert game.state.winners == ()


def test_piggyback_takes_over_dice_and_points():
    game = Scripted("standard", rolls="111234 123", takeover="piggyback")
    play(game, "roll keep 111 bank")
    assert game.state.offer == (1000, 3, ())
    assert game.state.legal_actions == (ROLL, TAKE_OVER)
    play(game, "take_over keep 1")
    assert game.state.points == 1100
    game.bank()
    assert game.state.scores == (1000, 1100)


def test_a_taken_over_turn_can_be_left_alone_or_lost():
    game = Scripted("standard", rolls="111234 122346", takeover="piggyback")
    play(game, "roll keep 111 bank roll keep 1")
    assert game.state.points == 100
    game = Scripted("standard", rolls="111234 236", takeover="piggyback")
    play(game, "roll keep 111 bank take_over")
    assert game.state.scores == (1000, 0)
    assert game.state.offer is None


def test_piggyback_after_hot_dice_rolls_all_six():
    game = Scripted("standard", rolls="123456 122346", takeover="piggyback")
    play(game, "roll keep 123456 bank take_over keep 1 bank")
    assert game.state.scores == (2500, 2600)


def test_steal_rolls_for_the_points_just_lost():
    game = Scripted("standard", rolls="111234 236 156", takeover="steal")
    play(game, "roll keep 111 roll")
    assert game.state.offer == (1000, 3, ())
    play(game, "take_over keep 15 bank")
    assert game.state.scores == (0, 1150)
    assert play(Scripted("standard", rolls="223346", takeover="steal"), "roll").state.offer is None


def test_nobody_takes_over_from_themselves():
    game = Scripted("standard", ["Ann"], rolls="111234", takeover="piggyback")
    play(game, "roll keep 111 bank")
    assert game.state.legal_actions == (ROLL,)


def test_welfare_gives_points_beyond_the_target_to_the_lowest():
    game = Scripted(
        "standard", ["Ann", "Ben", "Cem"], rolls="111234 122346 222346 111234",
        overshoot="welfare", target=1500,
    )  # fmt: skip
    play(game, "roll keep 111 bank roll keep 1 bank roll keep 222 bank roll keep 111 bank")
    assert game.state.scores == (1000, 1100, 200)
    assert game.state.turns[-1] == TurnResult(0, 0, "welfare", 1)
    assert game.state.events == (Event("welfare", 1, 1000),)


def test_a_gift_that_would_itself_pass_the_target_is_lost():
    game = Scripted("standard", rolls="111234 111234 111234", overshoot="welfare", target=1500)
    play(game, "roll keep 111 bank roll keep 111 bank roll keep 111 bank")
    assert game.state.scores == (1000, 1000)
    assert game.state.events == (Event("welfare", 0, 0),)


def test_a_gift_can_reach_the_target():
    game = Scripted(
        "standard", rolls="111234 555234 111234 122346 111234 122346",
        overshoot="welfare", target=1500,
    )  # fmt: skip
    play(game, "roll keep 111 bank roll keep 555 bank roll keep 111 bank")
    assert game.state.scores == (1000, 1500)
    assert game.state.last_round == ()
    assert (game.state.player, game.state.phase) == (0, "start")
    play(game, "roll keep 1 bank")
    assert game.state.winners == (1,)


def target_game(names, rolls, **changes):
    return Scripted("standard", names, rolls=rolls, target=1000, **changes)


def test_everyone_else_gets_one_more_turn():
    game = target_game(["Ann", "Ben", "Cem"], "122346 111234 555234 123456")
    play(game, "roll keep 1 bank roll keep 111 bank")
    assert game.state.last_round == (0,)
    assert kinds(game) == ["bank", "final_round"]
    assert game.state.player == 2
    play(game, "roll keep 555 bank roll keep 123456 bank")
    assert game.state.winners == (0,)
    assert game.state.scores == (2600, 1000, 500)


def test_later_players_only():
    game = target_game(["Ann", "Ben", "Cem"], "122346 111234 123456", final_round="later_players")
    play(game, "roll keep 1 bank roll keep 111 bank")
    assert game.state.last_round == ()
    play(game, "roll keep 123456 bank")
    assert game.state.winners == (2,)
    game = target_game(["Ann", "Ben"], "122346 111234", final_round="later_players")
    assert play(game, "roll keep 1 bank roll keep 111 bank").state.winners == (1,)


def test_no_final_round():
    game = play(target_game(["Ann", "Ben"], "111234", final_round="none"), "roll keep 111 bank")
    assert game.state.winners == (0,)
    assert game.state.legal_actions == ()
    with pytest.raises(IllegalAction, match="The game is over"):
        game.roll()


@pytest.mark.parametrize(("ties", "winners"), [("first", (0,)), ("shared", (0, 1))])
def test_ties(ties, winners):
    game = target_game(["Ann", "Ben"], "111234 111234", ties=ties)
    assert play(game, "roll keep 111 bank roll keep 111 bank").state.winners == winners


def test_of_two_who_pass_the_leader_with_a_tie_the_first_wins():
    game = target_game(["Ann", "Ben", "Cem"], "111234 123456 123456")
    play(game, "roll keep 111 bank roll keep 123456 bank roll keep 123456 bank")
    assert game.state.winners == (1,)


def test_a_solo_game_ends_at_the_target():
    game = target_game(["Ann"], "122346 111234")
    play(game, "roll keep 1 bank roll keep 111 bank")
    assert game.state.winners == (0,)


@pytest.mark.parametrize(
    ("moves", "then", "sentence"),
    [
        ("", "keep 1", "The turn starts with a roll"),
        ("", "bank", "The turn starts with a roll"),
        ("", "take_over", "There is no turn to take over"),
        ("roll", "roll", "First keep dice from this roll"),
        ("roll", "bank", "First keep dice from this roll"),
        ("roll", "keep 2", "Every die you keep must score, and 2 does not score here"),
        ("roll", "keep 126", "1-2-6 is not among the dice rolled"),
        ("roll", "keep 124", "Every die you keep must score, and 2 and 4 do not score here"),
        ("roll", "keep 11", "1-1 is not among the dice rolled"),
        ("roll keep 1", "keep 5", "The dice are set aside: roll on or bank"),
    ],
)
def test_an_illegal_action_says_why_and_changes_nothing(moves, then, sentence):
    game = play(Scripted("standard", rolls="123345 23346"), moves)
    before, log = game.state, game.log
    with pytest.raises(IllegalAction, match=sentence):
        play(game, then)
    assert game.state == before
    assert game.log == log
    with pytest.raises(ValueError, match="a face of a die must be"):
        game.keep([7])
    with pytest.raises(IllegalAction):
        game.keep([])
    assert game.state == before


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ([], "the number of players must be a whole number from 1 to 8, not 0"),
        (list("abcdefghi"), "from 1 to 8, not 9"),
        (["Ann", "Ann"], "two players have the name 'Ann'"),
        (["Ann", " "], "a player's name must be text that is not empty, not ' '"),
        (["Ann", 5], "a player's name must be text"),
        ("Ann", "players must be a list of names, not 'Ann'"),
    ],
)
def test_players_that_cannot_sit_down(players, sentence):
    with pytest.raises(ValueError, match=sentence):
        Game("standard", players)


def test_a_seed_makes_the_game():
    def rolls(seed):
        game = Game("standard", seed=seed)
        return game.roll()

    assert rolls(5) == rolls(5)
    assert rolls("FARK-7Q3M") == rolls("FARK-7Q3M")
    assert len({rolls(None) for _ in range(10)}) > 1
    with pytest.raises(ValueError, match=r"seed must be a whole number or text, not 1\.5"):
        Game("standard", seed=1.5)


def test_dice_fall_the_same_on_every_version_of_python():
    # Logs made in one place are verified in another: this sequence must never change.
    game = Game("standard", seed=2026)
    assert game.roll() == PINNED


PINNED = (1, 4, 4, 6, 1, 2)


@pytest.fixture
def played():
    game = Game("standard", ["Ann", "Ben"], seed=3)
    while len(game.log["actions"]) < 30:
        action = game.state.legal_actions[-1]
        game.keep(action.dice) if action.name == "keep" else getattr(game, action.name)()
    return game


def test_the_log_is_json_and_replays(played):
    text = json.dumps(played.log)
    again = Game.from_log(text)
    assert again.state == played.state
    assert again.log == played.log
    assert Game.from_log(text.encode()).state == played.state


def test_a_game_goes_on_from_its_log(played):
    again = Game.from_log(played.log)
    for game in (played, again):
        while game.state.phase != "over":
            action = game.state.legal_actions[-1]
            game.keep(action.dice) if action.name == "keep" else getattr(game, action.name)()
    assert again.state == played.state


def change(log, where, value):
    *path, last = where
    inner = log
    for step in path:
        inner = inner[step]
    inner[last] = value
    return log


@pytest.mark.parametrize(
    ("where", "value", "sentence"),
    [
        (["actions", 0, 1], [1, 1, 1, 1, 1, 1], r"action 1 of the log \(roll\): .* was changed"),
        (["actions", 1, 1], [2, 2], r"action 2 of the log \(keep\)"),
        (["actions", 1, 0], "bank", r"action 2 of the log \(bank\): First keep dice from this"),
        (["actions", 1, 0], "cheat", "action 2 of the log must be a name and a list of dice"),
        (["actions", 2], ["bank", [6]], r"action 3 of the log \(bank\): no dice are banked"),
        (["order"], [[6, 1]], "its rolls for the first turn are"),
        (["seed"], 4, "this log was changed|of the log"),
        (["seed"], None, "needs its seed"),
        (["players"], ["Ann"], "its rolls for the first turn"),
        (["rules"], {"name": "x", "targt": 5}, "unknown field 'targt'"),
        (["rules"], [], "the rules of a log are its fields"),
        (["farkle_edu"], 99, "this log has format 99; this version reads format 1"),
        (["actions"], "roll", "the actions of a log must be a list"),
        (["more"], 1, "the log of a game has the keys"),
    ],
)
def test_a_changed_log_is_found_out(played, where, value, sentence):
    log = change(json.loads(json.dumps(played.log)), where, value)
    with pytest.raises(ValueError, match=sentence):
        Game.from_log(log)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100000, b"\xff", "1e999"])
def test_a_text_that_is_no_log(text):
    with pytest.raises(ValueError, match=r"not the log of a game|the log of a game has the keys"):
        Game.from_log(text)
