"""What the tests of the Python module start from: the arguments of the test, and a small recording in an empty folder.

Usage: NAME_test.py HITMAP MODULE FOLDER. MODULE is the folder of hitmap.py. FOLDER is emptied and becomes the current one.
"""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys

PROGRAM, MODULE, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
sys.path.insert(0, str(MODULE))

CACHES = {"l1": "2KiB:128:4", "l2": "32KiB:32:8"}
CACHE_WORDS = ["--l1", "2KiB:128:4", "--l2", "32KiB:32:8"]


def enter_folder():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    os.chdir(FOLDER)


def record(name="teapot.hmt", sms="2"):
    run("trace", "builtin:teapot?triangles=300", "-o", name, "--resolution", "24x16", "--sms", sms)
    return name


def run(*arguments):
    """The output of the program, without the module that is tested."""
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


def said(*arguments):
    """The JSON of a command."""
    return json.loads(run(*arguments, "--json"))


def exported(table, *arguments, name="teapot.hmt"):
    """The rows of a CSV table, as dicts of texts."""
    run("export", name, f"--{table}", "expected.csv", *arguments)
    with open("expected.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
