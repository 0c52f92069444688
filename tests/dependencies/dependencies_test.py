"""Checks the dependencies between modules, which USES in the lists of CMake states.

Usage: dependencies_test.py TOP MODULES, where MODULES has the lines "group|FOLDER|NAME|MEMBER MEMBER..." and
"module|FOLDER|NAME|USED USED...|path|path..." for each group and each module of the build. Every ordered pair of modules is
tried: the headers of the second are on the include path of the first if and only if the lists allow it, directly or through
another module. Dependencies point one way and keep to NEVER, sources include nothing else, and the tables of
docs/architecture.md have a row for each module. Prints what is wrong and ends with status 1.
"""

import collections
import pathlib
import re
import sys

DRAWING = re.compile(r"<(epoxy|GL|EGL|cairo)")
QT = re.compile(r"<(Q[A-Z]|qt5)")
TOP_FOLDERS = ("core", "capture", "render", "widgets", "app")

# What the modules in a folder never depend on, directly or through others, whatever USES says.
NEVER = {
    "core": ["render", "widgets", "app", "capture"],
    "render": ["widgets", "app", "capture"],
    "widgets": ["app", "capture"],
    # The layer is loaded into other programs: it writes recordings and has no other code of Hitmap.
    "capture": ["app", "widgets", "render", *("core/" + name for name in (
        "base jobs geometry bvh store tree layout simt raytracer relayout cache probe gpu_probe profile export analysis report "
        "source trace/model trace/stream trace/io trace/hmt trace/import trace/formats").split())],
    # The command line runs before any Qt object exists, and in builds without the window.
    "app/cli": ["widgets", "app/dialogs", "app/saving", "app/window", "app/figure_editor"],
    "app/sweep": ["app/cli", "widgets"],
    # The session is tested without widgets.
    "widgets/session": ["widgets/controls", "widgets/messages", "widgets/panes", "widgets/panels"],
    # Neither cache model knows the other.
    "core/cache/sdcm": ["core/cache/gpu", "core/cache/stages", "core/cache/pipeline", "core/cache/contents"],
    "core/cache/stages": ["core/cache/sdcm"],
    "core/cache/pipeline": ["core/cache/sdcm"],
    # The reader of recordings does not know those of other programs, nor these it.
    "core/trace/hmt": ["core/trace/import", "core/trace/formats"],
    "core/trace/import": ["core/trace/hmt", "core/trace/formats"],
}
# Programs and shared libraries of their own: no other module includes their headers.
USED_BY_NONE = ["core/mesh_reader", "capture/layer"]


def inside(folder, top):
    return folder == top or folder.startswith(top + "/")


Build = collections.namedtuple("Build", "uses paths groups")


def read_build(text):
    """uses: {module: those that it may use directly}, by folder, with groups replaced by their members. paths: {module: its
    include path}. groups: their folders."""
    members, folder_of, named, paths, groups = {}, {}, {}, {}, []
    for line in text.splitlines():
        kind, folder, name, words, *include_path = line.split("|")
        if kind == "group":
            groups.append(folder)
            members[name] = words.split()
        else:
            folder_of[name] = folder
            named[folder] = words.split()
            paths[folder] = include_path

    def folders(name):
        if name in members:
            return set().union(*(folders(member) for member in members[name]))
        return {folder_of[name]}

    uses = {folder: set().union(*(folders(name) for name in names)) for folder, names in named.items()}
    return Build(uses, paths, groups)


def reachable(uses, folder):
    found, pending = set(), [folder]
    while pending:
        for other in uses[pending.pop()] - found:
            found.add(other)
            pending.append(other)
    return found


def check_uses(used):
    """Dependencies point one way, and keep to NEVER and USED_BY_NONE."""
    wrong = [f"{folder} uses itself, by way of others" for folder in used if folder in used[folder]]
    for folder in used:
        for other in sorted(used[folder]):
            wrong += [f"{folder} uses {other}: {top} never depends on {never}" for top, nevers in NEVER.items()
                      for never in nevers if inside(folder, top) and inside(other, never)]
            wrong += [f"{folder} uses {other}, which no other module may use" for top in USED_BY_NONE
                      if inside(other, top) and not inside(folder, top)]
    return wrong


def check_rules(folders):
    """A rule for a folder that is gone would hold for nothing."""
    named = {*NEVER, *USED_BY_NONE, *(never for nevers in NEVER.values() for never in nevers)}
    return [f"dependencies_test.py: {folder} holds no module" for folder in sorted(named)
            if not any(inside(other, folder) for other in folders)]


def check_page(text, declared, groups):
    """The tables of docs/architecture.md have one row "| `folder` | contents |" for each module, and else only groups."""
    tables = re.findall(r"^\| (?:sub)?module \| contents \|\n\|---\|---\|\n((?:\|.*\n)*)", text, re.MULTILINE)
    rows = collections.Counter(re.findall(r"^\| `([\w/]+)` \|", "".join(tables), re.MULTILINE))
    wrong = [f"{folder} has no row in docs/architecture.md" for folder in sorted(declared - rows.keys())]
    wrong += [f"docs/architecture.md: {folder} is no module" for folder in sorted(rows.keys() - declared - set(groups))]
    return wrong + [f"docs/architecture.md: {folder} has {count} rows" for folder, count in rows.items() if count > 1]


def check_pairs(top, paths, used):
    tried, wrong = 0, []
    headers = {folder: min((top / folder).glob("*.h")).relative_to(top) for folder in paths if folder != "app"}
    for folder, include_path in paths.items():
        allowed = used[folder] | {folder}
        for other, header in headers.items():
            tried += 1
            found = any((pathlib.Path(path) / header).exists() for path in include_path)
            if found and other not in allowed:
                wrong.append(f"{folder} can include {header}; USES does not allow it")
            if not found and other in allowed:
                wrong.append(f"{folder} cannot include {header}; USES says that it may")
    return tried, wrong


def check_includes(top, used, declared):
    """A build that compiles a module's submodules as one library would let a source include more than its USES says."""
    folders = sorted(declared, key=len, reverse=True)

    def module_of(path):
        return next((folder for folder in folders if path.startswith(folder + "/")), None)

    wrong = []
    for part in TOP_FOLDERS:
        for file in sorted((top / part).rglob("*.[hc]*")):
            name = str(file.relative_to(top))
            folder = module_of(name)
            if folder is None:
                wrong.append(f"{name} is in no module")
            if folder not in used:  # this build leaves it out
                continue
            allowed = used[folder] | {folder}
            for header in re.findall(r'^#include "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
                other = module_of(header)
                if other is not None and other not in allowed:
                    wrong.append(f"{name} includes {header}; USES does not allow it")
    return wrong


def check_sources(top):
    """Libraries that lie on the compiler's own path can be watched by name alone; so can relative includes."""
    wrong = []
    for folder in TOP_FOLDERS:
        for file in sorted((top / folder).rglob("*.[hc]*")):
            for line in file.read_text(encoding="utf-8").splitlines():
                if not line.startswith("#include"):
                    continue
                name = file.relative_to(top)
                if '"../' in line or '"./' in line:
                    wrong.append(f"{name}: {line}: expected a path from the top")
                if folder in ("core", "capture", "render") and QT.search(line):
                    wrong.append(f"{name}: {line}: {folder} does not know Qt")
                if folder in ("core", "capture") and DRAWING.search(line):
                    wrong.append(f"{name}: {line}: {folder} does not draw")
    return wrong


def declared_modules(top):
    """The folders of all modules, also of those that this build leaves out."""
    return {folder for part in TOP_FOLDERS for file in (top / part).rglob("CMakeLists.txt")
            for folder in re.findall(r"hitmap_module\(([^\s)]+)", file.read_text(encoding="utf-8"))}


def main():
    top = pathlib.Path(sys.argv[1])
    build = read_build(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    declared = declared_modules(top)
    wrong = check_page((top / "docs/architecture.md").read_text(encoding="utf-8"), declared, build.groups)
    used = {folder: reachable(build.uses, folder) for folder in build.uses}
    wrong += check_rules([*declared, *build.groups]) + check_uses(used)
    tried, unequal = check_pairs(top, build.paths, used)
    wrong += unequal + check_includes(top, used, declared) + check_sources(top)
    print("\n".join(wrong + [f"{tried} pairs of modules tried"]))
    return 1 if wrong or tried < 50 * 49 else 0


if __name__ == "__main__":
    sys.exit(main())
