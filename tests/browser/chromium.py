"""Finding a Chromium, or fetching Debian's, and starting it so that nothing of this machine shows through."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from fonts import system_fonts
from playwright.sync_api import Browser, Playwright

from machine import one_at_a_time

ARGUMENTS = [
    "--no-sandbox",
    "--font-render-hinting=slight",  # as fonts.py has it: the headless shell does not ask the font configuration
    "--renderer-process-limit=1",  # for each profile: a new page finds what the one before has read (profiles.py)
    "--disable-gpu",
    "--in-process-gpu",  # a process less to talk to: a tenth of the whole work
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
]


START_MS = 180_000  # on a machine that installs and compiles things meanwhile
SHELL = "chromium-headless-shell"  # Chromium without the windows nobody sees: the same pages for half the work


def find_chromium(playwright: Playwright) -> str:
    """The browser of `$HARDTACK_CHROMIUM`, Debian's windowless one (fetched if it can be), or any other at hand."""
    named = os.environ.get("HARDTACK_CHROMIUM") or shutil.which(SHELL) or fetched(SHELL)
    others = ("chromium", "chromium-browser", "google-chrome")
    wanted = [named, *map(shutil.which, others), playwright.chromium.executable_path]
    found = next((path for path in wanted if path and Path(path).exists()), None) or fetched("chromium")
    if found is not None:
        return found
    raise RuntimeError("the browser tests need a Chromium: install one, or name it in $HARDTACK_CHROMIUM")


def fetched(package: str) -> str | None:
    """A Debian package's program, installed now; None where that cannot be done."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]
    for command in (["apt-get", "update", "-qq"], install):
        if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL).returncode:
            return None
    return shutil.which(package)


def start_chromium(playwright: Playwright, folder: Path, japanese: bool = False) -> Browser:
    """A Chromium with the fonts of fonts.py, whose home, clock and language are those of no machine."""
    with one_at_a_time("chromium"):
        path = find_chromium(playwright)
    home = folder / "home"
    home.mkdir(parents=True)
    environment: dict[str, str | float | bool] = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "FONTCONFIG_FILE": str(system_fonts(folder, japanese)),
    }
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS, env=environment, timeout=START_MS)
