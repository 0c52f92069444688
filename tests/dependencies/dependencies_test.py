"""Holds the modules' include paths against the table of docs/architecture.md.

Usage: dependencies_test.py TOP INCLUDE_PATHS, where INCLUDE_PATHS has a line "FOLDER path|path|..." for each module of
the build. Every ordered pair of modules is tried: the headers of the second are on the include path of the first if and
only if the table allows it, directly or through another module. Prints what is wrong and ends with status 1.
"""

import pathlib
import re
import sys

DRAWING = re.compile(r"<(epoxy|GL|EGL|cairo)")
QT = re.compile(r"<(Q[A-Z]|qt5)")


def table_of(text):
    """{folder: folders that it may use directly}, from the rows "| `folder` | ... | may use |"."""
    rows = {}
    for line in text.splitlines():
        match = re.match(r"\| `((?:core|app|render|widgets)[a-z_/]*)` \|.*\| ([^|]*) \|$", line)
        if match:
            rows[match[1]] = match[2].split(";")[0].strip()
    folder_of = {folder.split("/")[-1]: folder for folder in rows}
    table = {}
    for folder, words in rows.items():
        everything = re.match(r"everything(?: but ([a-z_]+(?: and [a-z_]+)*))?$", words)
        if everything:
            excluded = {folder, "app"} | {folder_of[word] for word in (everything[1] or "").split(" and ") if word}
            table[folder] = {other for other in rows if other not in excluded}
        else:
            # Names that are no module are libraries.
            table[folder] = {folder_of[word] for word in words.split(", ") if word in folder_of}
    return table


def reachable(table, folder):
    found, pending = set(), [folder]
    while pending:
        for other in table[pending.pop()] - found:
            found.add(other)
            pending.append(other)
    return found


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


def check_sources(top):
    """Libraries that lie on the compiler's own path can be watched by name alone; so can relative includes."""
    wrong = []
    for folder in ("core", "render", "widgets", "app"):
        for file in sorted((top / folder).rglob("*.[hc]*")):
            for line in file.read_text(encoding="utf-8").splitlines():
                if not line.startswith("#include"):
                    continue
                name = file.relative_to(top)
                if '"../' in line or '"./' in line:
                    wrong.append(f"{name}: {line}: expected a path from the top")
                if folder in ("core", "render") and QT.search(line):
                    wrong.append(f"{name}: {line}: {folder} does not know Qt")
                if folder == "core" and DRAWING.search(line):
                    wrong.append(f"{name}: {line}: core does not draw")
    return wrong


def main():
    top = pathlib.Path(sys.argv[1])
    table = table_of((top / "docs/architecture.md").read_text(encoding="utf-8"))
    paths = {}
    for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines():
        folder, _, include_path = line.partition(" ")
        paths[folder] = include_path.split("|")
    wrong = [f"{folder} has no row in docs/architecture.md" for folder in paths if folder not in table]
    folders = {str(file.parent.relative_to(top)) for part in ("core", "app", "render", "widgets")
               for file in (top / part).rglob("CMakeLists.txt")
               if "hitmap_module(" in file.read_text(encoding="utf-8")}
    wrong += [f"{folder} of docs/architecture.md is no module" for folder in table if folder not in folders]
    tried = 0
    if not wrong:
        tried, wrong = check_pairs(top, table, paths)
    wrong += check_sources(top)
    print("\n".join(wrong + [f"{tried} pairs of modules tried"]))
    return 1 if wrong or tried < 16 * 15 else 0


if __name__ == "__main__":
    sys.exit(main())
