"""Compares the include paths of the modules with the tables of docs/architecture.md.

Usage: dependencies_test.py TOP INCLUDE_PATHS, where INCLUDE_PATHS has a line "FOLDER path|path|..." for each module of
the build. Every ordered pair of modules is tried: the headers of the second are on the include path of the first if and
only if the table allows it, directly or through another module. Prints what is wrong and ends with status 1.
"""

import pathlib
import re
import sys

DRAWING = re.compile(r"<(epoxy|GL|EGL|cairo)")
QT = re.compile(r"<(Q[A-Z]|qt5)")


def rows_of(text):
    """{folder: its cell "may use"}, from the rows "| `folder` | ... | may use |"."""
    rows = {}
    for line in text.splitlines():
        match = re.match(r"\| `((?:core|app|capture|render|widgets)[a-z_/]*)` \|.*\| ([^|]*) \|$", line)
        if match:
            rows[match[1]] = match[2].split(";")[0].strip()
    return rows


def table_of(text, built):
    """Two dictionaries. {module or submodule: those that it may use directly}; a module without files of its own, which is
    not in `built`, is all of its submodules. {such a module: (its submodules, what it may use)}."""
    rows = rows_of(text)
    submodules = {folder: [other for other in rows if other.startswith(folder + "/")] for folder in rows if folder not in built}
    modules = {folder.split("/")[-1]: folder for folder in rows
               if not any(folder.startswith(other + "/") for other in rows if other != "app")}
    group_of = {other: folder for folder, others in submodules.items() for other in others}

    def parts(folder):
        return set(submodules.get(folder) or [folder])

    def named(word, folder):
        """What a word in the row of a folder means: a path from the top, a submodule beside the folder, a module, or
        nothing, where it is a library."""
        if word in rows:
            return parts(word)
        beside = f"{group_of.get(folder)}/{word}"
        return parts(beside if beside in rows else modules[word]) if beside in rows or word in modules else set()

    def used(folder):
        words = rows[folder]
        everything = re.match(r"everything(?: but ([a-z_]+(?: and [a-z_]+)*))?$", words)
        if everything:
            excluded = {folder, "app"} | {modules[word] for word in (everything[1] or "").split(" and ") if word}
            return set().union(*(parts(other) for other in modules.values() if other not in excluded))
        return set().union(*(named(word, folder) for word in words.split(", ")))

    table = {folder: used(folder) for folder in rows if not submodules.get(folder)}
    groups = {folder: (set(others), used(folder)) for folder, others in submodules.items() if others}
    return table, groups


def reachable(table, folder):
    found, pending = set(), [folder]
    while pending:
        for other in table[pending.pop()] - found:
            found.add(other)
            pending.append(other)
    return found


def check_table(table, groups):
    """Dependencies point one way, and a submodule uses no more than the row of its module says."""
    wrong = [f"docs/architecture.md: {folder} uses itself, by way of others" for folder in table
             if folder in reachable(table, folder)]
    for group, (parts, may_use) in groups.items():
        allowed = parts.union(may_use, *(reachable(table, other) for other in may_use))
        for folder in parts:
            wrong += [f"docs/architecture.md: {folder} may use {other}, but {group} may not"
                      for other in sorted(table[folder] - allowed)]
    return wrong


def check_pairs(top, table, paths):
    tried, wrong = 0, []
    headers = {folder: min((top / folder).glob("*.h")).relative_to(top) for folder in paths if folder != "app"}
    for folder, include_path in paths.items():
        allowed = reachable(table, folder) | {folder}
        for other, header in headers.items():
            tried += 1
            found = any((pathlib.Path(path) / header).exists() for path in include_path)
            if found and other not in allowed:
                wrong.append(f"{folder} can include {header}; docs/architecture.md does not allow it")
            if not found and other in allowed:
                wrong.append(f"{folder} cannot include {header}; docs/architecture.md says that it may")
    return tried, wrong


def check_includes(top, table):
    """A build that compiles a module's submodules as one library would let a source include more than its row says."""
    folders = sorted(table, key=len, reverse=True)

    def module_of(path):
        return next((folder for folder in folders if path.startswith(folder + "/")), None)

    wrong = []
    for part in ("core", "capture", "render", "widgets", "app"):
        for file in sorted((top / part).rglob("*.[hc]*")):
            name = str(file.relative_to(top))
            folder = module_of(name)
            if folder is None:
                wrong.append(f"{name} is in no module of docs/architecture.md")
                continue
            allowed = reachable(table, folder) | {folder}
            for header in re.findall(r'^#include "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
                other = module_of(header)
                if other is not None and other not in allowed:
                    wrong.append(f"{name} includes {header}; docs/architecture.md does not allow it")
    return wrong


def check_sources(top):
    """Libraries that lie on the compiler's own path can be watched by name alone; so can relative includes."""
    wrong = []
    for folder in ("core", "capture", "render", "widgets", "app"):
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


def main():
    top = pathlib.Path(sys.argv[1])
    paths = {}
    for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines():
        folder, _, include_path = line.partition(" ")
        paths[folder] = include_path.split("|")
    table, groups = table_of((top / "docs/architecture.md").read_text(encoding="utf-8"), paths)
    wrong = [f"{folder} has no row in docs/architecture.md" for folder in paths if folder not in table]
    folders = {folder for part in ("core", "app", "capture", "render", "widgets") for file in (top / part).rglob("CMakeLists.txt")
               for folder in re.findall(r"hitmap_module\(([^\s)]+)", file.read_text(encoding="utf-8"))}
    wrong += [f"{folder} of docs/architecture.md is no module" for folder in table if folder not in folders]
    tried = 0
    if not wrong:
        wrong = check_table(table, groups)
    if not wrong:
        tried, wrong = check_pairs(top, table, paths)
        wrong += check_includes(top, table)
    wrong += check_sources(top)
    print("\n".join(wrong + [f"{tried} pairs of modules tried"]))
    return 1 if wrong or tried < 50 * 49 else 0


if __name__ == "__main__":
    sys.exit(main())
