"""What both tests of the language server start from: a folder with a small recording and a copy of a source file of its
kernels, and the sums of the lines of that file as `hitmap simulate` prints them."""

import json
import pathlib
import shutil
import subprocess

SOURCE = "core/raytracer/traversal.cpp"


class RecordedScene:
    def __init__(self, program, sources, folder):
        self.program = program
        self.folder = pathlib.Path(folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / SOURCE).parent.mkdir(parents=True)
        self.run("trace", "builtin:teapot", "-o", "t.hmt", "--resolution", "16x16", "--sms", "2")
        self.source = self.folder / SOURCE
        shutil.copyfile(pathlib.Path(sources) / SOURCE, self.source)

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def lines(self, *options):
        """The sums of the lines of SOURCE, by number of the line, and those of everything."""
        sums = json.loads(self.run("simulate", "t.hmt", "--model", "hierarchy", "--json", *options))
        return {line["line"]: line for line in sums["lines"] if line["file"].endswith(SOURCE)}, sums


def rate_and_misses(line):
    """The text that code lenses and hints begin with."""
    misses = line["l1_lookups"] - line["l1_hits"]
    return f"{misses:,} {'miss' if misses == 1 else 'misses'}"
