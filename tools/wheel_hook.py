"""Puts compiled modules into a wheel where HARDTACK_COMPILE=1 asks for them; see `make wheel`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[1]


class CompiledModules(BuildHookInterface):  # type: ignore[type-arg]
    """Everything else of the package is in the wheel anyway, the sources of the compiled modules included."""

    wanted = os.environ.get("HARDTACK_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        return ["mypy>=2", "setuptools"] if self.wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self.wanted or version == "editable":
            return
        sys.path.insert(0, str(ROOT / "tools"))
        from compile import build  # type: ignore[import-not-found]

        into = ROOT / "build" / "fast"
        build(into)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in (*into.rglob("*.so"), *into.rglob("*.pyd"), *into.rglob("annotations.json")):
            build_data["force_include"][str(path)] = path.relative_to(into).as_posix()
