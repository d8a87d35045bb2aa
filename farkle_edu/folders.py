"""Writing a folder so that it is whole at any moment, and so that nothing is lost."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def new_folder(folder: Path, force: bool = False) -> Iterator[Path]:
    """An empty folder to fill, which becomes ``folder`` when everything has gone well.

    If something fails, what was there stays as it was. A folder with something in it is a
    ValueError; with ``force`` it is kept under another name, such as ``week1.old-1``.
    """
    folder = folder.resolve()
    taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    if taken and not force:
        raise ValueError(f"{folder} is there already; --force replaces it and keeps the old one")
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        yield made
        made.chmod(0o755)
        old = _free_name(folder) if taken else None
        if old:
            folder.rename(old)
        elif folder.exists():
            folder.rmdir()
        try:
            made.rename(folder)
        except OSError:
            if old:
                old.rename(folder)
            raise
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _free_name(folder: Path) -> Path:
    number = 1
    while (name := folder.with_name(f"{folder.name}.old-{number}")).exists():
        number += 1
    return name
