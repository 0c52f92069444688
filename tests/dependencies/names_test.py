"""Checks that no two headers define a class of one qualified name. Two libraries with such classes link without an error,
and destroy each other's objects (one-definition rule of C++).

Usage: names_test.py TOP. Prints what is wrong and ends with status 1.
"""

import collections
import pathlib
import re
import sys

OPENS = re.compile(r"^(?:inline )?namespace ([\w:]*) ?\{")
CLOSES = re.compile(r"^\} // namespace")
# The name at the start of a line, as the format has it outside of other classes; not a forward declaration.
DEFINES = re.compile(r"^(?:class|struct|union) (\w+)(?: final)?(?: :[^:;]| ?\{)")


def defined(text):
    """The qualified names of classes that a header defines, without nested ones."""
    namespaces = []
    for line in text.splitlines():
        if match := OPENS.match(line):
            namespaces.append(match[1])
        elif CLOSES.match(line):
            namespaces.pop()
        elif match := DEFINES.match(line):
            yield "::".join([*namespaces, match[1]])


def main():
    top = pathlib.Path(sys.argv[1])
    headers = collections.defaultdict(set)
    for folder in ["core", "capture", "render", "widgets", "app"]:
        for header in (top / folder).rglob("*.h"):
            for name in defined(header.read_text(encoding="utf-8")):
                headers[name].add(header.relative_to(top))
    wrong = {name: places for name, places in headers.items() if len(places) > 1}
    for name, places in sorted(wrong.items()):
        print(f"{name}: expected one header that defines it, found {', '.join(map(str, sorted(places)))}")
    print(f"{len(headers)} classes")
    return 1 if wrong or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
