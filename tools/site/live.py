"""The lessons as notebooks that run in the browser: JupyterLite, with all that they need.

Pyodide, the Python in the browser, and its compiled packages (numpy, matplotlib) come from its own
distribution, or from a folder with a copy of it. Everything else lies in the site: our own wheel
and the pure Python wheels of requirements/browser.txt. One lock file tells Pyodide where each is,
so that an import in a cell fetches what it names, and nothing more.
"""

from __future__ import annotations

import email
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import nbformat
from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools.refresh import ROOT, lesson_paths

HERE = Path(__file__).parent
#: what Pyodide says of its own compiled packages that lessons use
COMPILED = HERE / "compiled.json"
DISTRIBUTION = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE_VERSION}/full/"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PYTHON = "3.14"
#: there before the first cell runs; whatever else a cell imports is fetched then
AT_START = (
    *("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython"),
    *("anywidget", "ipywidgets", "farkle-edu"),
)
MARKERS = {
    "extra": "",
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_system": "Emscripten",
    "python_full_version": f"{PYTHON}.0",
    "python_version": PYTHON,
    "sys_platform": "emscripten",
}
#: where JupyterLite gives up all messages that wait, because a cell failed or was interrupted
GIVES_UP = re.compile(
    r"let (?P<again>\w+)=async (?P<message>\w+)=>\{try\{await \w+\.runExclusive\(async\(\)=>\{"
    r"await \w+\.ready,await \w+\.handleMessage\((?P=message)\)\}\)\}catch\((?P<error>\w+)\)\{"
    r"if\((?P=error) instanceof Error&&(?P=error)\.message\.includes\(.request for lock canceled.\)"
    r"\)\{"
)
OVERRIDES = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
    "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 10},
    # A table that scrolls out of sight must not lose its dice.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none", "scrollPastEnd": False},
}


def unfit(pyodide: Path) -> str:
    """Why this folder is not the copy of Pyodide that the kernel runs with; empty when it is."""
    wanted = json.loads(COMPILED.read_text("utf-8"))["info"]
    try:
        found = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))["info"]
    except OSError:
        found = None
    if found == wanted and all((pyodide / name).is_file() for name in CORE):
        return ""
    return f"{pyodide} does not hold Pyodide {PYODIDE_VERSION}: name a folder that does"


def build(out: Path, work: Path, pyodide: Path | None) -> None:
    """Put JupyterLite with the lessons into ``out``; ``work`` is a folder for what is in between.

    ``pyodide`` is a folder with a copy of Pyodide: the files of its distribution, or of the npm
    package of that name, which has no compiled packages.
    """
    contents, lite, wheels = work / "contents", work / "lite", work / "wheels"
    for folder in (contents, lite, wheels):
        folder.mkdir(parents=True)
    for path in lesson_paths():
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        nbformat.write(notebook, contents / path.name)
    (lite / "overrides.json").write_text(json.dumps(OVERRIDES), "utf-8")
    _run(
        *("jupyterlite_core.app", "build", "--lite-dir", lite, "--contents", contents),
        *("--output-dir", out, "--no-sourcemaps", "--no-libarchive"),
        cwd=work,
    )
    keep_presses(out / "build")
    collect(out, wheels)
    _configure(out, wheels, pyodide)


def keep_presses(build: Path) -> None:
    """Let what waits for Python wait on when a cell fails; only cells are given up.

    Of JupyterLite's own, a press on a die that came while cells were running would be lost
    without a word when one of them failed.
    """
    found = 0
    for file in build.glob("*.js"):
        text, times = GIVES_UP.subn(
            lambda at: (
                f'{at[0]}if({at["message"]}.header.msg_type!=="execute_request")'
                f"return {at['again']}({at['message']});"
            ),
            file.read_text("utf-8"),
        )
        if times:
            file.write_text(text, "utf-8")
            found += times
    if found != 1:
        raise RuntimeError(
            f"JupyterLite gives up messages in {found} places, not in one: look at how the "
            "LiteKernelClient of this version treats an error, and at GIVES_UP"
        )


def collect(out: Path, folder: Path) -> None:
    """Gather the pure wheels: ours, those that are pinned, and the kernel's, which came with it."""
    _run("pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, ROOT)
    _run(
        *("pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--platform", "any"),
        *("--python-version", PYTHON, "--implementation", "py", "--abi", "none"),
        *("--require-hashes", "-r", ROOT / "requirements" / "browser.txt", "--dest", folder),
    )
    source = out / "extensions" / KERNEL.partition(":")[0] / "static" / "pypi"
    for name in ("ipykernel", "piplite", "pyodide_kernel"):
        [wheel] = source.glob(f"{name}-*.whl")
        shutil.copy(wheel, folder)


def _run(*command: object, cwd: Path | None = None) -> None:
    run = subprocess.run(
        [sys.executable, "-m", *map(str, command)], cwd=cwd, capture_output=True, text=True
    )
    if run.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{run.stdout}{run.stderr}")


def _configure(out: Path, wheels: Path, pyodide: Path | None) -> None:
    static = out / "static"
    place = static / "packages"
    place.mkdir()
    lock = json.loads(COMPILED.read_text("utf-8"))
    known = lock["packages"]
    if pyodide is None:
        for package in known.values():
            package["file_name"] = DISTRIBUTION + package["file_name"]
    else:
        (static / "pyodide").mkdir()
        for name in CORE:
            shutil.copy(pyodide / name, static / "pyodide")
        # Whoever has no compiled packages must not be asked for them.
        for name, package in list(known.items()):
            if (wheel := pyodide / package["file_name"]).is_file():
                shutil.copy(wheel, place)
            else:
                del known[name]
    for wheel in wheels.glob("*.whl"):
        shutil.copy(wheel, place)
        package = describe(wheel)
        known[package["name"]] = package
    # JupyterLab, numpy and matplotlib are needed by ours, but not before a cell asks for them.
    known["farkle-edu"]["depends"] = ["anywidget", "ipywidgets"]
    for package in known.values():
        package["depends"] = [name for name in package["depends"] if name in known]
    (place / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")

    config = out / "jupyter-lite.json"
    told = json.loads(config.read_text("utf-8"))
    plugins = told["jupyter-config-data"].setdefault("litePluginSettings", {})
    plugins.setdefault(KERNEL, {}).update(
        pyodideUrl="./static/pyodide/pyodide.mjs" if pyodide else f"{DISTRIBUTION}pyodide.mjs",
        disablePyPIFallback=True,
        loadPyodideOptions={
            "lockFileURL": "./static/packages/pyodide-lock.json",
            "packages": AT_START,
        },
    )
    told["jupyter-config-data"]["appName"] = "farkle_edu"
    config.write_text(json.dumps(told, indent=1), "utf-8")


def describe(wheel: Path) -> dict[str, Any]:
    """What a Pyodide lock file says of a pure wheel."""
    name, version, _, _ = parse_wheel_filename(wheel.name)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        [metadata] = [each for each in names if each.endswith(".dist-info/METADATA")]
        requires = email.message_from_bytes(archive.read(metadata)).get_all("Requires-Dist", [])
    needed = [Requirement(text) for text in requires]
    return {
        "name": str(name),
        "version": str(version),
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(
            {
                each.split("/")[0].removesuffix(".py")
                for each in names
                if each.endswith(".py") and ".data/" not in each
            }
        ),
        "depends": [
            canonicalize_name(one.name)
            for one in needed
            if one.marker is None or one.marker.evaluate(MARKERS)
        ],
        "unvendored_tests": False,
    }
