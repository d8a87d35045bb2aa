"""The exercises of lesson 12, "How do you play to win?".

What counts is no longer a number of points but the chance to be first at the target.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..plan import turn_plan
from ..roll import farkle_fraction
from ..rules import Rules, load_rules, load_rules_with
from .exercises import Exercise, Misconception

if TYPE_CHECKING:
    from ..match import MatchSolution

BANK, ROLL = "a", "b"
#: what Busche and Neller found, in steps of 50
PUBLISHED_HEAD_START = 200
#: a target at which games are solved in a moment
SHORT = 1000


def _solved(rules: Rules, name: str) -> MatchSolution:
    """The solved game; a question about one table holds for no other."""
    if rules != load_rules(name):
        raise ValueError(f"this question is about the rules {name!r}")
    from ..match import solve_match

    return solve_match(rules)


def _first_wins(rules: Rules) -> Fraction:
    return Fraction(_solved(rules, "busche_neller").first_player_wins)


def _alternating(p: str) -> Fraction:
    """The first player's chance when each turn wins with chance p."""
    return 1 / (2 - Fraction(p))


def _two_rounds(p: str) -> Fraction:
    win = Fraction(p)
    return win + (1 - win) ** 2 * win


def _last_die(rules: Rules, percent: int) -> Fraction:
    farkle = farkle_fraction(rules, 1)
    return 1 - farkle + farkle * (1 - Fraction(percent, 100))


def _head_start(rules: Rules, step: int) -> int:
    return _solved(rules, "busche_neller").handicap(step)


def _around(rules: Rules, step: int) -> Mapping[str, Any]:
    curve = _solved(rules, "busche_neller").handicap_curve(step)
    fair = _head_start(rules, step)
    told = {"before": fair - step, "fair": fair, "after": fair + step}
    return told | {
        f"{name}_wins": f"{100 * curve[points]:.2f} %" for name, points in list(told.items())
    }


def _behind(rules: Rules, points: int) -> str:
    plan = _solved(rules, "busche_neller").plan(3000, 8000)
    return BANK if plan.banks(3, points) else ROLL


def _thresholds(rules: Rules, points: int) -> Mapping[str, Any]:
    plan = _solved(rules, "busche_neller").plan(3000, 8000)
    return {"to_win": f"{plan.bank_at[3]:,}", "for_points": plan.points_bank_at[3]}


def _points_are_not_wins(rules: Rules) -> str:
    limit = turn_plan(rules).bank_at[3] if rules == load_rules("kcd2") else None
    banks_to_win = _solved(rules, "kcd2").plan(2000, 3900).banks(3, 500)
    return "b" if limit is not None and limit <= 500 and not banks_to_win else "a"


def _tavern(rules: Rules) -> Mapping[str, Any]:
    game = _solved(rules, "kcd2")
    return {
        "banked": f"{100 * (1 - game.win_probability(3900, 2500)):.1f} %",
        "rolled": f"{100 * _rolled(game):.1f} %",
    }


def _rolled(game: MatchSolution) -> float:
    """The chance to win by rolling three dice with 500 points at stake."""
    keeps = game.advise(2000, 3900, 400, [1, 2, 3, 4])
    return next(told.win for told in keeps if told.choice.dice_left == 3 and not told.choice.bank)


def _last_turns(rules: Rules) -> dict[str, float]:
    from ..match import solve_match

    if rules != load_rules("busche_neller"):
        raise ValueError("this question is about the rules 'busche_neller'")
    kinds = {"a": "none", "b": "everyone", "c": "later_players"}
    return {
        letter: solve_match(load_rules_with(rules, final_round=kind), SHORT).first_player_wins
        for letter, kind in kinds.items()
    }


def _second_is_better(rules: Rules) -> str:
    chances = _last_turns(rules)
    return min(chances, key=lambda letter: chances[letter])


def _told_last_turns(rules: Rules) -> Mapping[str, Any]:
    return {letter: f"{100 * chance:.1f} %" for letter, chance in _last_turns(rules).items()}


def _all_or_nothing(b: str, q: str) -> Fraction:
    """The chance to win when a turn of mine wins with chance b and one of theirs with q."""
    return Fraction(b) / (1 - (1 - Fraction(b)) * (1 - Fraction(q)))


EXERCISES = (
    Exercise(
        id="12.predict",
        tier="predict",
        kind="chance",
        points=0,
        prompt="Two players race to 10,000, and both play as well as one can. Whoever gets there "
        "first wins at once. What is the chance that the player who begins wins?",
        answer=_first_wins,
        by_hand=lambda: _first_wins(load_rules("busche_neller")),
        hint="A gut feeling is welcome here.",
        solution="The exact chance is about {percent}.",
        rules="busche_neller",
    ),
    Exercise(
        id="12.1",
        tier="practise",
        kind="chance",
        points=1,
        prompt="Two players take turns. Each turn wins the game at once with chance {p}; "
        "otherwise the other player is to move. What is the chance that the player who begins "
        "wins?",
        given={"p": "1/3"},
        varies={"p": ("1/3", "1/4", "3/4")},
        answer=lambda rules, p: _alternating(p),
        by_hand=lambda p: Fraction(p) / (1 - (1 - Fraction(p)) ** 2),
        misconceptions=(
            Misconception(
                name="first turn only",
                value=lambda rules, p: Fraction(p),
                message="This is the chance to win in the very first turn. What if nobody wins "
                "in the first round?",
            ),
            Misconception(
                name="fair",
                value=lambda rules, p: Fraction(1, 2),
                message="Both have the same chance in each turn, but one of them is always first "
                "to try.",
            ),
            Misconception(
                name="two rounds",
                value=lambda rules, p: _two_rounds(p),
                message="You counted the first two turns of this player. There may be more.",
            ),
            Misconception(
                name="the other player",
                value=lambda rules, p: 1 - _alternating(p),
                message="This is the chance of the player who is second.",
            ),
        ),
        hint="Call it W. With the rest of the chance the other player is to move, in exactly the "
        "position in which you were.",
        solution="W = p + (1 - p) · (1 - W): you win at once, or you do not, and then the other "
        "player is in your position and loses with chance 1 - W. Solved for W: W = 1/(2 - p) = "
        "{answer}, or {percent}.",
        rules="busche_neller",
    ),
    Exercise(
        id="12.2",
        tier="practise",
        kind="chance",
        points=1,
        prompt="You may roll one last die. If it shows a 1 or a 5, you win. If not, the other "
        "player is to move, and wins from there with chance {percent_theirs} %. What is your "
        "chance to win if you roll?",
        given={"percent_theirs": 96},
        varies={"percent_theirs": (70, 90, 96)},
        answer=lambda rules, percent_theirs: _last_die(rules, percent_theirs),
        by_hand=lambda percent_theirs: (
            Fraction(1, 3) + Fraction(2, 3) * (1 - Fraction(percent_theirs, 100))
        ),
        misconceptions=(
            Misconception(
                name="the roll only",
                value=lambda rules, percent_theirs: 1 - farkle_fraction(rules, 1),
                message="After a farkle the game is not lost yet.",
            ),
            Misconception(
                name="their chance for mine",
                value=lambda rules, percent_theirs: (
                    1
                    - farkle_fraction(rules, 1)
                    + farkle_fraction(rules, 1) * Fraction(percent_theirs, 100)
                ),
                message="After a farkle you used the other player's chance. What is left for you?",
            ),
            Misconception(
                name="added without weight",
                value=lambda rules, percent_theirs: (
                    1 - farkle_fraction(rules, 1) + 1 - Fraction(percent_theirs, 100)
                ),
                message="Your chance after a farkle counts only as often as there is a farkle.",
            ),
        ),
        hint="Two cases: the die scores, or it does not. What is your chance to win in each?",
        solution="The die scores with chance 1/3, and then you win. With chance 2/3 it does not, "
        "and then you win if the other player does not. Together {answer}, or {percent}.",
        rules="busche_neller",
    ),
    Exercise(
        id="12.3",
        tier="practise",
        kind="number",
        points=1,
        prompt="The second player gets points as a head start, a multiple of {step}. Which number "
        "of points makes the game to 10,000 as even as possible? Read it from the picture or the "
        "list.",
        given={"step": 50},
        varies={"step": (50, 100)},
        answer=_head_start,
        by_hand=lambda step: PUBLISHED_HEAD_START,
        misconceptions=(
            Misconception(
                name="one step too few",
                value=lambda rules, step: _head_start(rules, step) - step,
                message="The first player's chance is still above one half. Compare how far it is "
                "from one half with the numbers of points beside it.",
            ),
            Misconception(
                name="one step too many",
                value=lambda rules, step: _head_start(rules, step) + step,
                message="Now it is the second player who is ahead. Compare by how much with the "
                "numbers of points beside it.",
            ),
            Misconception(
                name="none",
                value=lambda rules, step: 0,
                message="Without a head start the player who begins has an advantage.",
            ),
        ),
        hint="For which number is the first player's chance nearest to one half, above or below?",
        solution="With {before} points the first player wins {before_wins}, with {fair} "
        "{fair_wins}, with {after} {after_wins}. {answer} is nearest to one half. Busche and "
        "Neller found the same.",
        facts=_around,
        rules="busche_neller",
    ),
    Exercise(
        id="12.4",
        tier="think",
        kind="choice",
        points=1,
        prompt="You have 3,000 points, the other player has 8,000. In this turn you have {points} "
        "points at stake and 3 dice left. What wins more often?",
        given={"points": 600},
        varies={"points": (450, 600, 1000)},
        options=("Bank.", "Roll.", "Both are the same."),
        answer=_behind,
        by_hand=lambda points: ROLL,
        misconceptions=(
            Misconception(
                name="most points",
                value=lambda rules, points: BANK,
                message="That brings the most points on average. But how many turns do you have "
                "left to catch up?",
            ),
            Misconception(
                name="thinks it is lost",
                value=lambda rules, points: "c",
                message="Your chance is small, but one choice has more of it than the other.",
            ),
        ),
        hint="How many turns does the other player still need? How many would you need at your "
        "usual pace?",
        solution="Roll. For most points you would bank from {for_points} on, but to win at these "
        "scores only from {to_win} on. The other player needs few turns: a small bank keeps you "
        "behind, and only a large turn can change the game.",
        facts=_thresholds,
        rules="busche_neller",
    ),
    Exercise(
        id="12.5",
        tier="think",
        kind="choice",
        points=2,
        prompt="Find the mistake. A published calculator for the tavern game of Kingdom Come "
        "looks two rolls ahead for the most points, and says that this is enough. You play to "
        "4,000 and have 2,000; the other player has 3,900. You have 500 points at stake and 3 dice "
        "left. Which is the first step that is wrong?",
        options=(
            "With 500 points and 3 dice, banking brings more points on average than rolling.",
            "More points on average means a better chance to win, so banking is right.",
            "After banking you have 2,500, and the other player needs only 100 points to win.",
        ),
        answer=_points_are_not_wins,
        by_hand=lambda: "b",
        misconceptions=(
            Misconception(
                name="doubts the points",
                value=lambda rules: "a",
                message="For most points this is right: the plan for most points would bank here.",
            ),
            Misconception(
                name="doubts the scores",
                value=lambda rules: "c",
                message="This is only counting. What does it mean for the step before it?",
            ),
        ),
        hint="How often does a player who needs 100 points get them in the next turn?",
        solution="Step b. Points are worth what they do for winning. After banking you win "
        "{banked}: the other player needs one good roll. If you roll on now, you win {rolled}. Two "
        "mistakes are hidden in 'enough': more rolls ahead bring more points, and the most points "
        "are not the most wins.",
        facts=_tavern,
        rules="kcd2",
    ),
    Exercise(
        id="12.6",
        tier="think",
        kind="choice",
        points=1,
        prompt="Somebody reaches the target. In which version does the player who BEGAN the game "
        "have the smallest chance to win?",
        options=(
            "The game is over at once.",
            "Each other player gets one more turn, and must get past the leader.",
            "Only players who come later in the round get one more turn, and must get past the "
            "leader.",
        ),
        answer=_second_is_better,
        by_hand=lambda: "c",
        misconceptions=(
            Misconception(
                name="at once",
                value=lambda rules: "a",
                message="Then the player who begins has had as many turns as the other, or one "
                "more, when the game ends. Whom does that help?",
            ),
            Misconception(
                name="last turn for all",
                value=lambda rules: "b",
                message="This sounds fair. But the player who began gets a last turn as well when "
                "the other one reaches the target.",
            ),
        ),
        hint="Count the turns of both players at the end of the game, in each version.",
        solution="Version c: both have had the same number of turns at the end, and the second "
        "player has the last word and knows what to beat. In a game to 1,000 the player who begins "
        "wins {a} in version a, {b} in version b, and {c} in version c.",
        facts=_told_last_turns,
        rules="busche_neller",
    ),
    Exercise(
        id="12.7",
        tier="stretch",
        kind="chance",
        points=2,
        prompt="Pencil and paper. You need a great deal of luck: each of your turns wins the game "
        "with chance {b} and otherwise brings nothing. The other player needs little: each turn of "
        "theirs wins with chance {q}. You are to move. What is your chance to win?",
        given={"b": "1/4", "q": "9/10"},
        varies={"b": ("1/4", "1/5"), "q": ("9/10", "4/5")},
        answer=lambda rules, b, q: _all_or_nothing(b, q),
        by_hand=lambda b, q: Fraction(b) / (Fraction(b) + Fraction(q) - Fraction(b) * Fraction(q)),
        misconceptions=(
            Misconception(
                name="this turn only",
                value=lambda rules, b, q: Fraction(b),
                message="If both fail, you may try again.",
            ),
            Misconception(
                name="wins when the other fails",
                value=lambda rules, b, q: Fraction(b) + (1 - Fraction(b)) * (1 - Fraction(q)),
                message="When the other player fails, you have not won yet: you are to move again.",
            ),
            Misconception(
                name="second try only",
                value=lambda rules, b, q: (
                    Fraction(b) + (1 - Fraction(b)) * (1 - Fraction(q)) * Fraction(b)
                ),
                message="You counted two of your turns. There may be a third, and more.",
            ),
        ),
        hint="Call it W. You win now, or you both fail and everything is as before.",
        solution="Your turn wins with chance b = {b}, the other player's with chance q = {q}. You "
        "win now, or you both fail and stand where you were: W = b + (1 - b) · (1 - q) · W. "
        "Solved for W: b divided by 1 - (1 - b) · (1 - q), which is {answer}, or {percent}.",
        rules="busche_neller",
    ),
    Exercise(
        id="12.8",
        tier="stretch",
        kind="chance",
        points=2,
        prompt="Two players take turns, and each turn wins with chance p. The player who begins "
        "wins the game with chance {w}. What is p?",
        given={"w": "3/5"},
        varies={"w": ("3/5", "4/7", "5/9")},
        answer=lambda rules, w: 2 - 1 / Fraction(w),
        by_hand=lambda w: (2 * Fraction(w) - 1) / Fraction(w),
        misconceptions=(
            Misconception(
                name="the chance itself",
                value=lambda rules, w: Fraction(w),
                message="This is W. A single turn wins less often than the whole game.",
            ),
            Misconception(
                name="put in instead of solved",
                value=lambda rules, w: 1 / (2 - Fraction(w)),
                message="You put W in place of p. Here W is known, and p is looked for.",
            ),
            Misconception(
                name="difference of the players",
                value=lambda rules, w: 2 * Fraction(w) - 1,
                message="This is by how much the first player's chance is above the second's.",
            ),
        ),
        hint="You know W = 1/(2 - p). Solve it for p.",
        solution="2 - p = 1/W, so p = 2 - 1/W = {answer}. The smaller p is, the nearer is the game "
        "to even: in a long game being first matters little.",
        rules="busche_neller",
    ),
    Exercise(
        id="12.9",
        tier="stretch",
        kind="open",
        points=3,
        prompt="With pencil and paper, in four or five sentences. Your class plays a league, and "
        "the player who begins has an advantage. Suggest two ways to make it fair, and say for "
        "each what it costs or whom it may still favour.",
        answer=lambda rules: "",
        by_hand=lambda: "",
        hint="A head start, a change of who begins, a last turn: what does each do?",
        solution="One way is a head start of {fair} points for the second player, which makes the "
        "game nearly even: the first player then wins {fair_wins}. But that number holds for these "
        "rules and this target and for players who play as well as one can; for others it may be "
        "wrong. Another way is to play two games, and each player begins one: that is fair "
        "whatever the rules, but takes twice the time, and may end one to one. A last turn for "
        "those who come later is quick, but it now favours the second player, who knows what to "
        "beat. Rolling for who begins is fair on average, but each single game stays uneven.",
        facts=lambda rules: _around(rules, 50),
        marking=(
            "names two ways that work, such as a head start and changing who begins",
            "says for each what it costs or whom it may favour",
            "says that the size of a fair head start depends on the rules, the target or the "
            "players",
        ),
        rules="busche_neller",
    ),
)
