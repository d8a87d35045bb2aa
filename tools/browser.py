"""Find the browser that the browser tests drive; `python -m tools.browser` gets one if needed."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
MISSING = (
    "The browser tests need Chromium or Chrome and found none. Install one of them "
    "(Debian: apt-get install chromium; elsewhere: .venv/bin/playwright install chromium)."
)


def find_browser() -> str | None:
    """Path of a Chromium or Chrome on this machine, or None."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and MAC.exists():
        return str(MAC)
    return found or _playwrights_own()


def _playwrights_own() -> str | None:
    # Asked in a process of its own, for the tests that ask may have Playwright running already.
    code = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as playwright: print(playwright.chromium.executable_path)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    path = run.stdout.strip()
    return path if Path(path).is_file() else None


def _driver_problem() -> str:
    """Why Playwright's own program does not start here, or "" if it does."""
    run = subprocess.run(
        [sys.executable, "-m", "playwright", "--version"], capture_output=True, text=True
    )
    return run.stderr.strip() or "no reason given" if run.returncode else ""


def _is_debian() -> bool:
    # Ubuntu's chromium package is a snap, which a container cannot start.
    try:
        return platform.freedesktop_os_release().get("ID") == "debian"
    except OSError:
        return False


def install_browser() -> None:
    """Install Chromium in the way that suits this machine; a failure shows in what it prints."""
    if _is_debian() and os.geteuid() == 0:
        apt = ["apt-get", "-qq", "-o", "Acquire::Retries=3"]
        # Playwright's driver is a Node that needs libatomic, and a small Debian has none.
        packages = ["chromium", "libatomic1"]
        subprocess.run([*apt, "update"], check=False)
        subprocess.run(
            [*apt, "install", "-y", "--no-install-recommends", *packages],
            check=False,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdout=subprocess.DEVNULL,
        )
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> None:
    if find_browser() is None or _driver_problem():
        install_browser()
    if problem := _driver_problem():
        sys.exit(f"Playwright, which drives the browser, does not start here: {problem}")
    if find_browser() is None:
        sys.exit(MISSING)


if __name__ == "__main__":
    main()
