"""The page's modules and style sheets put together: a browser asks for four files instead of ninety.

The sources stay what they are, modules that a browser could run one by one, and nobody has to build anything: the
server does this when the page is first asked for, and again when a file has changed. A module becomes a function that
is run once, when it is first needed; what it imports it takes from the modules before it, what it exports it returns:

    put("board/hexes.js", (() => {
      const { api } = need("api.js");
      ...
      return { Hexes };
    }));

There are three parts: what index.html starts with, what it goes on with, and all that these load later by `import()`.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

# As the formatter writes them: at the beginning of a line, names in braces.
IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.[^"]+)";', re.MULTILINE)
PASSED_ON = re.compile(r'^export \* from "(\.[^"]+)";', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+\.js)"\)')
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

SCRIPT = re.compile(r'<script type="module"( async)? src="/assets/([^"]+)"></script>\n?')
STYLE = re.compile(r'<link rel="stylesheet" href="/assets/([^"]+)">\n?')

REGISTER = """const bodies = new Map(), made = new Map();
export const put = (name, body) => bodies.set(name, body);
export function need(name) {
  if (!made.has(name)) made.set(name, bodies.get(name)());
  return made.get(name);
}
export const late = async (name) => (bodies.has(name) || (await import("./late.js")), need(name));
"""
TAKE_REGISTER = 'import { put, need, late } from "./early.js";\n'


class CannotBundle(ValueError):
    """A source is written in a way that is not provided for."""


@dataclass(frozen=True)
class Module:
    """One source: what it needs at once, what it may load later, and its code."""

    name: str
    text: str

    def resolve(self, address: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.name), address))

    @cached_property
    def needs(self) -> list[str]:
        found = [address for _, address in IMPORT.findall(self.text)] + PASSED_ON.findall(self.text)
        return [self.resolve(address) for address in found]

    @cached_property
    def later(self) -> list[str]:
        return [self.resolve(address) for address in LATER.findall(self.text)]

    def body(self) -> str:
        """The code as a function; its lines are where they were."""
        exported = [name for _, name in EXPORT.findall(self.text)]
        exported += [f'...need("{self.resolve(address)}")' for address in PASSED_ON.findall(self.text)]
        code = IMPORT.sub(lambda found: self.take(found[1], found[2]), self.text)
        code = EXPORT.sub(r"\1 \2", PASSED_ON.sub("", code))
        if left := LEFT_OVER.search(code):
            raise CannotBundle(f"{self.name}: {left[0]}")
        code = LATER.sub(lambda found: f'late("{self.resolve(found[1])}")', code)
        return f'put("{self.name}", (() => {{ {code}return {{ {", ".join(exported)} }};\n}}));\n'

    def take(self, names: str, address: str) -> str:
        return f'const {names.replace(" as ", ": ")} = need("{self.resolve(address)}");'


class Sources:
    """The modules of a folder, read as they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.read: dict[str, Module] = {}

    def module(self, name: str) -> Module:
        if name not in self.read:
            self.read[name] = Module(name, (self.folder / name).read_text("utf-8"))
        return self.read[name]

    def in_order(self, starts: Iterable[str], but: Iterable[str] = ()) -> list[str]:
        """The modules some need, each behind those that it needs itself; without those that are there already."""
        done: dict[str, None] = dict.fromkeys(but)
        known = len(done)
        for start in starts:
            self.visit(start, done, ())
        return list(done)[known:]

    def visit(self, name: str, done: dict[str, None], above: tuple[str, ...]) -> None:
        if name in above:  # such modules would have to share what is not there yet
            raise CannotBundle(" needs ".join([*above[above.index(name) :], name]))
        if name not in done:
            for needed in self.module(name).needs:
                self.visit(needed, done, (*above, name))
            done[name] = None

    def loaded_later(self, there: list[str]) -> list[str]:
        """All that is loaded by and by, once the given modules are there."""
        found = list(there)
        for name in found:  # which grows meanwhile
            found += self.in_order(self.module(name).later, found)
        return found[len(there) :]


@dataclass(frozen=True)
class Bundles:
    """A page with what it names put together, and everything that it was made of."""

    page: str
    parts: dict[str, str]  # by file name
    edition: str
    sources: list[Path]


def bundle(folder: Path) -> Bundles:
    """Put together what `index.html` of a folder names."""
    page = (folder / "index.html").read_text("utf-8")
    sources = Sources(folder)
    scripts = [name for _, name in SCRIPT.findall(page)]
    sheets = STYLE.findall(page)
    early = sources.in_order(scripts[:1])
    board = sources.in_order(scripts[1:], early)
    late = sources.loaded_later(early + board)
    parts = {"style.css": "".join((folder / name).read_text("utf-8") for name in sheets)}
    for part, names, starts in (("early", early, scripts[:1]), ("board", board, scripts[1:]), ("late", late, [])):
        head = REGISTER if part == "early" else TAKE_REGISTER
        bodies = (sources.module(name).body() for name in names)
        parts[f"{part}.js"] = "".join([head, *bodies, *(f'need("{start}");\n' for start in starts)])
    edition = hashlib.sha256("\0".join(parts.values()).encode()).hexdigest()[:16]
    used = [folder / name for name in ("index.html", *sheets, *sources.read)]
    return Bundles(named(page, edition), parts, edition, used)


def named(page: str, edition: str) -> str:
    """The page with the bundles in the places of the first script, the second, and the style sheets."""
    place = f"/assets/together/{edition}"
    parts, sheets = iter(("early", "board")), iter((f'<link rel="stylesheet" href="{place}/style.css">\n',))
    page = SCRIPT.sub(
        lambda tag: f'<script type="module"{tag[1] or ""} src="{place}/{next(parts)}.js"></script>\n', page
    )
    return STYLE.sub(lambda _: next(sheets, ""), page)
