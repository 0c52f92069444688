"""Tests what the Python module does where something is wrong: errors of the program, where the program is, interruption,
broken files; and that everything public has a text and types."""

import inspect
import os
import pathlib
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import time
import typing
import unittest
import zlib
from unittest import mock

from small_recording import MODULE, PROGRAM, enter_folder, record

import numpy

import hitmap

PATIENCE = 120  # seconds


def write_program(path, text):
    """A shell script in the place of the program."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path.resolve()


def png(width, height, rows, colour=2):
    """A PNG file with these filtered rows."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Errors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        enter_folder()
        cls.recording = hitmap.open(record(), program=PROGRAM)

    def failure(self, function, *arguments, **options):
        with self.assertRaises(hitmap.HitmapError) as caught:
            function(*arguments, **options)
        return caught.exception

    def message_of(self, *words):
        """What the program itself says."""
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
        return done.stderr.strip().removeprefix("hitmap: "), done.returncode

    def test_errors_have_the_message_of_the_program(self):
        pathlib.Path("broken.hmt").write_bytes(b"HMTRACE no")
        for words, function, options in (
                (["info", "missing.hmt", "--json"], lambda: hitmap.open("missing.hmt", program=PROGRAM), {}),
                (["info", "broken.hmt", "--json"], lambda: hitmap.open("broken.hmt", program=PROGRAM), {}),
                (["simulate", "teapot.hmt", "--l1", "3"], self.recording.simulate, {"l1": "3"}),
                (["simulate", "teapot.hmt", "--frames", "0"], self.recording.simulate, {"frames": 0}),
                (["render", "teapot.hmt", "-o", "no/p.png"], self.recording.render, {"output": "no/p.png"})):
            text, status = self.message_of(*words)
            error = self.failure(function, **options)
            self.assertEqual((str(error), error.status), (text, status))
            self.assertIs(type(error), hitmap.UsageError if status == 2 else hitmap.HitmapError)
            self.assertGreater(len(text), 20)

    def test_unknown_options_are_errors(self):
        error = self.failure(self.recording.simulate, no_such_option=3)
        self.assertIsInstance(error, hitmap.UsageError)
        self.assertIn("--no-such-option", str(error))

    def test_options_follow_one_rule(self):
        program = write_program("echo", 'for word in "$@"; do echo "[$word]"; done\n')
        said = hitmap.run("command", "-a.hmt", pathlib.Path("b"), program=program, two_words=True, off=False, none=None,
                          number=8, share=0.5, curve=["x", "y z"], path=pathlib.Path("p/q"), text="-1,2")
        self.assertEqual(said.split("\n")[:-1], [
            "[command]", "[--two-words]", "[--number=8]", "[--share=0.5]", "[--curve=x]", "[--curve=y z]", "[--path=p/q]",
            "[--text=-1,2]", "[./-a.hmt]", "[b]"])

    def test_files_with_odd_names_are_no_options(self):
        for name in ("--json", "-x.hmt", "sp ace;$(touch no).hmt", "ümläut.hmt"):
            shutil.copy("teapot.hmt", name)
            self.assertEqual(hitmap.open(name, program=PROGRAM).info.requests, self.recording.info.requests)
        self.assertFalse(pathlib.Path("no").exists())

    def test_a_program_that_a_signal_ends(self):
        program = write_program("killed", "kill -9 $$\n")
        error = self.failure(hitmap.run, "info", program=program)
        self.assertEqual((str(error), error.status), ("the program ended by SIGKILL", -9))
        program = write_program("silent", "exit 3\n")
        self.assertEqual(str(self.failure(hitmap.run, "info", program=program)), "the program ended with status 3")

    def test_a_program_that_cannot_be_started(self):
        program = write_program("foreign", "")
        program.write_bytes(b"\x7fELF no program")
        self.assertIn("cannot be started: Exec format error", str(self.failure(hitmap.run, "info", program=program)))

    def test_only_the_error_is_the_message(self):
        program = write_program(
            "told", "echo 'scene: 12 triangles' >&2; echo 'hitmap: a.hmt: wrong\nsecond line' >&2; exit 1\n")
        error = self.failure(hitmap.run, "trace", program=program)
        self.assertEqual(str(error), "a.hmt: wrong\nsecond line")
        self.assertIn("12 triangles", error.output)

    def test_the_program_is_found(self):
        here = pathlib.Path().resolve()
        named = write_program("named", "")
        in_path = write_program("path/hitmap", "")
        module = here / "root/share/hitmap/python/hitmap.py"
        installed = write_program("root/bin/hitmap", "")
        with mock.patch.dict(os.environ, {"HITMAP": str(named), "PATH": str(in_path.parent)}), \
                mock.patch.object(hitmap, "__file__", str(module)):
            self.assertEqual(hitmap.find_program(PROGRAM), PROGRAM)
            self.assertEqual(hitmap.find_program(), str(named))
            del os.environ["HITMAP"]
            self.assertEqual(hitmap.find_program(), str(in_path))
            os.environ["PATH"] = ""
            self.assertEqual(hitmap.find_program(), str(installed))
            beside = write_program(module.with_name("hitmap"), "")
            self.assertEqual(hitmap.find_program(), str(beside))
            installed.unlink()
            beside.unlink()
            self.assertIsInstance(self.failure(hitmap.find_program), hitmap.ProgramNotFound)
            os.environ["HITMAP"] = "/no/program"
            self.assertIn("/no/program", str(self.failure(hitmap.find_program)))

    def test_temporary_files_are_removed(self):
        folder = pathlib.Path("temporary").resolve()
        folder.mkdir()
        with mock.patch.object(tempfile, "tempdir", str(folder)):
            self.recording.metrics()
            self.recording.table("sms")
            self.recording.image(panel="framebuffer", size="200x200")
            self.failure(self.recording.metrics, frames=0)
            self.failure(hitmap.sweep, {"scenes": {}}, "swept", program=PROGRAM)
        self.assertEqual(list(folder.iterdir()), [])
        self.assertEqual(list(pathlib.Path().glob("hitmap-*")), [])

    def test_an_interruption_ends_the_program(self):
        program = write_program("waits", 'trap "echo ended >end; exit 143" TERM\necho $$ >begin.new; mv begin.new begin\n'
                                         "while :; do sleep 0.05; done\n")
        script = f"import sys; sys.path.insert(0, {str(MODULE)!r}); import hitmap; hitmap.run('info', program={str(program)!r})"
        # A session of its own: the signal reaches the script alone, and not what it started.
        with subprocess.Popen([sys.executable, "-B", "-c", script], stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as process:
            end = time.monotonic() + PATIENCE
            while not pathlib.Path("begin").exists():
                self.assertLess(time.monotonic(), end)
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            told = process.communicate(timeout=PATIENCE)[1]
        self.assertIn("KeyboardInterrupt", told)
        self.assertEqual(pathlib.Path("end").read_text(encoding="utf-8"), "ended\n")
        with self.assertRaises(ProcessLookupError):
            os.kill(int(pathlib.Path("begin").read_text(encoding="utf-8")), 0)

    def test_what_the_program_tells_is_logged(self):
        program = write_program("tells", "echo 'hitmap: a.hmt: incomplete' >&2; echo 't.hmt: 3 requests' >&2\n")
        with self.assertLogs("hitmap", "INFO") as logged:
            hitmap.run("info", program=program)
        self.assertEqual(logged.output, ["WARNING:hitmap:a.hmt: incomplete", "INFO:hitmap:t.hmt: 3 requests"])

    def test_columns_of_csv_have_types(self):
        pathlib.Path("t.csv").write_text('name,whole,some,address,large,text\n7,1,,0x10,18446744073709551615,a\n'
                                         '"x, ""y""",2,0.5,0xff,1,\n', encoding="utf-8")
        table = hitmap.read_csv("t.csv")
        self.assertEqual(table.name.tolist(), ["7", 'x, "y"'])
        self.assertEqual((table.whole.dtype, table.whole.tolist()), (numpy.int64, [1, 2]))
        self.assertTrue(numpy.array_equal(table.some, [numpy.nan, 0.5], equal_nan=True))
        self.assertEqual(table.address.tolist(), [16, 255])
        self.assertEqual(table.large.tolist(), [2**64 - 1, 1])
        self.assertEqual(table.text.tolist(), ["a", ""])
        pathlib.Path("t.csv").write_text("a,b\n1\n", encoding="utf-8")
        self.assertIn("t.csv", str(self.failure(hitmap.read_csv, "t.csv")))

    def test_png_with_every_filter(self):
        rows = [bytes([0, 1, 2, 3, 250, 251, 252]), bytes([1, 10, 20, 30, 255, 1, 2]), bytes([2, 1, 1, 1, 1, 1, 255]),
                bytes([3, 9, 8, 7, 6, 5, 4]), bytes([4, 1, 2, 3, 4, 5, 6])]
        # By hand, from the definitions: sums with the left, the upper, the mean of both, and the closest neighbour.
        expected = [[[1, 2, 3], [250, 251, 252]], [[10, 20, 30], [9, 21, 32]], [[11, 21, 31], [10, 22, 31]],
                    [[14, 18, 22], [18, 25, 30]], [[15, 20, 25], [22, 30, 36]]]
        self.assertEqual(hitmap.read_png(png(2, 5, b"".join(rows))).tolist(), expected)

    def test_broken_pictures_are_errors(self):
        good = png(1, 1, bytes(4))
        self.assertEqual(hitmap.read_png(good).tolist(), [[[0, 0, 0]]])
        for broken in (b"", b"GIF89a", good[:20], png(1, 1, bytes(3)), png(1, 1, bytes([5, 0, 0, 0])), png(1, 1, bytes(2), 0),
                       png(2**31, 2**31, bytes(4)), good[:40] + b"\0\0\0" + good[43:]):
            self.failure(hitmap.read_png, broken)

    def test_attributes_say_what_there_is(self):
        with self.assertRaisesRegex(AttributeError, "box, .*found 'sphere'"):
            _ = self.recording.metrics().sphere
        self.assertIn("l1", dir(self.recording.simulate()))

    def test_everything_public_has_a_text_and_types(self):
        functions = [getattr(hitmap, name) for name in hitmap.__all__]
        functions += [member for each in functions if inspect.isclass(each) for name, member in vars(each).items()
                      if inspect.isfunction(member) and not name.startswith("_")]
        self.assertGreater(len(functions), 25)
        for function in functions:
            self.assertTrue(function.__doc__, function)
            if inspect.isfunction(function):
                typed = typing.get_type_hints(function)
                wanted = {name for name in inspect.signature(function).parameters if name != "self"} | {"return"}
                self.assertEqual(wanted - set(typed), set(), function)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
