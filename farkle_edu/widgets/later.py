"""Work that takes seconds, done while the notebook goes on answering."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from functools import partial
from typing import Any


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
        made = self._done[key]
        # In a browser, what could not be imported may be there the next time.
        if isinstance(made.exception(), ImportError):
            del self._done[key]
        return made.result()

    def _finish(self, key: Hashable, made: asyncio.Future[Any]) -> None:
        self._done[key] = made
        self._making = None
        self._ready()
