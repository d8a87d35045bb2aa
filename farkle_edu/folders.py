"""Writing files and folders so that they are whole at any moment, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write_whole(path: Path, content: bytes | str) -> None:
    """Put the content into a file, all of it or, with an OSError that says why, nothing."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise


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
    with replaced(folder) as made:
        yield made


@contextmanager
def replaced(folder: Path, keep: bool = True) -> Iterator[Path]:
    """An empty folder to fill, which takes the place of ``folder`` when everything has gone well.

    With ``keep``, what was in the old one is kept under another name.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        yield made
        made.chmod(0o755)
        old = _free_name(folder) if folder.exists() else None
        if old:
            folder.rename(old)
        try:
            made.rename(folder)
        except OSError:
            if old:
                old.rename(folder)
            raise
        if old and old.is_dir() and not (keep and any(old.iterdir())):
            shutil.rmtree(old)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _free_name(folder: Path) -> Path:
    number = 1
    while (name := folder.with_name(f"{folder.name}.old-{number}")).exists():
        number += 1
    return name
