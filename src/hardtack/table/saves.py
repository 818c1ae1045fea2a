"""Records on disk. A save is a record with the secret of its dice, so that reloading never changes a roll."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hardtack.battles import find_battle
from hardtack.table.match import FindBattle, Match


def save(match: Match, path: Path) -> None:
    """Write the match; after a crash the file is the old one or the new one, never a part of either."""
    write_atomically(path, match.save_text())


def load(path: Path, find: FindBattle = find_battle) -> Match:
    return Match.from_record(path.read_text(encoding="utf-8"), find)


def write_atomically(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=path.name + ".", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """The new name is only safe once the folder is on disk; systems without folder handles do it themselves."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
