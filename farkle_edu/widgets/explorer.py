"""What the explorers share: the rules to choose from, and ticks of an axis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor, log10
from pathlib import Path
from typing import Any

from farkle_edu.language import _, number, percent
from farkle_edu.rules import Rules, as_rules, load_rules, rule_names, title_of
from farkle_edu.widgets.panel import Panel, Part, axis, select

OWN = "own"
#: a fraction whose parts have more digits than this is told as a percentage only
SHORT = 5


def steps(low: float, high: float, about: int = 6) -> Iterator[float]:
    """Round numbers from low to high, about so many: the places of ticks."""
    rough = max(high - low, 1e-9) / about
    power = 10.0 ** floor(log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.999)
    place = -(-low // step) * step
    while place <= high + step / 1000:
        yield round(place, 10)
        place += step


def ticks(low: float, high: float, about: int = 6) -> list[tuple[float, str]]:
    """Ticks at round numbers, written as the language does."""
    return [(value, number(value)) for value in steps(low, high, about)]


def per_cent_ticks(high: float, about: int = 4) -> list[tuple[float, str]]:
    """Ticks of a chance axis from 0 to ``high``, in per cent without the sign."""
    places = list(steps(0, 100 * high, about))
    decimals = 0 if all(place == round(place) for place in places) else 1
    return [(place / 100, number(place, decimals)) for place in places]


def fraction(chance: Fraction) -> str:
    """A chance as a fraction where that is short, else nothing."""
    return str(chance) if len(str(chance.denominator)) <= SHORT else ""


def chance_text(chance: Fraction) -> str:
    """A chance in per cent, with more digits where fewer would make it nothing."""
    if 0 < chance < Fraction(1, 200_000):
        return f"<{percent(0.00001, 3)}"
    return percent(chance, 1 if chance == 0 or chance >= Fraction(1, 2000) else 3)


def dice_axis(dice: int, beside: float = 0.5) -> dict[str, Any]:
    """An axis with the numbers of dice, and so much room beside the first and the last."""
    numbers = [(n, str(n)) for n in range(1, dice + 1)]
    return axis(1 - beside, dice + beside, numbers, _("dice rolled"))


class Explorer(Panel):
    """A panel about rules that can be changed on it."""

    def __init__(self, rules: Rules | str | Path, language: str | None) -> None:
        super().__init__(language)
        given = as_rules(rules)
        known = {name: load_rules(name) for name in rule_names()}
        self._key = next((name for name, named in known.items() if named == given), OWN)
        self._known = known if self._key != OWN else {OWN: given, **known}

    @property
    def rules(self) -> Rules:
        """The rules on the panel now."""
        return self._known[self._key]

    def _rules_control(self, fits: Callable[[Rules], bool] = lambda rules: True) -> Part:
        titles = {key: title_of(rules) for key, rules in self._known.items() if fits(rules)}
        return select("rules", _("Rules"), self._key, titles)

    def _use(self, name: str, value: Any) -> None:
        if name == "rules":
            self._key = value
