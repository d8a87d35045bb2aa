"""The language of every word that a person reads on the screen.

Write English where the word is shown, as a whole sentence with named places, and let the words
pass through ``_`` or, where there is a count, ``ngettext``:

>>> _("{name} won with {points} points.", name="Ada", points=number(10050))
'Ada won with 10,050 points.'
>>> ngettext("Roll the last die.", "Roll the other {n} dice.", 4)
'Roll the other 4 dice.'

Do it when the sentence is needed, inside a function: a word looked up while a module is loaded
would stay in one language. Never build a sentence from parts, since other languages put them in
another order, and never use ``_`` as a name for something unwanted in such a function.

A widget has its own language, so it looks its words up under ``using``::

    def __init__(self, ..., language=None):
        super().__init__(language=chosen(language))  # language: a Unicode trait with sync=True
        self._draw()

    @spoken  # on each method that the page, the kernel or a person calls and that gives words
    def _draw(self): ...

and its page says ``el.lang = model.get("language")``, so that a screen reader speaks it rightly.
``make messages`` then collects the sentences for the translators, in ``translations/``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

FOLDER = Path(__file__).parent / "translations"
DOMAIN = "farkle_edu"
#: the environment variable with the language where nothing else says it
VARIABLE = "FARKLE_EDU_LANGUAGE"

P = ParamSpec("P")
R = TypeVar("R")


class Figures(NamedTuple):
    """How a language writes numbers; ``digits``: so many before the thousands stand apart."""

    thousands: str = ","
    decimal: str = "."
    percent: str = "%"
    digits: int = 4


#: the known languages, written as the Unicode CLDR has it
LANGUAGES = {
    "cs": Figures("\u00a0", ",", "\u00a0%"),
    "de": Figures(".", ",", "\u00a0%"),
    "en": Figures(),
    "es": Figures(".", ",", "\u00a0%", digits=5),
    "fr": Figures("\u202f", ",", "\u00a0%"),
    "it": Figures(".", ",", "%"),
    "ja": Figures(),
    "nl": Figures(".", ",", "%"),
}

_notebook: str | None = None
_here: ContextVar[str | None] = ContextVar("language", default=None)


def chosen(code: str | None = None) -> str:
    """The language with this code; for None the one in use here.

    That is the one of ``using``, else of ``set_language``, else of the environment variable
    ``FARKLE_EDU_LANGUAGE``, else English.

    >>> chosen("fr")
    'fr'
    >>> chosen("tlh")
    Traceback (most recent call last):
    ...
    ValueError: unknown language 'tlh'; known are cs, de, en, es, fr, it, ja, nl
    """
    if code is None:
        code = _here.get() or _notebook or os.environ.get(VARIABLE) or "en"
    if code not in LANGUAGES:
        raise ValueError(f"unknown language {code!r}; known are {', '.join(LANGUAGES)}")
    return code


def set_language(code: str) -> None:
    """Choose the language of all widgets and games made from now on in this notebook.

    ``code``: "cs" Czech, "de" German, "en" English, "es" Spanish, "fr" French, "it" Italian,
    "ja" Japanese or "nl" Dutch; any other is a ValueError. A widget with its own ``language=``
    keeps it.

    >>> set_language("de")
    >>> number(10_000)
    '10.000'
    >>> set_language("en")
    """
    global _notebook
    _notebook = chosen(code)


@contextmanager
def using(code: str | None) -> Iterator[None]:
    """Speak this language inside a ``with`` block; None leaves it as it is.

    >>> with using("de"):
    ...     number(2.5, 1)
    '2,5'
    """
    token = _here.set(chosen(code))
    try:
        yield
    finally:
        _here.reset(token)


def spoken(method: Callable[P, R]) -> Callable[P, R]:
    """Make a method speak the ``language`` of its object."""

    @wraps(method)
    def in_own_language(*args: P.args, **kwargs: P.kwargs) -> R:
        with using(cast(Any, args[0]).language):
            return method(*args, **kwargs)

    return in_own_language


@cache
def _catalogue(code: str) -> NullTranslations:
    return NullTranslations() if code == "en" else translation(DOMAIN, FOLDER, [code])


def gettext(message: str, /, **values: object) -> str:
    """The message in the language in use, with each ``{name}`` in it replaced by its value."""
    text = _catalogue(chosen()).gettext(message)
    return text.format(**values) if values else text


_ = gettext


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """The message for a count, which may be shown as ``{n}``, in the language in use.

    ``one`` is English for a count of 1, ``many`` for all others; other languages have up to
    three forms. Other values replace their names as in ``gettext``.
    """
    text = _catalogue(chosen()).ngettext(one, many, n)
    return text.format(**{"n": number(n), **values})


def number(value: float, decimals: int = 0) -> str:
    """A number as the language writes it, with so many decimals.

    >>> number(-1234.5, 1)
    '−1,234.5'
    """
    figures = LANGUAGES[chosen()]
    plain = f"{abs(value):.{decimals}f}"
    whole, _dot, rest = plain.partition(".")
    if len(whole) >= figures.digits:
        whole = f"{int(whole):,}".replace(",", figures.thousands)
    # What is rounded to nothing has no sign.
    sign = "−" if value < 0 and float(plain) else ""
    return f"{sign}{whole}{figures.decimal if rest else ''}{rest}"


def percent(chance: Any, decimals: int = 1) -> str:
    """A chance between 0 and 1, in per cent.

    >>> percent(0.0231)
    '2.3%'
    """
    return number(100 * float(chance), decimals) + LANGUAGES[chosen()].percent


def listed(items: Iterable[object]) -> str:
    """Items as a list in a sentence; numbers among them are written as they are.

    >>> listed([1, 5, 5])
    '1, 5 and 5'
    """
    *most, last = map(str, items)
    if not most:
        return last
    # Translators: what stands between the items of a list, all but the last
    items_so_far = _(", ").join(most)
    # Translators: a list; "items" are all but its last
    return _("{items} and {last}", items=items_so_far, last=last)
