"""What the explorers share: the rules to choose from, ticks of an axis, work in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future
from fractions import Fraction
from functools import partial
from math import floor, log10
from pathlib import Path
from typing import Any

from farkle_edu.language import _, number, percent
from farkle_edu.rules import Rules, as_rules, load_rules, rule_names, title_of
from farkle_edu.widgets.panel import Panel, Part, select

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


class Later:
    """Results that take seconds, made while the notebook goes on answering, and kept.

    One is made at a time, so that the page stays quick; one that was asked for meanwhile begins
    when it is asked for again. ``ready`` is called when one is there. Where no event loop runs,
    as in a script, a result is made at once.
    """

    def __init__(self, ready: Callable[[], None]) -> None:
        self._ready = ready
        self._done: dict[Hashable, Any] = {}
        self._making: asyncio.Future[Any] | None = None

    def get(self, key: Hashable, work: Callable[[], Any]) -> Any:
        """What ``work`` gives, or None while it is not there; what it raises is raised here."""
        if key not in self._done:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                made: Future[Any] = Future()
                made.set_result(work())
                self._done[key] = made
            else:
                if self._making is None:
                    self._making = loop.run_in_executor(None, work)
                    self._making.add_done_callback(partial(self._finish, key))
                return None
        return self._done[key].result()

    def _finish(self, key: Hashable, made: asyncio.Future[Any]) -> None:
        self._done[key] = made
        self._making = None
        self._ready()
