"""How tests play at a table, without a page."""

from __future__ import annotations

FIRST_ROLL = (1, 6, 5, 2, 3, 3)  # of seed 1


def button(table, act):
    return next(b for b in table._view["buttons"] if b["act"] == act)


def touch(widget, **content):
    """A message as the page sends it."""
    content = {"kept": list(widget.kept), "rolls": widget.rolls, "heard": widget.heard} | content
    widget._handle_custom_msg(content, [])


def play(table, actions=10_000):
    """Play without much thought to the end, for 40 turns or so many actions; return all said."""
    said = []
    for _ in range(actions):
        state = table.game.state
        if table._view["over"] or len(state.turns) == 40:
            break
        if state.phase == "rolled":
            wanted = list(max((a.dice for a in state.legal_actions), key=len))
            table.kept = [
                i for i, face in enumerate(table.faces[: len(state.roll)]) if take(wanted, face)
            ]
            said.append(table._view["hint"]["text"])
            ready = button(table, "bank")["ready"]
            table.act("bank" if ready and state.points >= 200 else "roll")
        else:
            table.act("roll")
        said.append(table._view["message"]["text"])
    return said


def take(wanted, face):
    if face not in wanted:
        return False
    wanted.remove(face)
    return True


def banked(table, name, player):
    """Play on as `play` does until this player has just banked."""
    while not any(e.kind == "bank" and e.player == player for e in table.game.state.events):
        play(table, actions=1)
        assert table.game.state.phase != "over"
    assert table.game.players[player] == name


def watch(table, steps=10_000):
    """Press Next until the game is over or a person is to play; return what was said."""
    said = []
    for _ in range(steps):
        if not any(b["act"] == "next" for b in table._view["buttons"]):
            break
        table.act("next")
        said.append(table._view["message"]["text"])
    return said
