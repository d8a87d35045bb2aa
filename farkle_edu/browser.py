"""Python in a browser (Pyodide): fetch what a calculation needs when it needs it.

There a package is fetched when a cell imports it. Where the library itself imports one, deep in
a calculation, nobody fetches it; here that is done. Where it cannot be had, as on a site without
the compiled packages, one sentence says so.
"""

from __future__ import annotations

import ast
import asyncio
import importlib
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

#: how the packages are called that the library imports late
NAMES = {"sympy": "SymPy", "numpy": "NumPy", "matplotlib": "Matplotlib"}


class NotHere(ImportError):
    """A package that this browser has not got; the message is for the reader."""


def stand_in(missing: ImportError) -> Callable[..., Any]:
    """What cannot be had, importable all the same: calling it says what is missing.

    A lesson imports at its top what it needs much later.
    """

    def told(*_: object, **__: object) -> None:
        raise missing

    return told


class Fetching:
    """Finds a package that is not there yet by fetching it."""

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Fetch a package of those names, once all other finders have passed it over."""
        if name not in NAMES:
            return None
        import pyodide_js
        from pyodide.ffi import JsException, can_run_sync, run_sync

        # Of a package that it does not know, this fetches nothing, without an error.
        coming = pyodide_js.loadPackagesFromImports(f"import {name}")
        if not can_run_sync():
            raise NotHere(f"{NAMES[name]} is being fetched. Try again in a moment.")
        with suppress(JsException):
            run_sync(coming)
        importlib.invalidate_caches()
        spec = PathFinder.find_spec(name)
        if spec is None:
            raise NotHere(
                f"This needs {NAMES[name]}, which this copy of the site has not got. "
                "The rest works without it."
            )
        return spec


class Sentences:
    """Shows errors as IPython does, but says in a sentence what cannot be had.

    A cell that uses what such a cell would have made gets a sentence too.
    """

    def __init__(self, show: Callable[..., None], shell: Any) -> None:
        self.show, self.shell = show, shell
        #: names that a cell would have made, had it had what it needs, and what was missing
        self.unmade: dict[str, str] = {}

    def __call__(self, exc_tuple: Any = None, *more: Any, **options: Any) -> None:
        """Show the error that is being handled, or this one."""
        problem = (exc_tuple or sys.exc_info())[1]
        if isinstance(problem, NotHere):
            missing = str(problem)
            print(missing)
        elif isinstance(problem, NameError) and problem.name in self.unmade:
            missing = self.unmade[problem.name]
            print(f"This needs `{problem.name}`, which a cell above could not make. {missing}")
        else:
            self.show(exc_tuple, *more, **options)
            return
        cell = ast.walk(ast.parse(self.shell.history_manager.input_hist_parsed[-1]))
        names = [it.id for it in cell if isinstance(it, ast.Name)]
        self.unmade |= {name: missing for name in names if name not in self.shell.user_ns}


def _say(loop: Any, context: dict[str, Any]) -> None:
    """Tell of an error in what a widget does by itself."""
    if isinstance(problem := context.get("exception"), NotHere):
        print(problem)
    else:
        loop.default_exception_handler(context)


def install() -> None:
    """Begin to fetch what is imported late, and say in a sentence what cannot be had."""
    sys.meta_path.append(Fetching())
    from IPython.core.getipython import get_ipython

    shell: Any = get_ipython()
    if shell is not None:
        shell.showtraceback = Sentences(shell.showtraceback, shell)
        asyncio.get_event_loop().set_exception_handler(_say)
