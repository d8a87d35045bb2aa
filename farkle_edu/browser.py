"""Python in a browser (Pyodide): fetch what a calculation needs when it needs it.

There a package is fetched when a cell imports it. Where the library itself imports one, deep in
a calculation, nobody fetches it; here that is done. Where it cannot be had, as on a site without
the compiled packages, one sentence says so.
"""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

#: how the packages are called that the library imports late
NAMES = {"sympy": "SymPy", "numpy": "NumPy", "matplotlib": "Matplotlib"}


class NotHere(ImportError):
    """A package that this browser has not got; the message is for the reader."""


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
            raise NotHere(f"{NAMES[name]} is being fetched. Run this cell again in a moment.")
        with suppress(JsException):
            run_sync(coming)
        importlib.invalidate_caches()
        spec = PathFinder.find_spec(name)
        if spec is None:
            raise NotHere(
                f"This cell needs {NAMES[name]}, which this copy of the site has not got. "
                "The other cells work without it."
            )
        return spec


def _say(shell: Any, kind: type, problem: Exception, trace: object, tb_offset: object) -> None:
    print(problem)


def install() -> None:
    """Begin to fetch what is imported late, and say in a sentence what cannot be had."""
    sys.meta_path.append(Fetching())
    from IPython.core.getipython import get_ipython

    shell: Any = get_ipython()
    if shell is not None:
        shell.set_custom_exc((NotHere,), _say)
