"""A real JupyterLab and a real browser, for the tests in this folder and for benchmarks."""

from __future__ import annotations

import ast
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import nbformat
from axe_playwright_python.base import AXE_FILE_PATH
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from tools.browser import MISSING, find_browser

ROOT = Path(__file__).parents[2]
PICTURES = Path(__file__).parent / "screenshots"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    # Cells out of sight would otherwise not be drawn at all.
    "notebook-extension/tracker": {"windowingMode": "none", "scrollPastEnd": False},
}
STYLE = """
/* Without a height, which JupyterLab's body has not, axe takes all that is in it for hidden,
   and looks at no colour. */
body { height: 100vh; }
/* While a theme changes, JupyterLab lays a veil with moons over the page. */
#jupyterlab-splash { display: none; }
"""
SCREENS = {
    "laptop": {"width": 1366, "height": 768},
    "phone": {"width": 390, "height": 844},
    "wall": {"width": 1920, "height": 1080},
}
#: whether the kernel is there and at rest
AT_REST = """() => {
    const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
    return kernel?.connectionStatus === "connected" && kernel.status === "idle";
}"""
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]


def is_sound(page: Page, name: str) -> None:
    """Nothing on a page that is no notebook violates WCAG 2.1 AA or hangs out of the window."""
    found = Axe().run(page, options={"runOnly": WCAG}).response["violations"]
    assert not found, (name, page.viewport_size, found)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@dataclass
class Server:
    """A JupyterLab that knows nothing of this person's own settings."""

    url: str
    folder: Path
    pid: int

    def write(self, name: str, *cells: str) -> str:
        """Make a notebook of code cells."""
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        book.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(book, self.folder / name)
        return name


@contextmanager
def serve(home: Path, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Run JupyterLab, of another environment if one is given, with all its files below `home`."""
    folder = home / "notebooks"
    folder.mkdir()
    settings = home / "settings" / "@jupyterlab"
    for name, values in SETTINGS.items():
        file = settings / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values), "utf-8")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [
        *("jupyterlab", "--no-browser", "--allow-root"),
        *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"),
        *("--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}"),
        *("--IdentityProvider.token=", "--ServerApp.password="),
        *("--LabApp.expose_app_in_browser=True",),
        *("--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",),
    ]
    with running(home, folder, command, f"{url}/api/status", environment) as server:
        yield Server(url, folder, server.pid)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def running(
    home: Path,
    folder: Path,
    command: list[str],
    answers: str,
    environment: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen]:
    """Run a server, a Python module with its options, until it answers there and to the end.

    In another environment than this one it is that one's `python` that runs it.
    """
    here = environment is None
    environment = (os.environ | {"PYTHONPATH": str(ROOT)} if here else dict(environment)) | {
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "FARKLE_EDU_HOME": str(home / "progress"),
    }
    log = (home / "log").open("w+")
    python = sys.executable if here else "python"
    server = subprocess.Popen(
        [python, "-m", *command], env=environment, cwd=folder, stdout=log, stderr=log
    )
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urlopen(answers, timeout=5).close()
                break
            except OSError:
                if server.poll() is not None or time.monotonic() > deadline:
                    log.seek(0)
                    raise RuntimeError(f"{command[0]} did not start:\n{log.read()}") from None
                time.sleep(0.2)
        yield server
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
        log.close()


@contextmanager
def browse() -> Iterator[Browser]:
    """Run the browser that is here; none is an error, never a skip."""
    path = find_browser()
    if path is None:
        raise RuntimeError(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Book:
    """One notebook open in JupyterLab, and the kernel behind it."""

    page: Page
    server: Server
    name: str
    abroad: list[str]

    @classmethod
    def begin(cls, server: Server, browser: Browser, name: str, screen: str = "laptop") -> Book:
        """Open a notebook in a window of its own."""
        context = browser.new_context(viewport=SCREENS[screen], reduced_motion="reduce")
        abroad: list[str] = []
        home = server.url.split("//")[1]

        def watch(url: str) -> None:
            if url.startswith(("http", "ws")) and not url.split("//")[1].startswith(home):
                abroad.append(url)

        page = context.new_page()
        page.on("request", lambda request: watch(request.url))
        page.on("websocket", lambda socket: watch(socket.url))
        book = cls(page, server, name, abroad)
        book.open()
        return book

    def close(self) -> None:
        """Close the window, and end the kernel."""
        self.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        self.page.context.close()

    def open(self) -> None:
        self.page.goto(f"{self.server.url}/lab/tree/{self.name}?reset")
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        # The files panel would leave a phone no room for the notebook.
        self.page.evaluate("jupyterapp.shell.collapseLeft()")
        self.page.add_style_tag(content=STYLE)
        # The server remembers the theme that an earlier test chose.
        self.theme("Light")
        self.wait_for_kernel()

    def wait_for_kernel(self) -> None:
        self.page.wait_for_function(
            AT_REST,
            timeout=60_000,
        )

    def command(self, name: str, **arguments: object) -> None:
        self.page.evaluate(
            "([name, args]) => jupyterapp.commands.execute(name, args)", [name, arguments]
        )

    def run_all(self) -> None:
        self.command("notebook:run-all-cells")
        self.wait_for_kernel()

    def restart(self) -> None:
        self.page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
        self.wait_for_kernel()

    def theme(self, name: str) -> None:
        self.command("apputils:change-theme", theme=f"JupyterLab {name}")
        self.page.wait_for_selector(
            f'body[data-jp-theme-name="JupyterLab {name}"]', state="attached"
        )

    def ask(self, expression: str) -> Any:
        """Ask the kernel what an expression is worth."""
        reply = self.page.evaluate(
            """async expression => {
                const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                const future = kernel.requestExecute({
                    code: "", store_history: false, user_expressions: {answer: expression},
                });
                return (await future.done).content.user_expressions.answer;
            }""",
            f"__import__('json').dumps({expression})",
        )
        assert reply["status"] == "ok", reply
        return json.loads(ast.literal_eval(reply["data"]["text/plain"]))

    def run(self, code: str) -> None:
        """Run code in the kernel, beside the notebook."""
        reply = self.page.evaluate(
            """async code => {
                const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                return (await kernel.requestExecute({code, store_history: false}).done).content;
            }""",
            code,
        )
        assert reply["status"] == "ok", reply

    def cells(self) -> int:
        return self.page.locator(".jp-Notebook .jp-Cell").count()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Make the window as high as the page, so that nothing is scrolled out of sight."""
        size = self.page.viewport_size
        panel = self.page.locator(".jp-WindowedPanel-outer")
        for _ in range(20):
            # A cell that has only just drawn itself can still grow.
            height = panel.evaluate("it => it.scrollHeight")
            self.page.set_viewport_size({"width": size["width"], "height": height + 200})
            self.page.wait_for_timeout(100)
            if panel.evaluate("it => it.scrollHeight <= it.clientHeight"):
                break
        else:
            raise AssertionError(f"the page does not fit a window {height + 200} pixels high")
        # What is still moving or fading has a colour that will not last.
        self.page.wait_for_function(
            "document.getAnimations().every(a => a.playState !== 'running')", timeout=5_000
        )
        yield
        self.page.set_viewport_size(size)

    def violations(self, selector: str = ".jp-OutputArea-output") -> list[str]:
        """What axe-core finds wrong inside the parts of the page that `selector` picks."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(Path(AXE_FILE_PATH).read_text("utf-8"))
        # Axe does not look at what is scrolled out of sight.
        with self.whole():
            found = self.page.evaluate(
                """selector => axe.run({include: [[selector]]}).then(r => r.violations.map(
                    v => v.id + ": "
                        + v.nodes.map(n => n.html + " " + n.failureSummary).join(" | ")))""",
                selector,
            )
        return list(found)

    def overflow(self, part: Locator) -> int:
        """How many pixels of `part` hang out to the right of its box or of the window.

        A score sheet and a coach's table have scrollbars of their own, so what is in them does
        not count.
        """
        return int(
            part.evaluate(
                """it => {
                    const right = Math.min(it.getBoundingClientRect().right, innerWidth);
                    const edges = [...it.querySelectorAll(":not(.fe-sheet *, .fe-coach-table *)")]
                        .map(x => x.getBoundingClientRect().right);
                    return Math.round(Math.max(0, it.scrollWidth - it.clientWidth,
                        ...edges.map(e => e - right)));
                }"""
            )
        )

    def is_sound_in(self, states: Mapping[str, str], part: Locator, name: str, axe: bool) -> None:
        """Bring `part` of the page into each state by its code, and look at it, light and dark.

        Nothing may hang out of the window, and axe, if it is asked, may find nothing. With
        PICTURES=1 in the environment it takes pictures, called by `name` with the state in it,
        for people to judge.
        """
        looked_at = bool(os.environ.get("PICTURES"))
        if looked_at:
            PICTURES.mkdir(exist_ok=True)
        for state, code in states.items():
            self.run(code)
            self.page.wait_for_timeout(400)
            assert self.overflow(part) == 0, state
            for theme in ("Light", "Dark") if axe or looked_at else ():
                self.theme(theme)
                with self.whole():
                    if looked_at:
                        part.screenshot(path=PICTURES / f"{name.format(state)}_{theme.lower()}.png")
                    found = self.violations() if axe else []
                assert found == [], f"{state}, {theme}: {found}"
        assert not self.abroad, self.abroad
