"""Build the static site: `python -m tools.site FOLDER`, or `make site`."""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from tools.site import live, pages


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to put the site; made anew each time")
    parser.add_argument(
        "--pyodide",
        type=Path,
        help="a folder with a copy of Pyodide, so as to fetch nothing",
    )
    args = parser.parse_args()
    if args.pyodide is not None and (problem := live.unfit(args.pyodide)):
        parser.error(problem)
    with tempfile.TemporaryDirectory() as work:
        out = Path(work) / "site"
        live.build(out / "live", Path(work), args.pyodide)
        pages.build(out)
        # The old site stays until the new one is whole.
        if args.folder.exists():
            shutil.rmtree(args.folder)
        shutil.move(out, args.folder)
    print(f"The site is in {args.folder}: put it on any web server, such as")
    print(f"    python -m http.server --directory {args.folder}")


if __name__ == "__main__":
    main()
