"""What the dice, the table and the coach say, where it takes more than one message to say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from farkle_edu.game import Event, GameState, TurnResult
from farkle_edu.language import _, listed, ngettext, number, percent
from farkle_edu.rules import Rules, title_of
from farkle_edu.turn import Choice


def die() -> dict[str, Any]:
    """What a screen reader says of a die; the page puts in the numbers and the face."""
    return {
        "faces": [_("not rolled yet"), *faces()],
        "plain": _("die {number} of {total}: {face}"),
        "kept": _("die {number} of {total}: {face}, kept"),
        "locked": _("die {number} of {total}: {face}, set aside"),
    }


def faces() -> list[str]:
    """The faces of a die, spoken."""
    return [_("one"), _("two"), _("three"), _("four"), _("five"), _("six")]


def points(n: int) -> str:
    """A number of points with its noun, standing alone or as an object."""
    return ngettext("{n} point", "{n} points", n)


def dice(n: int) -> str:
    """A number of dice with its noun, standing alone or as an object."""
    return ngettext("{n} die", "{n} dice", n)


# -- the table ---------------------------------------------------------------------------


def title(rules: Rules) -> str:
    """What stands above the table."""
    return _("Farkle: {rules}", rules=title_of(rules))


def table(rules: Rules) -> str:
    """What a screen reader calls the table."""
    return _("Farkle table: {rules}", rules=title_of(rules))


def aim(rules: Rules, limit: int | None, alone: bool) -> str:
    """What the players are playing for, and what it takes to bank."""
    target = number(rules.target)
    if limit is not None:
        told = ngettext("The most points in {n} turn", "The most points in {n} turns", limit)
    elif alone:
        told = _("{target} points in as few turns as you can", target=target)
    else:
        told = _("First to {target} points", target=target)
    if rules.minimum_bank:
        return f"{told} · {_('bank {points} or more', points=number(rules.minimum_bank))}"
    if rules.opening:
        return f"{told} · {_('open with {points} in a turn', points=number(rules.opening))}"
    return told


def banked_of(rules: Rules) -> str:
    """What stands behind the banked score of a player on their own."""
    return _("of {target}", target=number(rules.target))


def in_turn(n: int, limit: int) -> str:
    """What stands behind the banked score when the turns are counted."""
    return _("in turn {turn} of {turns}", turn=number(n), turns=number(limit))


def order(names: Sequence[str], rounds: Sequence[Sequence[tuple[int, int]]]) -> str:
    """Who rolled what for the first turn; empty for a player alone.

    >>> order(["Ann", "Ben"], [[(0, 4), (1, 4)], [(0, 2), (1, 6)]])
    'Each rolled a die: Ann 4, Ben 4; Ann 2, Ben 6. Ben to begin.'
    """
    if not rounds:
        return ""
    told = [_(", ").join(f"{names[seat]} {face}" for seat, face in rolls) for rolls in rounds]
    best, _face = max(rounds[-1], key=lambda roll: roll[1])
    rolls = "; ".join(told)
    return _("Each rolled a die: {rolls}. {name} to begin.", rolls=rolls, name=names[best])


def prompt(state: GameState) -> str:
    """What to do, when nothing has happened that needs to be said."""
    n, name = state.dice_left, state.players[state.player]
    if state.phase == "kept":
        return ngettext("Roll the other die, or bank.", "Roll the other {n} dice, or bank.", n)
    if len(state.players) > 1:
        return ngettext(
            "{name}: roll the die to begin.", "{name}: roll the {n} dice to begin.", n, name=name
        )
    return ngettext("Roll the die to begin your turn.", "Roll the {n} dice to begin your turn.", n)


def next_player(state: GameState) -> str:
    """Whose turn it is, and what they may take over; empty for a player alone."""
    name = state.players[state.player]
    if state.offer is not None:
        return ngettext(
            "{name}: take over {points} points and roll the last die, or begin with all the dice.",
            "{name}: take over {points} points and roll {n} dice, or begin with all the dice.",
            state.offer.dice,
            name=name,
            points=number(state.offer.points),
        )
    if len(state.players) == 1:
        return ""
    if state.last_round is not None:
        return _("{name}: your last turn.", name=name)
    return _("{name}: your turn.", name=name)


def event(event: Event, rules: Rules, state: GameState, you: bool) -> str:
    """One event in words; empty when the screen shows it anyway.

    ``you``: whether it is told to the one person at the table.
    """
    name = state.players[event.player]
    n, target = abs(event.points), number(rules.target)
    match event.kind:
        case "roll" if you:
            return _("You rolled {dice}.", dice=listed(event.dice))
        case "roll":
            return _("{name} rolled {dice}.", name=name, dice=listed(event.dice))
        case "take_over":
            return ngettext(
                "{name} took over {n} point.", "{name} took over {n} points.", n, name=name
            )
        case "farkle" if n:
            return ngettext(
                "Farkle! Nothing scores, and the {n} point of this turn is lost.",
                "Farkle! Nothing scores, and the {n} points of this turn are lost.",
                n,
            )
        case "farkle":
            return _("Farkle! Nothing scores.")
        case "hot_dice":
            return {
                "may": _("Hot dice! Every die has scored, so you may roll all of them again."),
                "must": _("Hot dice! Every die has scored, so you must roll all of them again."),
                "ends": _("Hot dice! Every die has scored, and that ends the turn."),
            }[rules.hot_dice]
        case "bank" if you:
            return ngettext("You banked {n} point.", "You banked {n} points.", n)
        case "bank":
            return ngettext("{name} banked {n} point.", "{name} banked {n} points.", n, name=name)
        case "short":
            return ngettext(
                "The turn ends with {n} point: too few to bank, so it is lost.",
                "The turn ends with {n} points: too few to bank, so they are lost.",
                n,
            )
        case "penalty" | "disaster":
            return _punished(event.kind, name, n, rules, you)
        case "instant_win":
            return _("This roll wins the game at once.")
        case "guhlke":
            return _(
                "Nothing scores on a first roll, so roll all the dice again"
                " and take whatever they score."
            )
        case "welfare" if n:
            return ngettext(
                "That would pass {target}, which must be hit exactly. {name} got the {n} point.",
                "That would pass {target}, which must be hit exactly. {name} got the {n} points.",
                n,
                target=target,
                name=name,
            )
        case "welfare":
            return _(
                "That would pass {target}, which must be hit exactly. The points are lost.",
                target=target,
            )
        case "final_round" if state.last_round is not None and state.phase != "over":
            waiting = [state.players[p] for p in (state.player, *state.last_round)]
            return ngettext(
                "{name} has reached {target}. One more turn for {names}.",
                "{name} has reached {target}. One more turn each for {names}.",
                len(waiting),
                name=name,
                target=target,
                names=listed(waiting),
            )
    return ""


def _punished(kind: str, name: str, n: int, rules: Rules, you: bool) -> str:
    """Points taken from the banked score, by farkles in a row or by a disaster."""
    told = {"name": name, "points": number(n), "face": rules.disaster_face}
    if kind == "disaster" and you:
        return _(
            "Four or more dice show {face}! You lost all that you had banked: {points} points.",
            **told,
        )
    if kind == "disaster":
        return _(
            "Four or more dice show {face}! {name} lost all that was banked: {points} points.",
            **told,
        )
    in_a_row = rules.penalty_after or 0
    if you:
        return ngettext(
            "A farkle: you lost {points} points.",
            "{n} farkles in a row: you lost {points} points.",
            in_a_row,
            **told,
        )
    return ngettext(
        "A farkle: {name} lost {points} points.",
        "{n} farkles in a row: {name} lost {points} points.",
        in_a_row,
        **told,
    )


def ending(state: GameState, limit: int | None, you: bool) -> str:
    """How the game ended."""
    names = [state.players[p] for p in state.winners]
    score, turns = number(state.scores[state.winners[0]]), len(state.turns)
    if you and limit is None:
        return ngettext(
            "You reached {points} points in {n} turn. Well played!",
            "You reached {points} points in {n} turns. Well played!",
            turns,
            points=score,
        )
    if you:
        return ngettext(
            "You have {points} points after {n} turn. Well played!",
            "You have {points} points after {n} turns. Well played!",
            turns,
            points=score,
        )
    if len(names) > 1:
        return _("{names} share the win with {points} points.", names=listed(names), points=score)
    return _("{name} won with {points} points!", name=names[0], points=score)


def roll_button(n: int, total: int, fresh: bool) -> str:
    """The button that rolls `n` dice of `total`."""
    if fresh:
        return ngettext("Roll {n} die", "Roll {n} dice", n)
    if n == total:
        return ngettext("Roll the die again", "Roll all {n} dice again", n)
    return ngettext("Roll the other die", "Roll the other {n} dice", n)


def bank_button(n: int) -> str:
    """The button that banks `n` points."""
    return _("Bank {points}", points=number(n)) if n else _("Bank")


def take_over_button(n: int, dice_left: int) -> str:
    """The button that goes on with the turn of the player before."""
    return ngettext(
        "Take over {points} with {n} die",
        "Take over {points} with {n} dice",
        dice_left,
        points=number(n),
    )


def touch(rules: Rules, on_table: Sequence[int]) -> str:
    """How to go on after a roll."""
    if on_table:
        return _(
            "Touch the dice you want to keep. Each {face} may join the dice set aside ({dice}).",
            face=on_table[0],
            dice=side_by_side(on_table),
        )
    if rules.set_aside == "all":
        return _("Touch every die that scores.")
    return _("Touch the dice you want to keep.")


def keeping(kept: Sequence[int], n: int) -> str:
    """What the touched dice are worth."""
    return ngettext("Keep {dice}: {n} point.", "Keep {dice}: {n} points.", n, dice=listed(kept))


def risk(n: int, chance: Fraction) -> str:
    """The chance of a farkle with `n` dice: percentage and exact fraction."""
    return ngettext(
        "{percent} with {n} die ({fraction})",
        "{percent} with {n} dice ({fraction})",
        n,
        percent=percent(chance),
        fraction=chance,
    )


def turn_result(turn: TurnResult) -> str:
    """What a finished turn brought, in a small space."""
    ends = {
        # Translators: how a turn ended, in a narrow cell of the score sheet
        "farkle": _("farkle"),
        # Translators: too few points to bank, in a narrow cell of the score sheet
        "short": _("too few"),
        # Translators: all banked points lost, in a narrow cell of the score sheet
        "disaster": _("disaster"),
        # Translators: points beyond an exact target, in a narrow cell of the score sheet
        "welfare": _("too many"),
        # Translators: the game was won at once, in a narrow cell of the score sheet
        "win": _("won"),
    }
    end = ends.get(turn.end)
    if end is None:
        return number(turn.points)
    return f"{end} {number(turn.points)}" if turn.points else end


def turns_so_far(turns: Sequence[TurnResult]) -> str:
    """The line above the list of turns."""
    if not turns:
        return ""
    farkles = sum(turn.end == "farkle" for turn in turns)
    return _(
        "Turns: {turns}. Farkles: {farkles}.", turns=number(len(turns)), farkles=number(farkles)
    )


def mishap(problem: Exception) -> str:
    """A bug, which must not cost the player the game."""
    return _(
        "Something went wrong inside the game, and nothing was changed."
        " You can play on. ({problem})",
        problem=f"{type(problem).__name__}: {problem}",
    )


def summary(rules: Rules, state: GameState, limit: int | None) -> str:
    """The table in one line of text."""
    alone = len(state.players) == 1
    pairs = zip(state.players, state.scores, strict=True)
    scores = _(", ").join(f"{name} {number(n)}" for name, n in pairs)
    told: dict[str, Any] = {
        "scores": number(state.scores[0]) if alone else scores,
        "target": number(rules.target),
        "turn": number(len(state.turns)),
    }
    if limit is None:
        parts = [_("{scores} of {target} points after turn {turn}", **told)]
    else:
        turns = number(limit * len(state.players))
        parts = [_("{scores} points after turn {turn} of {turns}", **told, turns=turns)]
    if not alone and state.phase != "over":
        parts.append(_("{name} is to play", name=state.players[state.player]))
    return "; ".join([*parts, _now(state)])


def _now(state: GameState) -> str:
    at_stake, n = number(state.points), state.dice_left
    match state.phase:
        case "start":
            return ngettext("ready to roll {n} die", "ready to roll {n} dice", n)
        case "rolled":
            roll = " ".join(map(str, state.roll))
            return _("rolled {dice}, {points} points at stake", dice=roll, points=at_stake)
        case "kept":
            return ngettext(
                "{points} points at stake, {n} die left to roll",
                "{points} points at stake, {n} dice left to roll",
                n,
                points=at_stake,
            )
        case "guhlke":
            return ngettext(
                "ready to roll {n} die once more", "ready to roll {n} dice once more", n
            )
    return _("the game is over")


# -- computers ---------------------------------------------------------------------------


def computer(level: str) -> str:
    """The name of a player that the table moves."""
    return {
        "easy": _("Computer (easy)"),
        "medium": _("Computer (medium)"),
        "hard": _("Computer (hard)"),
    }[level]


def keeps(name: str, kept: Sequence[int], n: int) -> str:
    """What a computer set aside."""
    return ngettext(
        "{name} kept {dice}: {n} point.",
        "{name} kept {dice}: {n} points.",
        n,
        name=name,
        dice=listed(kept),
    )


# -- the coach ---------------------------------------------------------------------------


def side_by_side(kept: Iterable[int]) -> str:
    """Dice in a table."""
    return " ".join(map(str, kept))


def then(choice: Choice) -> str:
    """What follows a keep, in a table."""
    return _("bank") if choice.bank else rolls(choice.dice_left)


def rolls(n: int) -> str:
    """Rolling so many dice, in a table."""
    # Translators: roll so many dice, in a narrow cell of a table
    return ngettext("roll {n}", "roll {n}", n)


def average(value: float) -> str:
    """Expected points with one decimal."""
    return number(value, 1)


def part(chance: Fraction) -> str:
    """A chance as a factor: a fraction while it is handy, else a decimal."""
    return str(chance) if chance.denominator < 10_000 else number(float(chance), 4)


def why_fewer(few: Choice, few_risk: Fraction, most: Choice, most_risk: Fraction) -> str:
    """Why fewer dice are kept than could be."""
    return ngettext(
        "Keeping {few} instead of {many} gives up {points} points, and leaves {n} die to roll"
        " instead of {fewer}: a farkle in {risk} of all rolls instead of {more_risk}.",
        "Keeping {few} instead of {many} gives up {points} points, and leaves {n} dice to roll"
        " instead of {fewer}: a farkle in {risk} of all rolls instead of {more_risk}.",
        few.dice_left,
        few=listed(few.kept),
        many=listed(most.kept),
        points=number(most.points - few.points),
        fewer=most.dice_left,
        risk=percent(few_risk),
        more_risk=percent(most_risk),
    )


def why_roll(choice: Choice, risk: Fraction, value: float, farkle_value: float) -> str:
    """What rolling on is worth: the rolls that farkle, and all the others."""
    kept, n = listed(choice.kept), choice.dice_left
    if risk == 1:
        return ngettext(
            "Keep {dice} and roll {n} die: every roll is a farkle.",
            "Keep {dice} and roll {n} dice: every roll is a farkle.",
            n,
            dice=kept,
        )
    rest = 1 - risk
    others = (value - float(risk) * farkle_value) / float(rest)
    told = ngettext(
        "Keep {dice} and roll {n} die: {risk} of all rolls are farkles; after the others the turn"
        " brings {others} on average.",
        "Keep {dice} and roll {n} dice: {risk} of all rolls are farkles; after the others the turn"
        " brings {others} on average.",
        n,
        dice=kept,
        risk=part(risk),
        others=average(others),
    )
    sum_of = f"{part(rest)} × {average(others)}"
    if farkle_value:
        lost = f"{part(risk)} × {average(-farkle_value)}"
        sum_of = _("{sum} − {lost} (what a farkle costs later)", sum=sum_of, lost=lost)
    return f"{told} {sum_of} = {average(value)}."


def why_bank(choice: Choice, total: int, best: bool) -> str:
    """What banking is worth beside it."""
    told = {"dice": listed(choice.kept), "points": number(total)}
    if best:
        return _("Keep {dice} and bank: {points}, which is more.", **told)
    return _("Keep {dice} and bank: {points}, which is less.", **told)


def described(choice: Choice) -> str:
    """A choice in a sentence."""
    kept = listed(choice.kept)
    if choice.bank:
        return _("{dice}, then bank", dice=kept)
    return ngettext("{dice}, then roll {n}", "{dice}, then roll {n}", choice.dice_left, dice=kept)


def why_to_win(best: Choice, win: float, most: Choice, most_win: float) -> str:
    """Why the choice that wins most often is not the one with the most points."""
    return _(
        "To win, {best} is better: it wins {win} of such games, and {other}, which brings the most"
        " points, {other_win}.",
        best=described(best),
        win=percent(win, 2),
        other=described(most),
        other_win=percent(most_win, 2),
    )


def cost(made: Choice, value: float, best: Choice, best_value: float) -> str:
    """What a choice cost in points, beside the best one."""
    if made == best or average(value) == average(best_value):
        return _(
            "Your choice ({choice}) was the best for points: {points} on average.",
            choice=described(made),
            points=average(best_value),
        )
    return _(
        "Your choice ({choice}) brings {points} on average; the best ({best}) brings"
        " {best_points}. It cost {cost} points.",
        choice=described(made),
        points=average(value),
        best=described(best),
        best_points=average(best_value),
        cost=average(best_value - value),
    )


def win_cost(win: float, best: Choice, best_win: float) -> str:
    """What a choice cost in the chance to win, beside the best one."""
    if percent(win, 2) == percent(best_win, 2):
        return _("No other choice wins more often: {win} of such games.", win=percent(win, 2))
    return _(
        "It wins {win} of such games; the best for winning ({best}) wins {best_win}. It cost {cost}"
        " percentage points.",
        win=percent(win, 2),
        best=described(best),
        best_win=percent(best_win, 2),
        cost=number(100 * (best_win - win), 2),
    )


def take_over_or_not(offered: float, fresh: float) -> str:
    """The better way to begin a turn that could go on with somebody else's."""
    told = {"offered": average(offered), "fresh": average(fresh)}
    if offered > fresh:
        return _(
            "Take over: that turn brings {offered} points on average, a fresh one {fresh}.", **told
        )
    return _(
        "Begin with all the dice: a fresh turn brings {fresh} points on average, the one to take"
        " over {offered}.",
        **told,
    )


def computer_takes_over(name: str, offered: float, fresh: float) -> str:
    """Why a computer took over a turn, or did not."""
    told = {"name": name, "offered": average(offered), "fresh": average(fresh)}
    if offered > fresh:
        return _(
            "{name} takes over: that brings {offered} points on average, a fresh turn {fresh}.",
            **told,
        )
    return _(
        "{name} begins with all the dice: that brings {fresh} points on average, taking over"
        " {offered}.",
        **told,
    )
