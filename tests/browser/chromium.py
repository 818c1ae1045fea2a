"""Finding a Chromium, or fetching Debian's, and starting it so that nothing of this machine shows through."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from fonts import system_fonts
from playwright.sync_api import Browser, Playwright

from machine import one_at_a_time

SHELL = "/usr/bin/chromium-headless-shell"
# Playwright's own list, which ours replaces, and what a window without a screen needs no process for: the browser's own
# bars and menus, and renderers in store for pages that nobody opens. Each would cost every page of the tests a second.
DISABLED = [
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "PreloadTopChromeWebUI",
    "InitialWebUI",
    "WebUIReloadButton",
    "WebUIToolbar",
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
]
ARGUMENTS = [
    f"--disable-features={','.join(DISABLED)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
]


def find_chromium(playwright: Playwright) -> str:
    """The browser of `$HARDTACK_CHROMIUM`, of this system, of Playwright, or a freshly installed one.

    Debian's headless shell comes first: the same engine without the windows around it, so that pages open sooner.
    """
    own = playwright.chromium.executable_path
    wanted = [os.environ.get("HARDTACK_CHROMIUM"), SHELL, "/usr/bin/chromium", shutil.which("chromium-browser"),
              shutil.which("google-chrome"), own]  # fmt: skip
    for path in wanted:
        if path and Path(path).exists():
            return path
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=environment)
        for program in (SHELL, "/usr/bin/chromium"):  # not every release has the shell by itself
            install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", Path(program).name]
            done = subprocess.run(install, check=False, env=environment, stdout=subprocess.DEVNULL)
            if done.returncode == 0:
                return program
    raise RuntimeError("the browser tests need a Chromium: install one, or name it in $HARDTACK_CHROMIUM")


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
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS, env=environment)
