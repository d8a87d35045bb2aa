"""A league: many strategies, each against each, with an honest table.

Students' strategies are files that nobody has read. Each runs in a process of its own (see
``tournament_child`` for what holds it, and on which computers), and the games are played by the
referee: a strategy sees the turn it faces and its choices, and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from fractions import Fraction
from itertools import combinations
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .dice import whole_number
from .distribution import percent_text
from .folders import write_whole
from .games import Progress
from .outcome import Strategy, name_of
from .rules import Rules, as_rules
from .tables import html_table, text_table
from .tournament_table import Pair, Results, standings

if TYPE_CHECKING:
    from .match_runs import Run
    from .tournament_play import Entry

#: changes when saved results would no longer mean the same
FORMAT = 1
LARGEST_FILE = 1 << 20


class League(Results):
    """The results of a tournament.

    ``rows``: the table, best first; ``problems``: for each strategy that is out, what went
    wrong, in a sentence for its author; ``pair(a, b)``: two strategies against each other.
    """

    def _cells(self) -> Iterator[tuple[str, ...]]:
        for row in self.rows:
            told = "exact" if row.exact else f"{_percent(row.low)} to {_percent(row.high)}"
            numbers = f"{row.mean:,.2f}", f"{row.gives_up:,.2f}"
            yield row.name, row.place, _percent(row.rate), told, *numbers
        for name, problem in self.problems.items():
            yield name, f"out: {problem}"

    def _caption(self) -> str:
        played = sum(1 for pair in self.pairs.values() if pair.games)
        how = "all pairs exact"
        if played:
            how = f"{len(self.pairs) - played} pairs exact, {played} of {self.games:,} games each"
        return f"League, {self.rules.title or 'house rules'}: {how}"

    def __repr__(self) -> str:
        heads = ("strategy", "place", "wins", "95 % interval", "points a turn", "gives up")
        return "\n".join([self._caption(), *text_table([heads, *self._cells()])])

    def _repr_html_(self) -> str:
        heads = ("strategy", "place", "wins", "95 % interval", "points a turn", "gives up")
        return html_table(heads, self._cells(), self._caption())

    def report(self, folder: str | Path, *, force: bool = False) -> Path:
        """Write the league as web pages, one for each strategy, and return the first.

        ``force``: replace a report that is there; nothing else is ever replaced.
        """
        from .tournament_report import write_report

        return write_report(self, Path(folder), force)


class Tournament:
    """A league of strategies under any rules: each plays each, and begins half of the games.

    ``strategies``: a folder of students' files, or a list of files and strategies, or a dict of
    them by name. A file is ``.py``, carries its author's name, and holds one function marked
    with ``@strategy``. It runs in a process of its own, with ``seconds`` for up to 1,000
    answers and ``memory`` megabytes. It may import Python's mathematical modules and
    farkle_edu's strategies, but not the best plan. Strategies given in code are trusted.

    A strategy that looks only at its turn is asked once for each situation, and then its
    chances against others of the kind are exact. One that looks at the scores plays ``games``
    games with each. What it answers to a question counts: chance belongs in weights, not in
    ``random``. After 500 turns each a game is drawn. A strategy that fails is out, and its games
    count for nobody.

    ``seed``: of the games that are played; without one it is drawn. A strategy must not know
    it. ``folder``: where results are kept, so that a run that was stopped goes on.

    >>> from farkle_edu import bank_at
    >>> league = Tournament([bank_at(300), bank_at(500), bank_at(2000)], "standard").play()
    >>> league
    League, Standard: all pairs exact
    strategy      place    wins  95 % interval  points a turn  gives up
    bank at 300       1  76.8 %          exact         494.87    105.05
    bank at 500       2  65.3 %          exact         451.85    148.07
    bank at 2000      3   7.8 %          exact         214.05    385.87
    >>> league.pair("bank at 300", "bank at 500").exact
    True
    """

    def __init__(
        self,
        strategies: str | Path | Sequence[Strategy | Path] | Mapping[str, Strategy | Path],
        rules: Rules | str | Path = "standard",
        *,
        games: int = 1000,
        seed: int | str | None = None,
        folder: str | Path | None = None,
        seconds: float = 10,
        memory: int = 512,
    ) -> None:
        from .tournament_sandbox import Limits

        self.rules = as_rules(rules)
        self.games = whole_number(games, "games", 2)
        if games % 2:
            raise ValueError(f"games must be even, so that each begins half of them; not {games}")
        if not seconds > 0:
            raise ValueError(f"seconds must be more than 0, not {seconds!r}")
        self.limits = Limits(seconds, megabytes=whole_number(memory, "memory in megabytes", 128))
        self.entries = tuple(_entries(strategies))
        if len(self.entries) < 2:
            raise ValueError(f"a league needs two strategies or more, not {len(self.entries)}")
        self.folder = None if folder is None else Path(folder)
        self._seed = seed

    def play(self, executor: Executor | None = None, progress: Progress | None = None) -> League:
        """Play the league, and return its results.

        ``executor``: any ``concurrent.futures.Executor``, such as a pool of processes or a Dask
        client's ``get_executor()``; the results are the same. ``progress``: called with how
        many steps are done and how many there are; ``progress_bar`` draws them.
        """
        from .tournament_play import can_be_exact, examine, play_pair

        saved = _Saved(self.folder)
        seed = saved.seed(self._seed)
        total = len(self.entries) * (len(self.entries) + 1) // 2
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            if progress is not None:
                progress(done, total)

        common = [FORMAT, self.rules.to_dict()]
        keys = {entry.name: _digest(common, _content(entry)) for entry in self.entries}
        asked = {keys[e.name]: (examine, self.rules, e, self.limits) for e in self.entries}
        told: dict[str, dict[str, Any]] = {}
        for key, result in saved.run(asked, executor):
            told[key] = result
            step()
        examined = {entry.name: told[keys[entry.name]] for entry in self.entries}
        problems = {n: str(told["problem"]) for n, told in examined.items() if told["problem"]}

        pairs: dict[tuple[str, str], Pair] = {}
        waiting: dict[str, tuple[Any, ...]] = {}
        names: dict[str, tuple[str, str]] = {}
        runs: dict[str, Run] = {}
        for a, b in combinations([e for e in self.entries if e.name not in problems], 2):
            both = a.name, b.name
            known = examined[a.name], examined[b.name]
            if can_be_exact(self.rules) and not any(one["looks"] for one in known):
                pairs[both] = _exact(self.rules, runs, both, examined)
                step()
                continue
            key = _digest(keys[a.name], keys[b.name], self.games, str(seed))
            names[key] = both
            short = tuple({k: one[k] for k in ("looks", "outcomes")} for one in known)
            mine = f"{seed}/{a.name}/{b.name}"
            waiting[key] = (play_pair, self.rules, (a, b), short, self.games, mine, self.limits)
        played: dict[str, Any] = {}
        for key, result in saved.run(waiting, executor):
            played[key] = result
            step()
        # In the order of the strategies, whichever came first.
        for key, both in names.items():
            result = played[key]
            if result["failed"] is not None:
                problems.setdefault(both[result["failed"]], result["problem"])
            else:
                first, second = (half / self.games for half in result["halves"])
                drawn = result["drawn"] / self.games
                pairs[both] = Pair(both, first, second, self.games, drawn)
        if progress is not None and done < total:
            progress(total, total)
        pairs = {both: pair for both, pair in pairs.items() if not problems.keys() & set(both)}
        rows = standings([e.name for e in self.entries if e.name not in problems], pairs, examined)
        return League(self.rules, rows, problems, self.games, pairs, examined)


def progress_bar(done: int, total: int) -> None:
    """A bar on one line of the terminal, or of a notebook's output."""
    end = "\n" if done == total else ""
    print(f"\r[{'#' * (40 * done // total):<40}] {done:,} of {total:,}", end=end, flush=True)


def _percent(chance: float) -> str:
    return "–" if isnan(chance) else percent_text(Fraction(chance), 1)


def _digest(*content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


# -- who takes part --------------------------------------------------------------------------


def _entries(strategies: Any) -> Iterable[Entry]:
    from .tournament_play import Entry

    if isinstance(strategies, (str, Path)):
        folder = Path(strategies)
        if not folder.is_dir():
            raise ValueError(f"{str(folder)!r} is not a folder of strategies")
        files = sorted(p for p in folder.glob("*.py") if not p.name.startswith(("_", ".")))
        if not files:
            raise ValueError(f"the folder {str(folder)!r} has no strategies: files that end in .py")
        strategies = files
    if isinstance(strategies, Mapping):
        named = [(str(name), one) for name, one in strategies.items()]
    else:
        named = [(one.stem if isinstance(one, Path) else name_of(one), one) for one in strategies]
    seen = set()
    for name, one in named:
        if name in seen:
            raise ValueError(f"two strategies have the name {name!r}: give them names in a dict")
        seen.add(name)
        if isinstance(one, Path):
            yield _from_file(name, one)
        elif callable(one):
            yield Entry(name, strategy=one)
        else:
            raise ValueError(f"a strategy is a function or a Path to a file, not {one!r}")


def _from_file(name: str, path: Path) -> Entry:
    from .tournament_play import Entry

    if path.is_symlink():
        return Entry(name, path.name, problem=f"{path.name}: it is a link to another file")
    if path.stat().st_size > LARGEST_FILE:
        return Entry(name, path.name, problem=f"{path.name}: it is longer than a megabyte")
    try:
        return Entry(name, path.name, path.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        return Entry(name, path.name, problem=f"{path.name}: it is not text in UTF-8")


def _content(entry: Entry) -> list[str]:
    """What makes an entry this one and no other."""
    if entry.file:
        return [entry.file, entry.source, entry.problem]
    import cloudpickle

    try:
        content = cloudpickle.dumps(entry.strategy)
    except (pickle.PicklingError, TypeError, AttributeError):
        # Nobody could say later whether it is still the same: its results are not used again.
        content = secrets.token_bytes()
    return [entry.name, hashlib.sha256(content).hexdigest()]


# -- the work, shared out and kept -----------------------------------------------------------


class _Saved:
    """Results in a folder, one file each: whole or not there."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def _read(self, key: str) -> Any:
        if self.folder is None:
            return None
        try:
            return json.loads((self.folder / f"{key}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None

    def _write(self, key: str, result: object) -> None:
        if self.folder is not None:
            write_whole(self.folder / f"{key}.json", json.dumps(result))

    def seed(self, asked: int | str | None) -> int | str:
        """The seed that is asked for, or the one of an earlier run, or a new one."""
        if asked is not None:
            return asked
        seed: str | None = self._read("seed")
        if not isinstance(seed, str):
            seed = secrets.token_hex(16)
            self._write("seed", seed)
        return seed

    def run(
        self, tasks: Mapping[str, tuple[Any, ...]], executor: Executor | None
    ) -> Iterator[tuple[str, Any]]:
        """Results of tasks (a function and its arguments) by key, as they come."""
        missing = {}
        for key, task in tasks.items():
            result = self._read(key)
            if result is None:
                missing[key] = task
            else:
                yield key, result
        for key, result in _worked_out(missing, executor):
            # As it will be read again, so that a run that was stopped gives the same.
            result = json.loads(json.dumps(result))
            self._write(key, result)
            yield key, result


def _worked_out(
    tasks: Mapping[str, tuple[Any, ...]], executor: Executor | None
) -> Iterator[tuple[str, Any]]:
    if executor is None:
        for key, (work, *arguments) in tasks.items():
            yield key, work(*arguments)
        return
    # Strategies are often functions written in a notebook, which plain pickle cannot send.
    import cloudpickle

    futures = {executor.submit(_work, cloudpickle.dumps(task)): key for key, task in tasks.items()}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def _work(task: bytes) -> Any:
    import cloudpickle

    work, *arguments = cloudpickle.loads(task)
    return work(*arguments)


def _exact(
    rules: Rules,
    runs: dict[str, Run],
    names: tuple[str, str],
    examined: Mapping[str, dict[str, Any]],
) -> Pair:
    from .match_runs import exact_pair
    from .tournament_play import run_of

    for name in names:
        if name not in runs:
            runs[name] = run_of(rules, examined[name])
    first, second, drawn = exact_pair(runs[names[0]], runs[names[1]])
    return Pair(names, first, second, drawn=drawn)
