"""axe and TypeScript from npm, with the versions and hashes of node/package-lock.json, kept inside the environment."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from machine import one_at_a_time

HERE = Path(__file__).parent / "node"


@cache
def node_tools() -> Path:
    """The folder with `node_modules`; installed once for each lock file."""
    lock = (HERE / "package-lock.json").read_bytes()
    folder = Path(sys.prefix) / f"browser-checks-{hashlib.sha256(lock).hexdigest()[:12]}"
    with one_at_a_time("npm"):
        if not (folder / "ready").exists():
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns("node_modules"))
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
            (folder / "ready").touch()
    return folder / "node_modules"


def axe_source() -> str:
    return (node_tools() / "axe-core" / "axe.min.js").read_text("utf-8")


def tsc() -> str:
    return str(node_tools() / ".bin" / "tsc")
