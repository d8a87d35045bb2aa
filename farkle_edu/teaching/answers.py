"""Reading what somebody typed as an answer, safely: nothing typed is ever evaluated."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Number, Rational
from typing import Any

DIGITS_WANTED = 3
# Floating point may lose this much of an exact calculation; no typed decimal is this precise.
_ROUNDING = Fraction(1, 10**9)
# Beyond this size comparing would take longer than a student waits.
_MOST_BITS = 4096

_DECIMAL = re.compile(r"[+-]?(\d{1,30}([.,]\d{0,30})?|[.,]\d{1,30})(e[+-]?\d{1,2})?", re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d{1,30})?", re.ASCII)
_FRACTION = re.compile(r"([+-]?\d{1,30}) ?/ ?(\d{1,30})", re.ASCII)
_PERCENT = re.compile(r" ?(%|percent|per cent)$")


class UnreadableError(ValueError):
    """What was typed is not an answer of the kind asked for; the message says what to type."""


@dataclass(frozen=True)
class Reading:
    """A number as typed.

    ``step`` is the worth of the last digit typed (0.01 in 0.25), or None where the number is
    meant exactly; ``digits`` counts significant digits.
    """

    value: Fraction
    step: Fraction | None = None
    digits: int = 0

    @property
    def precise(self) -> bool:
        """Whether enough digits were given to tell the answer from its neighbours."""
        return self.step is None or self.digits >= DIGITS_WANTED

    def agrees(self, exact: Fraction) -> bool:
        """Whether this is ``exact``, or ``exact`` correctly rounded or cut off."""
        gap = abs(exact - self.value)
        if gap <= abs(exact) * _ROUNDING:
            return True
        if self.step is None or self.digits == 0:
            return False
        cut_off = abs(self.value) < abs(exact) and exact * self.value > 0 and gap < self.step
        return cut_off or 2 * gap <= self.step


def plain_text(typed: object) -> str | None:
    """Text as plain str, or None: an object may lie about its class, and a subclass about all."""
    return str.__str__(typed) if issubclass(type(typed), str) else None


def blank(typed: object) -> bool:
    """Whether nothing has been answered yet: ``...``, or an empty or dotted text."""
    text = plain_text(typed)
    return typed is ... or (text is not None and text.strip() in ("", "...", "…"))


def read_number(typed: Any) -> list[Reading]:
    """What the typed thing can mean as a number; "1,296" can mean two. Raise UnreadableError."""
    try:
        readings = _read(typed)
    except UnreadableError:
        raise
    # Anything at all can be typed, and a strange object may fail in a strange way.
    except Exception:
        readings = []
    if not readings:
        raise UnreadableError(_why_not(typed))
    return readings


def as_text(typed: object) -> str:
    """What was typed, as a text that is read as the same answer. Raise UnreadableError."""
    if (text := plain_text(typed)) is not None:
        return text
    reading = read_number(typed)[0]
    if reading.step is None or reading.step == 1:
        return str(reading.value)
    places = len(str(reading.step.denominator)) - 1
    return f"{Decimal(reading.value.numerator) / reading.value.denominator:.{places}f}"


def _read(typed: Any) -> list[Reading]:
    if (text := plain_text(typed)) is not None:
        return _from_text(text)
    if isinstance(typed, bool):
        return []
    if isinstance(typed, Decimal):
        return [_from_decimal(typed)]
    # A sympy object can only come from a sympy that is loaded already.
    sympy = sys.modules.get("sympy")
    if sympy is not None and isinstance(typed, sympy.Basic):
        if isinstance(typed, sympy.Rational):
            return _sized(int(typed.p), int(typed.q))
        if getattr(typed, "free_symbols", None):
            raise UnreadableError("There is still a symbol in this expression: put its value in.")
        if not getattr(typed, "is_comparable", False):
            return []
        typed = float(typed)
    if isinstance(typed, Rational):
        return _sized(int(typed.numerator), int(typed.denominator))
    if isinstance(typed, Number) and not isinstance(typed, complex):
        # str() of a float shows the fewest digits that mean it, so 0.444 keeps its three.
        return [_from_decimal(Decimal(str(typed)))]
    return []


def _sized(numerator: int, denominator: int) -> list[Reading]:
    if max(numerator.bit_length(), denominator.bit_length()) > _MOST_BITS:
        raise UnreadableError("This number is far too large to be meant.")
    if denominator == 1 and abs(numerator) >= 10 ** (DIGITS_WANTED - 1):
        return [Reading(Fraction(numerator), Fraction(1), len(str(abs(numerator))))]
    return [Reading(Fraction(numerator, denominator))]


def _from_decimal(number: Decimal) -> Reading:
    if not number.is_finite():
        raise UnreadableError("This is not a finite number.")
    _, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int) or abs(exponent) > 400:
        raise UnreadableError("This number is far too large or too small to be meant.")
    if exponent >= 0:
        return _sized(int(number), 1)[0]
    return Reading(Fraction(number), Fraction(10) ** exponent, len(digits) if number else 0)


def _from_text(text: str) -> list[Reading]:
    if len(text) > 80:
        return []
    text = " ".join(text.replace("−", "-").lower().split())
    if fraction := _FRACTION.fullmatch(text):
        if int(fraction[2]) == 0:
            raise UnreadableError("This fraction divides by zero.")
        return [Reading(Fraction(int(fraction[1]), int(fraction[2])))]
    plain = _PERCENT.sub("", text)
    readings = []
    if _DECIMAL.fullmatch(plain):
        readings.append(_from_decimal(Decimal(plain.replace(",", "."))))
    if _GROUPED.fullmatch(plain):
        readings.append(_from_decimal(Decimal(plain.replace(",", ""))))
    return [_hundredth(reading) for reading in readings] if plain != text else readings


def _hundredth(percent: Reading) -> Reading:
    step = None if percent.step is None else percent.step / 100
    # "44 %" is a rounded number even though 44 alone would be meant exactly.
    if step is None and percent.value.denominator == 1 and percent.value:
        return Reading(percent.value / 100, Fraction(1, 100), len(str(abs(percent.value))))
    return Reading(percent.value / 100, step, percent.digits)


def _why_not(typed: object) -> str:
    how = 'Type a number such as 3/8, 0.375 or "37.5%".'
    if (text := plain_text(typed)) is not None:
        unquoted = "Without the quotes, Python works it out. " if set("*(+") & set(text) else ""
        return f"I cannot read this text as a number. {unquoted}{how}"
    if callable(typed):
        return f"This is a function, not its result: call it with brackets. {how}"
    return f"I cannot read this {type(typed).__name__} as a number. {how}"


def read_choice(typed: object, letters: str) -> str:
    """The letter chosen, from "b", "B" or "(b)". Raise UnreadableError."""
    letter = (plain_text(typed) or "").strip(" ()[].'\"").lower()
    if len(letter) != 1 or letter not in letters:
        shown = ", ".join(f'"{known}"' for known in letters[:-1]) + f' or "{letters[-1]}"'
        raise UnreadableError(f"Answer with one letter in quotes: {shown}.")
    return letter


def read_text(typed: object) -> str:
    """What was written in words. Raise UnreadableError."""
    if (text := plain_text(typed)) is None:
        raise UnreadableError('Write your answer in words, between quotes: "..."')
    return text
