"""Make the compiled build: the package again, with its hot modules compiled to C by mypyc.

    python tools/compile.py --into build/fast [--battles bull_run] [-O 2]

The sources stay as they are. `--into` gets a copy of the package with a compiled module beside each hot one; Python
prefers those. Put it first on the path (`PYTHONPATH=build/fast`) and `hardtack --version` says "compiled".

mypyc writes one C file for each module, all of one group, so that modules call each other directly. The files are
compiled side by side, and objects are kept under a key of everything they are made from: a second run compiles only
what changed. Without optimisation (`-O 0`) it is one C file for all modules: the compiler then spends more time on
headers than on code, and reads them once.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from spelled_out import Source, annotated, spell_out

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
ROOMS = ("board", "referee", "battles")
GROUP = "hardtack"
INT_OPS = ROOT / "tools" / "int_ops.c"  # of mypyc's functions, what is quicker written anew
REPLACED = ("CPyTagged_BitwiseLongOp_",)
QUICKER = ROOT / "tools" / "quicker.h"  # what is put in the place of what mypyc writes

# As mypyc writes it: a name looked up in its module; a shift of which the last bit is asked; `a & ~b`.
LOOKED_UP = re.compile(r"(_globals;\n *(\w+) = CPyStatics\[\d+\]; /\*[^\n]*\*/\n *\w+ = )CPyDict_GetItem(\(\w+, \2\);)")
BIT_ASKED = re.compile(r"(\b(cpy_r_r\d+) = )CPyTagged_Rshift(\(\w+, \w+\);(?:\n[^\n]*){1,9}?= CPyTagged_And\(\2, 2\);)")
LEFT_OUT = re.compile(
    r"(\b(cpy_r_r\d+) = )CPyTagged_Invert\((\w+)\);((?:\n[^\n]*){1,8}?= )CPyTagged_And\((?:\2, (\w+)|(\w+), \2)\);"
)

# `Kind.__new__(Kind)`, and any call.
MADE_BLANK = re.compile(
    r"(= CPyStatics\[\d+\]; /\* '__new__' \*/\n *PyObject \*\w+\[2\] = \{(\w+), \w+\};\n[^\n]*\n *\w+ = )"
    r"PyObject_VectorcallMethod\((\w+, \w+, 9223372036854775810ULL, 0)\);"
)
CALLED = re.compile(r"\bPyObject_Vectorcall\(")

# A function to its end; mypyc indents more and more where everything is in one file.
TRAVERSE = re.compile(r"^( *)\w+_traverse\([^;\n]*\n.*?^\1}$", re.MULTILINE | re.DOTALL)

# Where the time of a game goes.
REFEREE = (
    "actions", "bans", "chance", "decisions", "dice", "events", "frames", "knowledge", "nearby", "options", "orders",
    "playout", "scenario", "situations", "state", "umpire", "views",
)  # fmt: skip
# What no game waits for: files, pages and checks of positions. It stays as it is.
COLD = (
    "*/__init__.py", "board/native.py", "board/map*.py", "battles/*/*page.py",
    "battles/*/*soundness.py", "battles/*/showing.py", "battles/*/charts.py", "battles/*/battle.py",
    "battles/*/book.py", "battles/*/series.py", "battles/*/counters.py",
)  # fmt: skip


def hot_modules(battles: Sequence[str]) -> list[Path]:
    """The modules worth compiling, of all battles or of some."""
    found = []
    for room in ROOMS:
        for path in sorted((SOURCE / "hardtack" / room).rglob("*.py")):
            name = path.relative_to(SOURCE / "hardtack").as_posix()
            if any(fnmatch(name, pattern) for pattern in COLD) or (room == "referee" and path.stem not in REFEREE):
                continue
            if room == "battles" and battles and name.split("/")[1] not in battles:
                continue
            found.append(path)
    return found


def write_c(modules: Sequence[Path], work: Path, several: bool) -> list[Any]:
    """Let mypyc write the C files, one or several; gives what is to be made of them."""
    from mypyc.build import mypycify

    source = work / "src"
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(SOURCE / "hardtack", source / "hardtack", ignore=shutil.ignore_patterns("__pycache__", "data"))
    known = Source(SOURCE / "hardtack")
    for path in modules:
        name = path.relative_to(SOURCE)
        text = spell_out(known, ".".join(name.with_suffix("").parts), path.read_text(encoding="utf-8"))
        (source / name).write_text(text, encoding="utf-8")
    os.environ["MYPYPATH"] = str(source)
    flags = ["--strict", "--namespace-packages", "--explicit-package-bases", f"--cache-dir={work / 'types'}"]
    os.chdir(source)  # mypyc writes the paths it was given into the C files
    paths = [path.relative_to(SOURCE).as_posix() for path in modules]
    made = list(mypycify([*flags, *paths], multi_file=several, group_name=GROUP, target_dir=str(work / "c")))
    for file in {file for extension in made for file in extension.sources}:
        mend(Path(file))
    return made


def mend(file: Path) -> None:
    """Change in a C file what mypyc does not write as we need it."""
    text = file.read_text(encoding="utf-8")
    quicker, names = LOOKED_UP.subn(r"\1MODULE_NAME\3", text)
    quicker, bits = BIT_ASKED.subn(ask_bit, quicker)
    quicker, masks = LEFT_OUT.subn(leave_out, quicker)
    quicker, blanks = MADE_BLANK.subn(r"\1BLANK(\2, \3);", quicker)
    quicker, calls = CALLED.subn("CALL(", quicker)
    any_of_it = names or bits or masks or blanks or calls
    mended = visit_once((QUICKER.read_text(encoding="utf-8") if any_of_it else "") + quicker)
    if mended != text:
        file.write_text(mended, encoding="utf-8")


def ask_bit(found: re.Match[str]) -> str:
    """`mask >> number & 1` without the shifted mask, where nothing else is done with that."""
    return found[0] if is_used_again(found) else f"{found[1]}LAST_BITS{found[3]}"


def leave_out(found: re.Match[str]) -> str:
    """`a & ~b` without the inverted set, where nothing else is done with that."""
    if is_used_again(found):
        return found[0]
    name, closed, between, other = found[2], found[3], found[4], found[5] or found[6]
    return f"{found[1]}{closed};\n    CPyTagged_INCREF({name});{between}WITHOUT({other}, {name});"


def is_used_again(found: re.Match[str]) -> bool:
    """Whether a value is used, on the way to where it is wanted or after it, but to be let go or held for an error."""
    end = found.string.index("\n}\n", found.start())
    told = rf"CPyTagged_X?(INC|DEC|Inc|Dec)(REF|Ref)\({found[2]}\)|\b{found[2]} == CPY_INT_TAG"
    rest = re.sub(told, "", found.string[found.start() : end])
    made_and_wanted = 2  # fewer where the other use is in another function
    return len(re.findall(rf"\b{found[2]}\b", rest)) != made_and_wanted


def visit_once(text: str) -> str:
    """Let each class show the garbage collector an attribute once.

    mypyc shows one that a class declares again (`battle: MusketBattle`) once for each declaration. The collector then
    believes that there are fewer references from elsewhere than there are, and empties what is still in use.
    """
    return TRAVERSE.sub(lambda found: "\n".join(without_repeats(found[0].split("\n"))), text)


def without_repeats(lines: Sequence[str]) -> list[str]:
    """The lines of a function without the visits that were there before."""
    seen: set[str] = set()
    kept = []
    for line in lines:
        if line.lstrip().startswith("Py_VISIT("):
            if line in seen:
                line = line[: len(line) - len(line.lstrip())] + ";"
            seen.add(line)
        kept.append(line)
    return kept


def written_annotations(modules: Sequence[Path]) -> dict[str, dict[str, str]]:
    """What stands in the body of each class; a compiled class has forgotten it (`hardtack.board.native`)."""
    found = {}
    for path in modules:
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[f"{module}.{node.name}"] = {
                    ast.unparse(part.target): ast.unparse(part.annotation) for part in annotated(node)
                }
    return found


@dataclass(frozen=True)
class Kernel:
    """What is written in C to begin with, as another extension beside those of mypyc."""

    name: str = "hardtack.board.kernel"
    sources: Sequence[str] = (str(SOURCE / "hardtack" / "board" / "kernel.c"),)
    include_dirs: Sequence[str] = ()

    @property
    def parts(self) -> list[Path]:
        """The files that the source is put together from."""
        return sorted((SOURCE / "hardtack" / "board").glob("kernel_*.h"))


def digest(parts: Iterable[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(hashlib.sha256(part).digest())
    return found.hexdigest()[:32]


def compile_all(extensions: Sequence[Any], work: Path, into: Path, level: str, jobs: int) -> None:
    """Compile and link; objects are kept in `work/objects`."""
    objects = work / "objects"
    objects.mkdir(parents=True, exist_ok=True)
    compiler = os.environ.get("CC", "cc").split()
    folders = dict.fromkeys(folder for ext in extensions for folder in ext.include_dirs)  # in an order that stays
    include = [sysconfig.get_paths()["include"], *folders]
    flags = [
        "-fPIC",
        f"-O{level}",
        "-DNDEBUG",
        "-w",
        "-fwrapv",
        "-fno-strict-aliasing",
        "-fvisibility=hidden",  # all calls stay within the library: the compiler need not expect others in their place
        *(f"-I{folder}" for folder in include),
    ]
    headers = [path.read_bytes() for folder in include[1:] for path in sorted(Path(folder).rglob("*.h"))]
    beside = {source: ext.parts for ext in extensions if isinstance(ext, Kernel) for source in ext.sources}
    common = digest([*headers, " ".join([*compiler, *flags, sys.version]).encode()])

    def compiled(source: str) -> Path:
        written = [Path(source), *beside.get(source, ())]
        kept = objects / f"{digest([common.encode(), *(path.read_bytes() for path in written)])}.o"
        if not kept.exists():
            part = kept.with_suffix(f".{os.getpid()}.part")
            subprocess.run([*compiler, *flags, "-c", source, "-o", str(part)], check=True)
            part.replace(kept)
        return kept

    parts = {ext.name: [*ext.sources] for ext in extensions}
    library = f"{GROUP}__mypyc"
    replace = sys.platform == "linux" and library in parts  # only there the linker knows how
    if replace:
        parts[library].append(str(INT_OPS))
    sources = sorted({source for some in parts.values() for source in some}, key=lambda s: -Path(s).stat().st_size)
    with ThreadPoolExecutor(jobs) as pool:
        made = dict(zip(sources, pool.map(compiled, sources), strict=True))
    for old in set(objects.iterdir()) - set(made.values()):
        old.unlink()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    shared = ["-dynamiclib", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]

    def link(ext: Any) -> None:
        target = into / (ext.name.replace(".", "/") + suffix)
        target.parent.mkdir(parents=True, exist_ok=True)
        wrapped = [f"-Wl,--wrap={name}" for name in REPLACED if replace and ext.name == library]
        objects_of = [str(made[source]) for source in parts[ext.name]]
        subprocess.run([*compiler, *shared, *wrapped, *objects_of, "-o", str(target)], check=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(link, extensions))


def build(into: Path, battles: Sequence[str] = (), level: str = "2", jobs: int | None = None) -> None:
    work = ROOT / "build" / ("mypyc-" + ("-".join(sorted(battles)) or "all"))
    started = time.time()
    modules = hot_modules(battles)
    extensions = write_c(modules, work, level != "0")
    written = time.time()
    shutil.rmtree(into / "hardtack", ignore_errors=True)
    shutil.copytree(SOURCE / "hardtack", into / "hardtack", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    notes = into / "hardtack" / "board" / "annotations.json"
    notes.write_text(json.dumps(written_annotations(modules), indent=1), encoding="utf-8")
    compile_all([*extensions, Kernel()], work, into, level, jobs or os.cpu_count() or 2)
    print(f"{len(modules)} modules: mypyc {written - started:.0f} s, C {time.time() - written:.0f} s")


def can_compile() -> bool:
    """Whether there is a C compiler, and what Python needs to be compiled against."""
    compiler = os.environ.get("CC", "cc").split()[0]
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    missing = [what for what, there in ((compiler, shutil.which(compiler)), (header, header.exists())) if not there]
    if missing:
        print(f"nothing is compiled here: there is no {missing[0]}")
    return not missing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "fast")
    parser.add_argument("--battles", nargs="*", default=(), help="folders of battles; without it, all")
    parser.add_argument("-O", dest="level", default="2")
    parser.add_argument("-j", dest="jobs", type=int)
    parser.add_argument("--check", action="store_true", help="only say whether anything can be compiled here")
    chosen = parser.parse_args()
    if chosen.check:
        sys.exit(not can_compile())
    build(chosen.into.resolve(), chosen.battles, chosen.level, chosen.jobs)


if __name__ == "__main__":
    main()
