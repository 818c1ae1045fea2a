"""Boards drawn before, kept on disk: to draw all of them takes a quarter of a minute that the next start can save."""

from __future__ import annotations

import hashlib
import os
import shutil
import zlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile

import hardtack
from hardtack.server.packed import SVG, Packed, unpack

PACKAGE = Path(hardtack.__file__).parent
# All that a drawing depends on.
INK = ("board/*.py", "draw/*", "battles/**/*.py", "battles/**/*.toml", "battles/**/words.csv")


@lru_cache(maxsize=1)
def edition() -> str:
    """A name for all that drawings depend on: another edition draws them anew."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in INK for path in PACKAGE.glob(pattern) if path.is_file()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:20]


class PictureCache:
    """Drawings of this edition in a folder; a folder that cannot be read or written is done without."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / edition()

    def find(self, name: str) -> Packed | None:
        try:
            return unpack((self.folder / f"{name}.svg.gz").read_bytes(), SVG)
        except (OSError, EOFError, zlib.error):  # not there, or spoilt
            return None

    def keep(self, name: str, drawn: Packed) -> None:
        if drawn.packed is None:
            return
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self.folder, delete=False) as file:
                try:
                    file.write(drawn.packed)
                    file.flush()
                    os.replace(file.name, self.folder / f"{name}.svg.gz")  # another server may read it meanwhile
                except OSError:  # no room: leave no half of it behind
                    os.unlink(file.name)

    def clear_old(self) -> None:
        """Throw other editions away."""
        with suppress(OSError):
            for other in self.folder.parent.iterdir():
                if other != self.folder and other.is_dir():
                    shutil.rmtree(other, ignore_errors=True)
