"""Checks that every relative link of the documents leads to a file and, behind a #, to a heading of it; that every page that a
source, a comment or a text of the program names as `docs/<page>` exists, with the heading that it names; and that every path that the
documents name between back quotes exists.

Usage: documents_test.py TOP. Prints what is wrong and ends with status 1.
"""

import functools
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
FOLDERS = ["app", "bench", "capture", "cmake", "core", "docs", "examples", "fuzz", "packaging", "render", "resources", "scripts",
           "shaders", "tests", "widgets"]
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]*)`")
PAGE = re.compile(r"\bdocs/([\w/.-]+\.md)(#[\w-]+)?")
TEXTS = {".cpp", ".h", ".c", ".cu", ".py", ".sh", ".txt", ".cmake", ".in", ".glsl", ".comp", ".json", ".xml", ".qrc", ""}


@functools.cache
def headings(file):
    """The anchors of a page, as GitHub and GitLab form them: lower case, no punctuation, hyphens for spaces; a number behind the
    second one of a name."""
    text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    anchors = set()
    for title in re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE):
        anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        others = [f"{anchor}-{number}" for number in range(1, 100)]
        anchors.add(next(each for each in [anchor, *others] if each not in anchors))
    return anchors


def check(target, anchor):
    """What is wrong with a link, or nothing."""
    if not target.exists():
        return "no such file"
    return f"{target.name} has no such heading" if anchor and anchor not in headings(target) else None


def check_links(top, file):
    wrong, tried = [], 0
    for link in LINK.findall(file.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        tried += 1
        name, _, anchor = link.partition("#")
        if problem := check(file.parent / name if name else file, anchor):
            wrong.append(f"{file.relative_to(top)}: {link}: {problem}")
    return wrong, tried


def check_names(top, file):
    """Pages that a file names in its text."""
    named = PAGE.findall(file.read_text(encoding="utf-8", errors="replace"))
    problems = [(page, anchor, check(top / "docs" / page, anchor[1:])) for page, anchor in named]
    return [f"{file.relative_to(top)}: docs/{page}{anchor}: {problem}" for page, anchor, problem in problems if problem], len(named)


def main():
    top = pathlib.Path(sys.argv[1])
    wrong, links, names, paths = [], 0, 0, 0
    pages = [*sorted(top.glob("*.md")), *sorted((top / "docs").rglob("*.md"))]
    for file in pages:
        if file.name == "page.md":  # a template: its links are those of the page made from it
            continue
        found, tried = check_links(top, file)
        named = PATH.findall(file.read_text(encoding="utf-8"))
        wrong += found + [f"{file.relative_to(top)}: {path}: no such file or folder" for path in named if not (top / path).exists()]
        links += tried
        paths += len(named)
    sources = [file for folder in FOLDERS for file in (top / folder).rglob("*") if file.is_file() and file.suffix in TEXTS]
    for file in [*pages, *sources]:
        found, tried = check_names(top, file)
        wrong += found
        names += tried
    print("\n".join(wrong + [f"{links} links, {names} names of pages in {len(sources)} sources and {paths} paths tried"]))
    return 1 if wrong or min(links, names, paths) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
