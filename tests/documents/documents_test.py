"""Checks that every relative link of the documents leads to a file and, behind a #, to a heading of it, and that every path
that docs/architecture.md names between back quotes exists.

Usage: documents_test.py TOP. Prints what is wrong and ends with status 1.
"""

import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:app|bench|capture|cmake|core|docs|examples|fuzz|render|resources|scripts|shaders|tests|widgets)/[\w./-]*)`")


def headings(file):
    """The anchors of a page, as GitHub and GitLab form them: lower case, no punctuation, hyphens for spaces."""
    text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def check_links(top, file):
    wrong, tried = [], 0
    for link in LINK.findall(file.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        tried += 1
        name, _, anchor = link.partition("#")
        target = (file.parent / name) if name else file
        if not target.exists():
            wrong.append(f"{file.relative_to(top)}: {link}: no such file")
        elif anchor and anchor not in headings(target):
            wrong.append(f"{file.relative_to(top)}: {link}: {name or 'this page'} has no such heading")
    return wrong, tried


def main():
    top = pathlib.Path(sys.argv[1])
    wrong, links = [], 0
    for file in [*sorted(top.glob("*.md")), *sorted((top / "docs").rglob("*.md"))]:
        if file.name == "page.md":  # a template: its links are those of the page made from it
            continue
        found, tried = check_links(top, file)
        wrong += found
        links += tried
    paths = PATH.findall((top / "docs/architecture.md").read_text(encoding="utf-8"))
    wrong += [f"docs/architecture.md: {path}: no such file or folder" for path in paths if not (top / path).exists()]
    print("\n".join(wrong + [f"{links} links and {len(paths)} paths tried"]))
    return 1 if wrong or links < 100 or len(paths) < 70 else 0


if __name__ == "__main__":
    sys.exit(main())
