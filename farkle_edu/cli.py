"""The command `farkle-edu`: one subcommand for each thing a teacher or student asks for.

A subcommand is a function that takes the parsed arguments; it is declared in `_parser`. What it
cannot do it says by raising a `ValueError` or an `OSError`, which `main` turns into one sentence.
Anything heavy is imported inside the function that needs it, so that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from . import __version__

PACKAGE = Path(__file__).resolve().parent
MANIFEST = ".farkle_edu.json"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, or 2 if it could not be done."""
    args = _parser().parse_args(argv)
    try:
        args.run(args)
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else error
        print(f"farkle-edu: {reason}", file=sys.stderr)
    except ValueError as error:
        print(f"farkle-edu: {error}", file=sys.stderr)
    except ModuleNotFoundError as error:
        if error.name not in ("jupyterlab", "nbformat", "nbclient"):
            raise
        print(
            "farkle-edu: this needs JupyterLab, which is not installed. "
            "Install it with: python -m pip install jupyterlab",
            file=sys.stderr,
        )
    else:
        return 0
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="farkle-edu", description="Probability, played with the dice game Farkle."
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)

    lab = commands.add_parser(
        "lab",
        help="copy the lessons into a folder and open them in JupyterLab",
        description=(
            "Copy the lessons into a folder and open them in JupyterLab. A file that you have "
            "changed is never overwritten; delete or rename it to get the original again."
        ),
    )
    lab.add_argument("folder", nargs="?", type=Path, default=Path("farkle_lessons"))
    lab.add_argument("--port", type=_port, help="port of the JupyterLab server")
    lab.add_argument("--no-start", action="store_true", help="copy only")
    lab.set_defaults(run=_lab)

    solve = commands.add_parser(
        "solve",
        help="solve the two-player games of named rule sets",
        description=(
            "Solve the game of two best players for named rule sets, and write one file for "
            "each. Files that are there are left alone, so a run that was stopped goes on."
        ),
    )
    solve.add_argument("names", nargs="*", metavar="name", help="rule sets; all without a name")
    solve.add_argument("--to", type=Path, default=Path("solved_games"), help="folder to write to")
    solve.set_defaults(run=_solve)

    league = commands.add_parser(
        "league",
        help="let a class's strategies play each other, and write a report",
        description=(
            "Each strategy of the folder plays each other one. A file carries its author's name, "
            "such as ada.py, and holds one function marked with @strategy. Every file runs in a "
            "process of its own with limits; one that fails is out and stops nobody else. What "
            "has been worked out is kept beside the report in a hidden folder, so that a run "
            "that was stopped goes on."
        ),
    )
    league.add_argument("folder", type=Path, help="folder of the strategies, .py files")
    league.add_argument("--rules", default="standard", help="a name from the list, or a TOML file")
    league.add_argument("--to", type=Path, default=Path("league"), help="folder of the report")
    league.add_argument(
        "--games", type=int, default=1000, help="games of a pair that must be played; even"
    )
    league.add_argument("--seed", help="of the games; drawn, and kept secret, without one")
    league.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes that work side by side"
    )
    league.add_argument("--force", action="store_true", help="replace a report that is there")
    league.set_defaults(run=_league)

    _teaching_parsers(commands)

    rules = commands.add_parser("rules", help="list, print, check or start rule sets")
    rules.set_defaults(run=_rules_list)
    what = rules.add_subparsers(title="what to do", metavar="what")
    show = what.add_parser("show", help="print the score card of rules")
    show.add_argument("rules", help="a name from the list, or a TOML file")
    show.set_defaults(run=_rules_show)
    check = what.add_parser("check", help="find the mistakes in a rules file")
    check.add_argument("file", type=Path)
    check.set_defaults(run=_rules_check)
    new = what.add_parser("new", help="start a rules file, with a comment on every field")
    new.add_argument("file", type=Path)
    new.add_argument("--from", dest="start", default="standard", help="rules to start from")
    new.add_argument("--force", action="store_true", help="write over a file that is there")
    new.set_defaults(run=_rules_new)
    return parser


def _teaching_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    release = commands.add_parser(
        "release",
        help="write student copies of lessons, and their answer keys",
        description=(
            "Write student copies of lessons: without solutions, without the part for teachers, "
            "and without outputs. With --rules, a lesson is run under your rules first, and you "
            "are told what to read again. Nothing that is there is lost: with --force, an old "
            "folder is kept under another name."
        ),
    )
    release.add_argument(
        "lessons", nargs="+", metavar="LESSON", help="number of a lesson, or path of a notebook"
    )
    where = release.add_mutually_exclusive_group(required=True)
    where.add_argument("--to", type=Path, help="folder to write")
    where.add_argument(
        "--nbgrader", type=Path, metavar="COURSE", help="write source assignments of nbgrader"
    )
    release.add_argument("--outputs", action="store_true", help="keep the outputs of the cells")
    release.add_argument("--key", action="store_true", help="write the answer keys as well")
    release.add_argument("--rules", help="rules of your class: a TOML file, or a name")
    release.add_argument(
        "--roster", type=Path, help="CSV file with a column name: to each student other numbers"
    )
    release.add_argument("--force", action="store_true", help="replace a folder that is there")
    release.set_defaults(run=_release)

    exercises = commands.add_parser(
        "exercises",
        help="list exercises, or write them as a sheet",
        description=(
            "List exercises, or write them for paper or for a quiz. Without a name, all of them, "
            "with those of the folder my_exercises."
        ),
    )
    exercises.add_argument(
        "names", nargs="*", metavar="LESSON", help="a lesson such as 1, or an exercise such as 1.2"
    )
    exercises.add_argument(
        "--as", dest="form", choices=("list", "text", "markdown", "html"), help="form of the sheet"
    )
    exercises.add_argument("--answers", action="store_true", help="with answers and mistakes")
    exercises.add_argument("--rules", help="rules to ask under: a TOML file, or a name")
    exercises.add_argument("--student", help="with the numbers that a release gives this student")
    exercises.add_argument("--to", type=Path, help="file to write")
    exercises.add_argument("--force", action="store_true", help="write over a file that is there")
    exercises.set_defaults(run=_exercises)

    collect = commands.add_parser(
        "collect",
        help="mark what students handed in",
        description=(
            "Read students' notebooks and progress files and write marks.csv and class.html, "
            "which shows the mistakes of the class. The folder has a folder for each student, or "
            "files that begin with a student's name. Nothing of a student's is run or believed: "
            "every answer is judged anew."
        ),
    )
    collect.add_argument("folder", type=Path, help="what was handed in")
    collect.add_argument("--release", type=Path, help="the folder that release wrote")
    collect.add_argument("--to", type=Path, default=Path("marks"), help="folder to write")
    collect.add_argument("--force", action="store_true", help="replace a folder that is there")
    collect.set_defaults(run=_collect)

    course = commands.add_parser(
        "new-course",
        help="start a folder for your course",
        description="Write a folder with lessons, rules, a roster, and the commands of a week.",
    )
    course.add_argument("folder", type=Path)
    course.add_argument(
        "--lessons", nargs="+", metavar="LESSON", default=["1", "2", "3"], help="default: 1 2 3"
    )
    course.add_argument("--rules", default="ones_and_fives", help="rules to start from")
    course.add_argument("--force", action="store_true", help="replace a folder that is there")
    course.set_defaults(run=_new_course)


def _release(args: argparse.Namespace) -> None:
    from .teaching.grading import write_assignments
    from .teaching.release import release

    if args.nbgrader:
        if args.roster or args.key or args.outputs:
            raise ValueError(
                "nbgrader hands the same notebook to everybody and keeps the solutions itself: "
                "--nbgrader goes with neither --roster nor --key nor --outputs"
            )
        for line in write_assignments(
            args.lessons,
            args.nbgrader,
            source=lessons_folder(),
            rules=args.rules,
            force=args.force,
        ):
            print(line)
        return
    for line in release(
        args.lessons,
        args.to,
        source=lessons_folder(),
        outputs=args.outputs,
        key=args.key,
        rules=args.rules,
        roster=args.roster,
        force=args.force,
    ):
        print(line)


def _exercises(args: argparse.Namespace) -> None:
    from .rules import load_rules
    from .teaching.handout import questions, sheet
    from .teaching.roster import Student, folder_of

    student = Student(args.student, folder_of(args.student)) if args.student else None
    asked, unfit = questions(args.names, load_rules(args.rules) if args.rules else None, student)
    for id in unfit:
        print(f"exercise {id} is left out: it does not fit these rules", file=sys.stderr)
    single = args.names and all("." in name for name in args.names)
    text = sheet(asked, args.form or ("text" if single else "list"), args.answers)
    if args.to is None:
        print(text, end="")
        return
    if args.to.exists() and not args.force:
        raise ValueError(f"{args.to} is there already; --force writes over it")
    args.to.write_text(text, "utf-8")
    print(f"Wrote {args.to}")


def _collect(args: argparse.Namespace) -> None:
    from .teaching.collect import collect

    for line in collect(args.folder, args.to, args.release, args.force):
        print(line)


def _new_course(args: argparse.Namespace) -> None:
    from .teaching.course import new_course

    for line in new_course(
        args.folder,
        source=lessons_folder(),
        lessons=args.lessons,
        rules=args.rules,
        force=args.force,
    ):
        print(line)


def _port(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: expected 1 to 65535")
    return int(text)


def _lab(args: argparse.Namespace) -> None:
    source, folder = lessons_folder(), args.folder.resolve()
    # In a checkout the lessons themselves can be opened, to work on them.
    if folder != source:
        for name in copy_lessons(source, folder):
            print(f"kept your changed {name}")
        print(f"The lessons are in {folder}", flush=True)
    if not args.no_start:
        _start_jupyterlab(folder, args.port)


def _solve(args: argparse.Namespace) -> None:
    from .match_solver import solvable
    from .match_tables import solve_named
    from .rules import rule_names

    names = args.names or rule_names()
    for name in names:
        solvable(name)
    told = ""

    def progress(name: str, done: int, total: int) -> None:
        nonlocal told
        line = f"{name:<20} [{'#' * (30 * done // total):<30}] {100 * done // total:3} %"
        if line != told:
            told = line
            print(f"\r{line}", end="\n" if done == total else "", flush=True)

    written = solve_named(names, args.to, progress)
    print(f"{len(written)} solved, {len(names) - len(written)} were there, in {args.to}")


def _league(args: argparse.Namespace) -> None:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from .tournament import Tournament, progress_bar
    from .tournament_report import may_write

    to = args.to.resolve()
    may_write(to, args.force)
    if args.jobs < 1:
        raise ValueError(f"--jobs must be 1 or more, not {args.jobs}")
    tournament = Tournament(
        args.folder,
        args.rules,
        games=args.games,
        seed=args.seed,
        folder=to.with_name(f".{to.name}.league"),
    )
    # A fresh start of each worker is the one way that all systems have.
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        league = tournament.play(pool, progress_bar)
    print(league)
    print(f"Open {league.report(to, force=args.force)}")


def _rules_list(args: argparse.Namespace) -> None:
    from .rules import load_rules, rule_names

    width = max(map(len, rule_names()))
    for name in rule_names():
        print(f"{name:<{width}}  {load_rules(name).summary}")


def _rules_show(args: argparse.Namespace) -> None:
    from .rules import load_rules

    print(load_rules(args.rules))


def _rules_check(args: argparse.Namespace) -> None:
    from .rules import load_rules, problems_in_file

    problems = problems_in_file(args.file)
    if problems:
        raise ValueError("\n".join(map(str, problems)))
    print(f"{args.file.name} is fine:\n\n{load_rules(args.file)}")


def _rules_new(args: argparse.Namespace) -> None:
    from .rulefile import as_toml
    from .rules import load_rules

    text = as_toml(load_rules(args.start))
    if args.file.suffix != ".toml":
        raise ValueError(f"a rules file ends in .toml, and {args.file.name!r} does not")
    if args.file.exists() and not args.force:
        raise ValueError(f"{args.file} is there already; --force writes over it")
    args.file.write_text(text, "utf-8")
    print(f"Wrote {args.file}: change what you like, then: farkle-edu rules check {args.file}")


def lessons_folder() -> Path:
    """Folder of the lessons that belong to this installation.

    They are inside an installed package, and beside the package in a checkout.
    """
    for folder in (PACKAGE / "_lessons", PACKAGE.parent / "lessons"):
        if (folder / "README.md").exists():
            return folder
    raise ValueError("this installation came without the lessons; install farkle-edu again")


def copy_lessons(source: Path, folder: Path) -> list[str]:
    """Copy the lessons in `source` to `folder` and return the names of the files left alone.

    A file that is not there is copied. One that is as an earlier call left it is brought up to
    date. One that a person has changed, or made, is left alone. What was copied is remembered
    as hashes in a small hidden file in `folder`.
    """
    manifest = folder / MANIFEST
    try:
        copied: dict[str, str] = dict(json.loads(manifest.read_text("utf-8")))
    except (FileNotFoundError, TypeError, ValueError):
        copied = {}  # nothing known: then every file that differs counts as a person's own

    kept = []
    for path in _shipped(source):
        name = path.relative_to(source).as_posix()
        target = folder / name
        old, new = _digest(target) if target.exists() else None, _digest(path)
        if old not in (None, new, copied.get(name)):
            kept.append(name)
            continue
        if old != new:
            target.parent.mkdir(parents=True, exist_ok=True)
            _copy(path, target)
        copied[name] = new
    manifest.write_text(json.dumps(copied, indent=1), "utf-8")
    return kept


def _shipped(folder: Path) -> Iterator[Path]:
    """Files of the lessons, without what Jupyter, Python or a student's answers leave there."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "__")) or path.name == "my_farkle":
            continue
        if path.is_dir():
            yield from _shipped(path)
        else:
            yield path


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _copy(path: Path, target: Path) -> None:
    # A copy cut short would look like a person's changed file for ever after.
    part = target.with_name(f".{target.name}.part")
    shutil.copyfile(path, part)
    part.replace(target)


def _start_jupyterlab(folder: Path, port: int | None) -> None:
    # Our settings are defaults beneath a person's own: Markdown opens rendered, and JupyterLab
    # does not ask about news.
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
        filter(None, [str(PACKAGE / "jupyter_config"), os.environ.get("JUPYTER_CONFIG_PATH")])
    )
    arguments = [f"--ServerApp.root_dir={folder}", "--LabApp.default_url=/lab/tree/README.md"]
    if port is not None:
        # The port that was asked for, or an error: not the next one that happens to be free.
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Containers and cloud classrooms run as root; the server still asks for its token.
        arguments += ["--allow-root"]

    from jupyterlab.labapp import main as jupyterlab

    jupyterlab(arguments)


if __name__ == "__main__":
    sys.exit(main())
