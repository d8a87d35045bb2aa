"""Codes, results as lines of text, and what is made of a pile of them; no widget is needed."""

from __future__ import annotations

import csv
import random
import subprocess
import sys
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farkle_edu import load_rules, rule_names
from farkle_edu.challenge import (
    LETTERS,
    Contest,
    _check,
    _digest,
    _plain,
    clean_name,
    collect,
    read_code,
)

CODE = "FARK-7Q3M"
MARKUP = "<img src=x onerror=alert(1)>"


def play(contest, seed=0, turns=None, bank_at=300):
    """A game played at random, but banked now and then."""
    chance, game = random.Random(seed), contest.game()
    while not contest.over(game.state) and len(game.state.turns) != turns:
        legal = sorted(game.state.legal_actions)
        names = {action.name for action in legal}
        action = chance.choice(legal)
        if "bank" in names and game.state.points >= bank_at:
            game.bank()
        elif action.name == "keep":
            game.keep(action.dice)
        elif action.name == "bank":
            game.bank()
        else:
            game.roll()
    return game


def line(contest, name, seed=0, **how):
    return contest.result(play(contest, seed, **how), name)


@pytest.fixture
def contest():
    return Contest(CODE)


# -- codes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("FARK-7Q3M", CODE),
        (" fark-7q3m ", CODE),
        ("7q3m", CODE),
        ("2026-11-30", "FARK-2026-11-30"),
        ("fark-2026-11-30", "FARK-2026-11-30"),
        (date(2026, 11, 30), "FARK-2026-11-30"),
        ("daily", f"FARK-{date.today()}"),
    ],
)
def test_a_code_is_read_however_it_is_written(written, code):
    assert read_code(written) == code


@pytest.mark.parametrize(
    "wrong", ["", "7Q3", "7Q3MM", "7Q0M", "FARK-OOPS", "2026-02-30", 7, b"7Q3M"]
)
def test_what_is_no_code_is_refused_with_an_example(wrong):
    with pytest.raises(ValueError, match=r"a code is like FARK-7Q3M .*, not ") as told:
        read_code(wrong)
    assert repr(wrong) in str(told.value)


def test_a_new_code_has_no_letters_that_look_alike():
    codes = {read_code(None) for _ in range(300)}
    assert len(codes) > 290
    assert not {*"01ILOU"} & {*"".join(code[5:] for code in codes)}
    assert all(read_code(code) == code for code in codes)


# -- the same dice -----------------------------------------------------------------------


def test_everybody_has_the_same_dice_whatever_they_do(contest):
    rolls = {}
    for seed in range(40):
        result = contest.read(line(contest, "x", seed))
        for roll in result.history()[1]:
            rolls.setdefault((roll.turn, roll.roll), []).append(roll.faces)
    assert len(rolls) > 30
    assert {turn for turn, _roll in rolls} == {*range(1, 11)}
    for faces in rolls.values():
        longest = max(faces, key=len)
        assert all(longest.startswith(fewer) for fewer in faces)


def test_other_codes_have_other_dice_and_all_of_them_are_fair():
    counts = dict.fromkeys(range(1, 7), 0)
    firsts = set()
    for a in LETTERS:
        for b in LETTERS:
            fell = Contest(f"{a}{b}22").game().roll()
            firsts.add(fell)
            for face in fell:
                counts[face] += 1
    assert len(firsts) > 850
    n = sum(counts.values())
    # chi-square with 5 degrees of freedom: above 20.5 in one of a thousand runs
    assert sum((k - n / 6) ** 2 / (n / 6) for k in counts.values()) < 20.5


def test_a_game_replays_from_its_log(contest):
    game = play(contest)
    assert type(game).from_log(game.log).state == game.state


# -- results -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", rule_names())
@pytest.mark.parametrize("turns", [10, 3, None])
def test_a_result_tells_the_whole_game_in_one_line(rules, turns):
    contest = Contest(CODE, rules, turns)
    for seed in range(3):
        game = play(contest, seed)
        told = contest.result(game, "Ada")
        result = contest.read(told)
        assert "\n" not in told
        assert result.finished
        assert result.state == game.state
        assert [[a.name, list(a.dice)] for a in result.actions if a.name != "roll"] == [
            action for action in game.log["actions"] if action[0] != "roll"
        ]


def test_ten_turns_are_a_short_line(contest):
    lengths = [len(line(contest, "Ada", seed)) for seed in range(20)]
    assert max(lengths) <= 72


def test_a_result_can_be_sent_after_each_turn(contest):
    game = contest.game()
    with pytest.raises(ValueError, match="once the first turn is finished"):
        contest.result(game)
    for turns in (1, 4, 9):
        game = play(contest, turns=turns)
        told = contest.result(game, "Ada")
        game.roll()  # what has begun is not told
        assert contest.result(game, "Ada") == told
        result = contest.read(told)
        assert (len(result.turns), result.finished) == (turns, False)


def test_turns_beyond_the_last_are_not_told(contest):
    longer = Contest(CODE, turns=12)
    game = play(longer)
    assert contest.read(contest.result(game)).state.turns == game.state.turns[:10]


def test_a_game_of_another_challenge_is_refused(contest):
    for other in (Contest("AAAA"), Contest(CODE, "royal"), Contest(CODE, turns=None)):
        with pytest.raises(ValueError, match=f"does not belong to {CODE}"):
            contest.result(play(other))


@given(st.text())
def test_any_name_comes_through_and_stays_on_its_line(name):
    contest = Contest(CODE)
    told = line(contest, name, turns=2)
    assert len(told.splitlines()) == 1
    assert contest.read(f"[30.11.26, 10:31] me: {told}  ").name == clean_name(name)


@pytest.mark.parametrize("name", [CODE, f"x {CODE} | {CODE}", "FARK--fark-", "12 | 13", "| |"])
def test_a_name_that_looks_like_a_result(contest, name):
    board = contest.collect([line(contest, name), "hello"])
    assert [one.name for one in board.results] == [clean_name(name) or "player 1"]


def test_a_chat_may_change_quotes_dashes_capitals_and_spaces(contest):
    told = line(contest, "Mary-Jane O'Neil")
    changed = told.replace("'", "’").replace("-J", "–J").replace(" | ", "\u00a0|  ").lower()
    assert contest.read(changed).score == contest.read(told).score


def test_the_language_of_the_sender_does_not_matter(contest):
    told = line(contest, "Ada", 1)
    score = contest.read(told).score
    assert f"{score:,} points" in told
    assert score > 999
    german = told.replace(f"{score:,} points", f"{score:,} Punkte".replace(",", "."))
    french = told.replace(f"{score:,} points", f"{score:,} points".replace(",", "\u202f"))
    for told in (german, french):
        assert contest.read(told.replace("turns", "Züge")).score == score


def test_a_score_below_nothing():
    rules = load_rules("standard", penalty_after=1, penalty_points=500)
    contest = Contest(CODE, rules, 2)
    scores = []
    for seed in range(30):
        told = line(contest, "Ada", seed, bank_at=2000)
        scores.append(contest.read(told).score)
    assert min(scores) < 0


# -- what is wrong with a result ------------------------------------------------------------


def test_each_changed_character_is_noticed(contest):
    told = line(contest, "Ada", 2)
    begin = told.rindex("|") + 2
    for place in range(begin, len(told)):
        other = LETTERS[(LETTERS.index(told[place]) + 1) % len(LETTERS)]
        with pytest.raises(ValueError, match="damaged on the way, or changed"):
            contest.read(told[:place] + other + told[place + 1 :])


@pytest.mark.parametrize("part", ["name", "points", "turns"])
def test_a_changed_name_or_figure_is_noticed(contest, part):
    told = line(contest, "Ada", 2)
    score = f"{contest.read(told).score:,}"
    changed = {
        "name": told.replace("Ada", "Ben"),
        "points": told.replace(score, "9,999"),
        "turns": told.replace("10 turns", "9 turns"),
    }[part]
    assert changed != told
    with pytest.raises(ValueError, match="damaged on the way, or changed"):
        contest.read(changed)


def test_a_forger_who_makes_the_check_fit_is_caught_by_the_dice(contest):
    told = line(contest, "Ada", 2)
    score, body = contest.read(told).score, told.split()[-1][8:]

    def forge(points, turns=10, body=body):
        check = _check(CODE, contest.identity, "Ada", points, turns, body)
        return f"{CODE} | Ada | {points} points | {turns} turns | {contest.identity}{check}{body}"

    assert contest.read(forge(score)).score == score
    with pytest.raises(ValueError, match=f"forged: it says 9,950 points.* make {score:,} points"):
        contest.read(forge(9950))
    for forged in (forge(score, 9), forge(score, 10, body + "2"), forge(score, 10, "ZZZ" + body)):
        with pytest.raises(ValueError, match="it is forged"):
            contest.read(forged)
    with pytest.raises(ValueError, match="forged: the choices in it do not make a game"):
        contest.read(forge(score, 9))


def test_the_rules_are_part_of_a_result(contest):
    for other, said in [
        (Contest(CODE, "royal"), "other rules: Royal Farkle, 10 turns; this challenge is Standard"),
        (Contest(CODE, turns=5), "Standard, 5 turns; this challenge is Standard, 10 turns"),
        (Contest(CODE, turns=None), "Standard, to 10,000 in the fewest turns"),
        (Contest(CODE, load_rules("standard", opening=700)), "other rules than this challenge"),
    ]:
        with pytest.raises(ValueError, match=said):
            contest.read(line(other, "Ada"))
    # What rules are called is not how they play.
    named = Contest(CODE, load_rules("standard", title="House", source="me"))
    assert contest.read(line(named, "Ada")).finished


def test_another_code_is_told_from_damage(contest):
    with pytest.raises(ValueError, match=f"belongs to FARK-AAAA, and this challenge is {CODE}"):
        contest.read(line(Contest("AAAA"), "Ada"))


@pytest.mark.parametrize(
    "broken", ["", "hello", f"{CODE} | Ada | 300 points", f"{CODE} | Ada | | | 2222222222"]
)
def test_what_is_not_whole_is_refused(contest, broken):
    with pytest.raises(ValueError, match=r"not whole|damaged|no result in it"):
        contest.read(broken)


# -- a pile of results ----------------------------------------------------------------------


@pytest.fixture
def pile(contest):
    return [line(contest, name, seed) for seed, name in enumerate(["Ada", "Ben", "Cleo", "Dan"])]


def test_a_leaderboard_from_a_chat_with_everything_in_it(contest, pile):
    other = line(Contest(CODE, "royal"), "Eve")
    chat = f"""
        [10:01] Teacher: today {CODE}, ten turns! | standard rules
        [10:31] Ada: {pile[0]}
        [10:31] Ben: so lucky :-) {pile[1]} well done | me
        [10:32] Cleo: {pile[2][:-4]}
        [10:33] Dan: {pile[3].replace("Dan", "Zoe")}
        [10:33] Dan: {pile[3]}
        [10:34] Ada: {pile[0]}
        [10:35] Eve: {other}
        [10:36] Ben: {line(contest, "ben", 9)}
    """
    board = contest.collect(chat)
    assert sorted(result.name for result in board.results) == ["Ada", "Ben", "Dan"]
    scores = [result.score for result in board.results]
    assert scores == sorted(scores, reverse=True)
    told = [(one.where, one.reason) for one in board.refused]
    assert [where for where, _ in told] == ["line 5", "line 6", "line 8", "line 9", "line 10"]
    for (_, reason), said in zip(
        told,
        [
            "its check is wrong",
            "its check is wrong",
            "it is there twice: see line 3",
            "other rules: Royal Farkle",
            "ben has another result, and the first one counts: see line 4",
        ],
        strict=True,
    ):
        assert said in reason
    for one in told:
        assert one[1] in repr(board)
        assert one[1] in board._repr_html_()


def test_a_mail_may_break_and_quote_lines(contest, pile):
    told = "\n".join("> " + one.replace(" | ", " |\n> ", 3).replace("\n> ", " ", 2) for one in pile)
    assert "\n> 1" in told or "|\n>" in told
    board = contest.collect(told)
    assert len(board.results) == 4
    assert not board.refused


def test_many_results_in_one_line(contest, pile):
    assert len(contest.collect("; ".join(pile)).results) == 4


def test_a_list_names_each_text_without_a_result(contest, pile):
    board = contest.collect([*pile, "sorry, I was ill", "", pile[0][9:]])
    assert len(board.results) == 4
    assert [one.where for one in board.refused] == ["result 5", "result 6", "result 7"]
    assert len(contest.collect(iter(pile)).results) == 4


def test_a_folder_of_text_files(contest, pile, tmp_path):
    for name, told in zip(["ada", "ben", "cleo"], pile, strict=False):
        (tmp_path / f"{name}.txt").write_text(f"my result:\n{told}\n", "utf-8-sig")
    (tmp_path / "{dan}.txt").write_bytes(b"\xff\xfe\x00 what is this")
    (tmp_path / "eve.txt").mkdir()
    (tmp_path / "notes.md").write_text(pile[3])
    for folder in (tmp_path, str(tmp_path)):
        board = collect(folder)
        assert [one.name for one in board.results] != []
        assert {one.name for one in board.results} == {"Ada", "Ben", "Cleo"}
        assert [one.where for one in board.refused] == ["eve.txt", "{dan}.txt"]
    for nowhere in (tmp_path / "nowhere", "my resluts"):
        with pytest.raises(
            ValueError, match=r"there is no file and no folder '.*(nowhere|resluts)"
        ):
            contest.collect(nowhere)


def test_a_file_of_a_chat(contest, pile, tmp_path):
    (tmp_path / "chat.txt").write_text("\n".join(["hello", *pile, pile[0]]), "utf-8")
    board = collect(str(tmp_path / "chat.txt"))
    assert len(board.results) == 4
    assert [one.where for one in board.refused] == ["chat.txt, line 6"]


def test_a_later_state_of_a_game_takes_the_place_of_an_earlier(contest):
    first, then, last = (line(contest, "Ada", 1, turns=turns) for turns in (2, 5, None))
    for order in ([first, then, last], [last, first, then], [then, last, first]):
        board = contest.collect(order)
        [result] = board.results
        assert result.finished
        assert not board.refused


def test_players_without_a_name(contest):
    pile = [line(contest, "", seed) for seed in (1, 2, 2)]
    board = contest.collect([*pile, line(contest, "", 3, turns=2), line(contest, "", 3)])
    assert sorted(one.name for one in board.results) == ["player 1", "player 2", "player 3"]
    assert [one.reason for one in board.refused] == ["it is there twice: see result 2"]


def test_places_are_shared_and_unfinished_games_come_last(contest):
    told = line(contest, "Ada", 1)
    twin = line(contest, "Ben", 1)
    board = contest.collect([line(contest, "Eve", 4, turns=9), told, twin, line(contest, "Cy", 2)])
    heads, rows = board._rows()
    assert heads[1] == "place"
    places = {row[0]: row[1] for row in rows}
    assert places["Ada"] == places["Ben"]
    assert places["Eve"] == "–"
    assert rows[-1][0] == "Eve"


def test_to_the_target_the_fewest_turns_win():
    contest = Contest(CODE, turns=None)
    board = contest.collect([line(contest, str(seed), seed) for seed in range(12)])
    keys = [(len(one.turns), -one.score) for one in board.results]
    assert keys == sorted(keys)


def test_the_code_is_found_in_the_pile(pile):
    board = collect([line(Contest("AAAA"), "Eve"), *pile])
    assert board.contest.code == CODE
    assert len(board.results) == 4
    assert "belongs to FARK-AAAA" in board.refused[0].reason
    with pytest.raises(ValueError, match="none of these texts names a challenge"):
        collect(["hello"])
    with pytest.raises(ValueError, match="a text, a list of texts, a file or a folder, not 5"):
        collect(5, CODE)


def test_no_results_yet(contest):
    board = contest.collect("")
    assert repr(board) == f"{CODE}: Standard, 10 turns\nNo results yet."
    assert "No results yet." in board._repr_html_()
    assert board.turns == board.rolls == board.turn_scores == []


# -- the class's data -----------------------------------------------------------------------


def test_the_rows_tell_each_game_again(contest, pile):
    board = contest.collect(pile)
    for result in board.results:
        turns = [row for row in board.turns if row["player"] == result.name]
        assert [row["points"] for row in turns] == [turn.points for turn in result.turns]
        assert turns[-1]["score"] == result.score
        rolls = [row for row in board.rolls if row["player"] == result.name]
        for turn in turns:
            mine = [row for row in rolls if row["turn"] == turn["turn"]]
            assert [row["roll"] for row in mine] == [*range(1, turn["rolls"] + 1)]
            assert [row["then"] for row in mine] == ["roll"] * (len(mine) - 1) + [turn["end"]]
            if turn["end"] == "bank":
                assert mine[-1]["turn_score"] == turn["points"]
            for before, after in pairwise(mine):
                assert before["dice_left"] == after["dice"]
                assert before["turn_score"] == after["at_stake"]
    assert board.turn_scores == [row["points"] for row in board.turns]


@pytest.mark.parametrize("rules", rule_names())
def test_the_rows_of_any_rules(rules):
    contest = Contest(CODE, load_rules(rules, opening=300), 6)
    board = contest.collect([line(contest, str(n), n) for n in range(5)])
    assert len(board.turns) <= 30
    assert all(row["then"] for row in board.rolls)
    assert sum(row["rolls"] for row in board.turns) == len(board.rolls)


def test_extra_rolls_are_told():
    rules = load_rules("ones_and_fives", first_roll_farkle="guhlke")
    contest = Contest(CODE, rules, 60)
    rolls = contest.collect(line(contest, "Ada")).rolls
    again = [n for n, row in enumerate(rolls) if row["then"] == "again"]
    assert again
    assert all(rolls[n + 1]["turn"] == rolls[n]["turn"] for n in again)


@pytest.mark.parametrize("by", ["roll", "turn"])
def test_a_file_for_a_spreadsheet(contest, tmp_path, by):
    board = contest.collect([line(contest, name, 3) for name in ("Åda", "=HYPERLINK(1)")])
    file = board.to_csv(tmp_path / "class.csv", by)
    with file.open(encoding="utf-8-sig", newline="") as opened:
        rows = list(csv.DictReader(opened))
    told = board.rolls if by == "roll" else board.turns
    assert [row["points"] for row in rows] == [str(row["points"]) for row in told]
    assert {row["player"] for row in rows} == {"Åda", "'=HYPERLINK(1)"}
    with pytest.raises(ValueError, match='by must be "roll" or "turn", not \'day\''):
        board.to_csv(tmp_path / "class.csv", "day")


def test_pasted_text_is_text(contest):
    board = contest.collect([line(contest, MARKUP), f"{CODE} | {MARKUP} | 1 | 2 | {MARKUP}"])
    page = board._repr_html_()
    assert "<img" not in page
    assert page.count("&lt;img") == 3
    reordered = contest.collect([line(contest, "evil\u202egnp")])
    assert reordered.results[0].name == "evilgnp"


def test_codes_and_checking_need_no_screen_and_no_arrays():
    code = (
        "import sys; from farkle_edu import collect; from farkle_edu.challenge import Contest;"
        "c = Contest('FARK-7Q3M'); g = c.game(); g.roll(); g.keep([1]); g.bank();"
        "assert 'Ada' in repr(collect(c.result(g, 'Ada')));"
        "print(*{'sympy', 'numpy', 'matplotlib', 'IPython', 'ipywidgets'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_check_does_not_change_from_one_version_to_the_next(contest):
    """A result that a class made last year must still be read."""
    told = "FARK-7Q3M | Ada | 150 points | 1 turn | 8WJBY6W435D"
    assert contest.read(told).score == 150
    assert _digest("a", 1, None) == _digest("a", 1, None) != _digest("a", 2, None)
    assert _plain("O’Neil-Smith") == _plain("o'neil smith")


def test_rules_where_a_code_belongs():
    with pytest.raises(ValueError, match="'royal' are rules, not a code: say rules='royal'"):
        Contest("royal")
