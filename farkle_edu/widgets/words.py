"""Every word that a widget puts on the screen, in one place for translators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from farkle_edu.game import Event, GameState, TurnResult
from farkle_edu.rules import Rules
from farkle_edu.turn import Choice

DICE = "Dice"
DIE = {
    "die": "die {number} of {total}: {face}",
    "faces": ["not rolled yet", "one", "two", "three", "four", "five", "six"],
    "kept": ", kept",
    "locked": ", set aside",
}

YOU = "You"
THIS_TURN = "This turn"
NOW = "playing now"
BANKED = "Banked"
UNDO = "Undo"
NOTHING_TO_UNDO = "only what came after the last roll can be undone"
NO_TAKEOVER = "there is no turn to take over"
NEW_GAME = "New game"
NEW_GAME_SURE = "Really give up this game?"
RISK = "Risk of a farkle on the next roll"
CHOOSE_FIRST = "touch the dice you want to keep first"
ROLL_FIRST = "roll the dice first"
ALREADY_OVER = "the game is over: start a new one"
SILENT = "Python does not answer. Run this cell again to play on."
RESTORED = "Your saved game goes on here."
TURN_ENDS = "keeping these dice ends the turn"


def number(points: int) -> str:
    """Points as people write them."""
    return f"{points:,}".replace("-", "−")


def points(n: int) -> str:
    """A number of points with its noun."""
    return f"{number(n)} point{'' if n == 1 else 's'}"


def dice(n: int) -> str:
    """A number of dice with its noun."""
    return f"{n} {'die' if n == 1 else 'dice'}"


def listed(items: Iterable[object]) -> str:
    """Items as a list in a sentence.

    >>> listed([1, 5, 5])
    '1, 5 and 5'
    """
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


def sentence(text: str) -> str:
    """A reason, as the game gives it, as a sentence; nothing stays nothing."""
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def turns(n: int) -> str:
    """A number of turns with its noun."""
    return f"{n} turn{'' if n == 1 else 's'}"


def aim(rules: Rules, limit: int | None) -> str:
    """What the players are playing for, and what it takes to bank."""
    first = f"First to {points(rules.target)}"
    if limit is not None:
        first = f"The most points in {turns(limit)}"
    if rules.minimum_bank:
        return f"{first}, at least {number(rules.minimum_bank)} in a turn"
    if rules.opening:
        return f"{first}, {number(rules.opening)} in a turn to open"
    return first


def title(rules: Rules) -> str:
    """What stands above the table."""
    return f"Farkle: {rules.title or rules.name}"


def table(rules: Rules) -> str:
    """What a screen reader calls the table."""
    return f"Farkle table: {rules.title or rules.name}"


def of_target(rules: Rules) -> str:
    """What stands behind the banked score of a player on their own."""
    return f" of {number(rules.target)}"


def in_turn(n: int, limit: int) -> str:
    """What stands behind the banked score when the turns are counted."""
    return f" in turn {n} of {limit}"


def added(n: int) -> str:
    """Points that the dice being touched would add; empty for none."""
    return f" + {number(n)}" if n else ""


def order(names: Sequence[str], rounds: Sequence[Sequence[tuple[int, int]]]) -> str:
    """Who rolled what for the first turn; empty for a player alone.

    >>> order(["Ann", "Ben"], [[(0, 4), (1, 4)], [(0, 2), (1, 6)]])
    'Ann rolled 4, Ben 4. Ann rolled 2, Ben 6. Ben begins.'
    """
    if not rounds:
        return ""
    told = []
    for rolls in rounds:
        (first, face), *others = rolls
        more = "".join(f", {names[seat]} {face}" for seat, face in others)
        told.append(f"{names[first]} rolled {face}{more}.")
    best, _ = max(rounds[-1], key=lambda roll: roll[1])
    return f"{' '.join(told)} {names[best]} begins."


def prompt(state: GameState) -> str:
    """What to do, when nothing has happened that needs to be said."""
    if state.phase == "kept":
        return f"Roll the other {dice(state.dice_left)}, or bank."
    if len(state.players) > 1:
        return f"{state.players[state.player]}: roll the {dice(state.dice_left)} to begin."
    return f"Roll the {dice(state.dice_left)} to begin your turn."


def next_player(state: GameState) -> str:
    """Whose turn it is, and what they may take over; empty for a player alone."""
    name = state.players[state.player]
    if state.offer is not None:
        return (
            f"{name}: take over the {points(state.offer.points)} and roll"
            f" {dice(state.offer.dice)}, or begin with all the dice."
        )
    if len(state.players) == 1:
        return ""
    if state.last_round is not None:
        return f"{name}: your last turn."
    return f"{name}: your turn."


def event(event: Event, rules: Rules, state: GameState) -> str:
    """One event in words; empty when the screen shows it anyway."""
    who = state.players[event.player]
    match event.kind:
        case "roll":
            return f"{who} rolled {listed(event.dice)}."
        case "take_over":
            return f"{who} took over {points(event.points)}."
        case "farkle" if event.points:
            return f"Farkle! Nothing scores, and the {points(event.points)} of this turn are lost."
        case "farkle":
            return "Farkle! Nothing scores."
        case "hot_dice":
            return (
                "Hot dice! Every die has scored"
                + {
                    "may": ", so you may roll all of them again.",
                    "must": ", so you must roll all of them again.",
                    "ends": ", and that ends the turn.",
                }[rules.hot_dice]
            )
        case "bank":
            return f"{who} banked {points(event.points)}."
        case "short":
            return f"The turn ends with {points(event.points)}: too few to bank, so they are lost."
        case "penalty":
            lost = points(-event.points)
            return f"Farkle number {rules.penalty_after} in a row: {who} lost {lost}."
        case "disaster":
            lost = points(-event.points)
            return f"Four or more {rules.disaster_face}s! {who} lost all that was banked: {lost}."
        case "instant_win":
            return "This roll wins the game at once."
        case "guhlke":
            return (
                "Nothing scores on a first roll, so roll all the dice again"
                " and take whatever they score."
            )
        case "welfare" if event.points:
            return (
                f"That would pass {number(rules.target)}, which must be hit exactly."
                f" {who} got the {points(event.points)}."
            )
        case "welfare":
            return (
                f"That would pass {number(rules.target)}, which must be hit exactly."
                " The points are lost."
            )
        case "final_round" if state.last_round is not None and state.phase != "over":
            waiting = [state.players[p] for p in (state.player, *state.last_round)]
            one = "one more turn" if len(waiting) == 1 else "one more turn each"
            return f"{who} has reached {number(rules.target)}. {listed(waiting)}: {one}."
    return ""


def ending(state: GameState) -> str:
    """How the game ended."""
    names = [state.players[p] for p in state.winners]
    score = points(state.scores[state.winners[0]])
    if len(state.players) == 1:
        return f"You finish with {score} after {turns(len(state.turns))}. Well played!"
    if len(names) > 1:
        return f"{listed(names)} share the win with {score}."
    return f"{names[0]} won with {score}!"


def roll_button(n: int, total: int, fresh: bool) -> str:
    """The button that rolls `n` dice of `total`."""
    if fresh:
        return f"Roll {dice(n)}"
    return f"Roll all {dice(n)} again" if n == total else f"Roll the other {dice(n)}"


def bank_button(n: int) -> str:
    """The button that banks `n` points."""
    return f"Bank {number(n)}" if n else "Bank"


ROLL = "Roll on"


def touch(rules: Rules) -> str:
    """How to go on after a roll."""
    if rules.set_aside == "all":
        return "Touch every die that scores."
    return "Touch the dice you want to keep."


def keeping(kept: Sequence[int], n: int) -> str:
    """What the touched dice are worth."""
    return f"Keep {listed(kept)}: {points(n)}."


def not_yet(reason: str) -> str:
    """A refusal while the player may be on the way to something legal."""
    return f"Not yet: {reason}."


def cannot_bank(reason: str) -> str:
    """Why these dice cannot be banked, though they can be kept."""
    return f"No bank yet: {reason}."


def risk(n: int, chance: Fraction) -> str:
    """The chance of a farkle with `n` dice: percentage and exact fraction."""
    return f"{float(chance):.1%} with {dice(n)} ({chance})"


RISK_CHOOSE = "Touch the dice you would keep, and see."
RISK_OVER = "No roll is left."


def turn_number(n: int) -> str:
    """The name of a turn in the list."""
    return f"Turn {n}"


def turn_result(turn: TurnResult) -> str:
    """What a finished turn brought."""
    ends = {
        "farkle": "farkle",
        "short": "too few",
        "disaster": "disaster",
        "welfare": "too many",
        "win": "won",
    }
    return ends.get(turn.end) or number(turn.points)


SHEET = "Score sheet"
TURN = "Turn"
TOTAL = "Banked"


def take_over_button(n: int, dice_left: int) -> str:
    """The button that goes on with the turn of the player before."""
    return f"Take over {number(n)} with {dice(dice_left)}"


def turns_so_far(turns: Sequence[TurnResult]) -> str:
    """The line above the list of turns."""
    farkles = sum(turn.end == "farkle" for turn in turns)
    return f"Turns: {len(turns)}. Farkles: {farkles}." if turns else ""


def damaged(name: str, kept: str) -> str:
    """A saved game that could not be read."""
    return f"{name} could not be read as a saved game. It is kept as {kept}, and a new game begins."


def other_game(name: str, kept: str) -> str:
    """A saved game that belongs to another table."""
    return (
        f"{name} held a game with other rules or players."
        f" It is kept as {kept}, and a new game begins."
    )


def unsaved(name: str, problem: OSError) -> str:
    """A game that goes on although it could not be saved."""
    return f"The game goes on, but {name} could not be written: {problem.strerror or problem}."


def mishap(problem: Exception) -> str:
    """A bug, which must not cost the player the game."""
    return (
        "Something went wrong inside the game, and nothing was changed."
        f" You can play on. ({type(problem).__name__}: {problem})"
    )


def summary(rules: Rules, state: GameState, limit: int | None) -> str:
    """The table in one line of text."""
    if len(state.players) == 1:
        score, players = number(state.scores[0]), ""
    else:
        pairs = zip(state.players, state.scores, strict=True)
        score = ", ".join(f"{name} {number(n)}" for name, n in pairs)
        players = "" if state.phase == "over" else f"{state.players[state.player]} "
    score += f" of {points(rules.target)}" if limit is None else " points"
    score += f" after turn {len(state.turns)}"
    if limit is not None:
        score += f" of {limit * len(state.players)}"
    now = {
        "start": f"ready to roll {dice(state.dice_left)}",
        "rolled": f"rolled {' '.join(map(str, state.roll))}, {points(state.points)} at stake",
        "kept": f"{points(state.points)} at stake, {dice(state.dice_left)} left to roll",
        "guhlke": f"ready to roll {dice(state.dice_left)} once more",
        "over": "the game is over",
    }[state.phase]
    return f"{score}; {players}{now}"


def computer(level: str) -> str:
    """The name of a player that the table moves."""
    return f"Computer ({level})"


NEXT = "Next"
YOUR_TURN = "it is a person's turn"
COMPUTER_PLAYS = "the computer is playing: press Next"


def next_move(name: str) -> str:
    """How to see what the computer does."""
    return f"{name} is playing: press Next."


def keeps(name: str, kept: Sequence[int], n: int) -> str:
    """What a computer set aside."""
    return f"{name} kept {listed(kept)}: {points(n)}."


def thinking(name: str) -> str:
    """While the best plan is being made for a computer."""
    return f"{name} is thinking …"


def strategy_failed(name: str, problem: Exception) -> str:
    """A bug in somebody's strategy, which must not end the game."""
    return f"A plain choice was made for {name}: {problem}."


COACH = "Coach"
COACH_THINKS = "The coach is working out the best plan …"
COACH_WAITS = "Roll, and the coach compares your choices."
COACH_HEAD = ["Keep", "Points", "Then", "Farkle", "Brings"]
WHY_ENDS = "These dice end the turn."
WHY_NO_BANK = "You may not bank yet."


def faces(kept: Sequence[int]) -> str:
    """Dice in a table."""
    return " ".join(map(str, kept))


def then(choice: Choice) -> str:
    """What follows a keep, in a table."""
    return "bank" if choice.bank else f"roll {choice.dice_left}"


def percent(chance: Fraction) -> str:
    """A chance with one decimal."""
    return f"{float(chance):.1%}"


def average(value: float) -> str:
    """Expected points with one decimal."""
    return f"{value:,.1f}".replace("-", "−")


def part(chance: Fraction) -> str:
    """A chance as a factor: a fraction while it is handy, else a decimal."""
    return str(chance) if chance.denominator < 10_000 else f"{float(chance):.4f}"


def why_fewer(few: Choice, few_risk: Fraction, most: Choice, most_risk: Fraction) -> str:
    """Why fewer dice are kept than could be."""
    return (
        f"Keeping {listed(few.kept)} instead of {listed(most.kept)} gives up"
        f" {points(most.points - few.points)}, and leaves {dice(few.dice_left)} to roll instead of"
        f" {most.dice_left}: a farkle in {percent(few_risk)} of all rolls instead of"
        f" {percent(most_risk)}."
    )


def why_roll(choice: Choice, risk: Fraction, value: float, farkle_value: float) -> str:
    """What rolling on is worth: the rolls that farkle, and all the others."""
    start = f"Keep {listed(choice.kept)} and roll {dice(choice.dice_left)}:"
    if risk == 1:
        return f"{start} every roll is a farkle."
    rest = 1 - risk
    others = (value - float(risk) * farkle_value) / float(rest)
    told = (
        f"{start} {part(risk)} of all rolls are farkles; after the others the turn brings"
        f" {average(others)} on average. {part(rest)} × {average(others)}"
    )
    if farkle_value:
        told += f" − {part(risk)} × {average(-farkle_value)} (what a farkle costs later)"
    return f"{told} = {average(value)}."


def why_bank(choice: Choice, total: int, best: bool) -> str:
    """What banking is worth beside it."""
    more = "more" if best else "less"
    return f"Keep {listed(choice.kept)} and bank: {number(total)}, which is {more}."


def described(choice: Choice) -> str:
    """A choice in a sentence."""
    return f"{listed(choice.kept)}, then {then(choice)}"


def cost(made: Choice, value: float, best: Choice, best_value: float) -> str:
    """What a choice cost, beside the best one."""
    if made == best or average(value) == average(best_value):
        return f"Your choice ({described(made)}) was the best: {average(best_value)} on average."
    return (
        f"Your choice ({described(made)}) brings {average(value)} on average; the best"
        f" ({described(best)}) brings {average(best_value)}."
        f" It cost {average(best_value - value)} points."
    )
