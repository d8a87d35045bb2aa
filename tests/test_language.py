"""The words on the screen in every language."""

from __future__ import annotations

import subprocess
import sys

import pytest
from babel import Locale
from babel.numbers import format_decimal, format_percent

from farkle_edu import language, set_language
from farkle_edu.language import LANGUAGES, chosen, ngettext, number, percent, spoken, using


@pytest.fixture(autouse=True)
def _no_language_chosen(monkeypatch):
    monkeypatch.setattr(language, "_notebook", None)
    monkeypatch.delenv(language.VARIABLE, raising=False)


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_are_written_as_the_unicode_cldr_has_it(code):
    with using(code):
        for value in (0, 1, 999, 10_000, 1_234_567):
            assert number(value) == format_decimal(value, locale=code)
        assert number(12345.6, 1) == format_decimal(12345.6, locale=code)
        pattern = Locale(code).percent_formats[None].pattern.replace("#,##0", "0.0")
        for chance in (0, 5 / 216, 0.157, 1):
            assert percent(chance) == format_percent(chance, pattern, code)
        assert number(-1) == "−1"
        assert number(-0.04, 1) == number(0, 1)


def test_a_spanish_thousand_stands_together():
    with using("es"):
        assert number(1234) == "1234"


def test_the_nearest_choice_of_a_language_counts(monkeypatch):
    assert chosen() == "en"
    monkeypatch.setenv(language.VARIABLE, "ja")
    assert chosen() == "ja"
    set_language("de")
    assert chosen() == "de"
    with using("fr"):
        assert chosen() == "fr"
        with using(None):
            assert chosen() == "fr"
        assert chosen("cs") == "cs"
    assert chosen() == "de"


def test_an_object_speaks_its_own_language():
    class Speaker:
        language = "de"

        @spoken
        def say(self):
            """Say it."""
            return number(0.5, 1)

    assert Speaker().say() == "0,5"
    assert Speaker.say.__doc__ == "Say it."
    assert number(0.5, 1) == "0.5"


@pytest.mark.parametrize("code", ["xx", "EN", "../de", ""])
def test_an_unknown_language_is_named(code):
    with pytest.raises(ValueError, match=f"unknown language '{code}'; known are cs, de, en, es"):
        set_language(code)
    assert chosen() == "en"


def test_counts_choose_the_form():
    assert ngettext("{n} die", "{n} dice", 1) == "1 die"
    assert ngettext("{n} die", "{n} dice", 1000) == "1,000 dice"
    assert ngettext("{who} has {n} die", "{who} has {n} dice", 2, who="{n}") == "{n} has 2 dice"


def test_the_environment_speaks_to_a_new_python():
    code = "from farkle_edu.language import number; print(number(1.5, 1))"
    for name, text in {"it": "1,5", "": "1.5"}.items():
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={language.VARIABLE: name},
        )
        assert done.stdout.strip() == text
