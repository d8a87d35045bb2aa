"""The words on the screen in every language."""

from __future__ import annotations

import io
import re
import string
import subprocess
import sys
from functools import cache

import pytest
from babel import Locale
from babel.messages.mofile import read_mo
from babel.numbers import format_decimal, format_percent

from farkle_edu import FarkleTable, language, set_language
from farkle_edu.language import LANGUAGES, chosen, ngettext, number, percent, spoken, using
from tools.messages import TRANSLATIONS, in_the_code, missing, po_file, read


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


# -- the catalogues ------------------------------------------------------------------------

words_of_the_code = cache(in_the_code)


def forms(message):
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def originals(message):
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def places(text):
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name}


def test_every_language_but_english_has_a_catalogue():
    folders = {path.name for path in language.FOLDER.iterdir()}
    assert folders == {*TRANSLATIONS} == {*LANGUAGES} - {"en"}


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_every_word_is_translated_and_no_translation_is_left_over(code):
    catalog = read(code)
    assert missing(catalog) == []
    assert not [message.id for message in catalog if message.id and message.fuzzy]
    assert not catalog.obsolete
    wanted = {message.id for message in words_of_the_code() if message.id}
    assert {message.id for message in catalog if message.id} == wanted, "run `make messages`"


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_translations_have_the_places_of_the_original(code):
    """The form for one thing may leave out what it says in words, such as the number 1."""
    for message in read(code):
        if not message.id:
            continue
        first, *_rest, last = originals(message)[0], originals(message)[-1]
        told = forms(message)
        for text in told:
            assert places(text) <= places(first) | places(last), (message.id, text)
        for text in told[1:] or told:
            assert places(text) == places(last), (message.id, text)
        if len(told) > 1:
            assert places(told[0]) | {"n"} >= places(first), (message.id, told[0])


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_translations_end_and_are_spaced_as_the_original(code):
    ends = ".:?!…"
    ends += "。：？！"
    for message in read(code):
        for text in forms(message) if message.id else ():
            original = originals(message)[-1]
            assert (original[-1] in ends) == (text[-1] in ends), (original, text)
            if original != ", ":
                assert text == text.strip(), text
            assert "  " not in text, text


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_what_is_compiled_is_what_is_written(code):
    written = read(code)
    compiled = read_mo(io.BytesIO(po_file(code).with_suffix(".mo").read_bytes()))
    assert compiled.plural_expr == written.plural_expr

    def told(catalog):
        return {originals(m)[0]: forms(m) for m in catalog if m.id}

    assert told(compiled) == told(written), "run `make messages`"


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_no_translation_has_markup_or_a_letter_of_another_alphabet(code):
    latin = re.compile(r"[\u0400-\u04ff\u0370-\u03bf\u0600-\u06ff\uac00-\ud7af]")
    japanese = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
    for message in read(code):
        for text in forms(message) if message.id else ():
            assert "<" not in text
            assert not latin.search(text), text
            assert code == "ja" or not japanese.search(text), text


@pytest.mark.parametrize(
    ("code", "counts"),
    [
        ("cs", {1: "1 kostka", 3: "3 kostky", 5: "5 kostek"}),
        ("de", {1: "1 Würfel", 5: "5 Würfel"}),
        ("es", {1: "1 dado", 5: "5 dados"}),
        ("fr", {0: "0 dé", 1: "1 dé", 5: "5 dés"}),
        ("it", {1: "1 dado", 5: "5 dadi"}),
        ("ja", {1: "サイコロ1個", 5: "サイコロ5個"}),
        ("nl", {1: "1 dobbelsteen", 5: "5 dobbelstenen"}),
    ],
)
def test_counts_have_the_forms_of_the_language(code, counts):
    with using(code):
        assert {n: ngettext("{n} die", "{n} dice", n) for n in counts} == counts


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_table_speaks_its_language_whatever_the_notebook_speaks(code):
    def seen(table):
        table.act("roll")
        table.kept = [0, 2]
        table.act("bank")
        return repr(table), table._view

    own = seen(FarkleTable("standard", seed=1, coach=True, language=code))
    set_language(code)
    followed = FarkleTable("standard", seed=1, coach=True)
    set_language("ja" if code != "ja" else "en")
    assert seen(followed) == own
    assert followed.language == code
    english = seen(FarkleTable("standard", seed=1, coach=True, language="en"))
    assert (own == english) == (code == "en")


def test_a_saved_game_goes_on_in_another_language(tmp_path):
    file = tmp_path / "game.json"
    first = FarkleTable("standard", players=["Ann", "hard"], seed=1, save=file)
    first.act("next" if first._strategy() else "roll")
    again = FarkleTable("standard", players=["Ann", "hard"], save=file, language="de")
    assert again.game.log == first.game.log
    assert "Computer (schwer)" in repr(again)
    assert again._view["notice"] == "Dein gespeichertes Spiel geht hier weiter."
