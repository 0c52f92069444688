"""Hitmap for scripts: runs the program `hitmap` and returns what it says as Python objects and NumPy arrays.

    import hitmap

    atrium = hitmap.trace("builtin:atrium", "atrium.hmt", resolution="256x256")
    print(atrium.info.requests, atrium.simulate(l1="64KiB:128:64").l1.hit_rate)
    faces = atrium.metrics(frames=8).face              # a Table: faces.l1_hit_rate[frame, face]
    atrium.render("early.png", metric="l1-misses", frames=8, frame=0)

This file is all there is. It needs Python 3.11, NumPy and the program, and can be copied anywhere.

Options are keyword arguments: `name_of_it=value` is the option `--name-of-it=value` of the command, so that
`hitmap COMMAND --help` lists them. True is an option without a value. False and None leave an option out. A list or a
tuple gives the option once for each item. Paths and numbers are written as text.

The program is the argument `program`, or the environment variable HITMAP, or `hitmap` in PATH, or the one that was
installed with this file. What it tells while it succeeds goes to the logger "hitmap". If it fails, HitmapError has its
message. An interruption (Ctrl-C, or any exception while the program runs) ends the program, which removes its
incomplete files.

What is undefined, such as the hit rate of a face that was not accessed, is NaN in arrays and None in objects, never 0.
Hits and look-ups are beside each rate. docs/python.md has examples.
"""

from __future__ import annotations

import csv
import json
import logging
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import tempfile
import threading
import zlib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar, Union

import numpy
from numpy.typing import NDArray

__all__ = ["HitmapError", "Object", "ProgramNotFound", "Recording", "Sweep", "Table", "Tables", "UsageError", "column",
           "compare", "find_program", "open", "read_csv", "read_png", "run", "sweep", "trace"]

Path = Union[str, "os.PathLike[str]"]
Value = Union[str, int, float, bool, "os.PathLike[str]", None]
Option = Union[Value, Sequence[Value]]

ELEMENT_KINDS = ("box", "face", "pixel")
"""Names of the numbers in the column `kind` of Recording.accesses()."""

RAY_KINDS = ("traced", "candidate", "committed", "missed", "reported")
"""Names of the numbers in the column `kind` of Recording.rays().hit."""

_logger = logging.getLogger("hitmap")
_PATIENCE = 10.0  # seconds that a program may take to end after SIGTERM
_T = TypeVar("_T")


class HitmapError(Exception):
    """The program failed, or what it wrote cannot be read. The text is its message: what was wrong, where, what was
    expected and what was found."""

    def __init__(self, message: str, status: int | None = None, output: str = "") -> None:
        super().__init__(message)
        self.status = status
        """Exit status of the program; negative: the number of the signal that ended it; None: it did not run."""
        self.output = output
        """Everything that the program wrote to standard error."""


class UsageError(HitmapError):
    """An option or an argument is wrong (exit status 2)."""


class ProgramNotFound(HitmapError):
    """There is no program `hitmap` where it was looked for."""


class _Named(dict[str, _T]):
    """A dict whose keys are attributes, too. Keys that are methods of dict, such as `items`, are keys only."""

    def __getattr__(self, name: str) -> _T:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"expected one of {', '.join(self)}; found {name!r}") from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]


class Object(_Named[Any]):
    """A JSON object of the program: `simulation.l1.hit_rate` is `simulation["l1"]["hit_rate"]`. What is undefined or
    not known is None."""


class Table(_Named[NDArray[Any]]):
    """Arrays by name that have an item for the same things: elements, accesses, pixels or rows of a CSV file."""


class Tables(_Named[Table]):
    """Tables by name, such as those of the kinds of elements."""


@dataclass(frozen=True)
class Sweep:
    """The results of `hitmap sweep`."""

    folder: pathlib.Path
    page: pathlib.Path
    """The page with tables and pictures (index.html)."""
    results: Table
    """A row for each run; docs/experiments-format.md describes the columns."""


def find_program(program: Path | None = None) -> str:
    """Returns the path of the program: `program`, or the environment variable HITMAP, or `hitmap` in PATH, or the
    program that was installed with this module. Raises ProgramNotFound."""
    asked = program if program is not None else os.environ.get("HITMAP") or None
    if asked is not None:
        found = shutil.which(os.path.expanduser(os.fspath(asked)))
        if found is None:
            raise ProgramNotFound(f"{os.fspath(asked)}: expected a program, found none")
        return found
    here = pathlib.Path(__file__).resolve()
    installed = here.parents[min(3, len(here.parents) - 1)] / "bin" / "hitmap"  # PREFIX/share/hitmap/python/hitmap.py
    for place in ("hitmap", str(here.with_name("hitmap")), str(installed)):
        found = shutil.which(place)
        if found is not None:
            return found
    raise ProgramNotFound(f"expected a program hitmap in PATH, in {here.parent} or in {installed.parent}, found none; "
                          "the environment variable HITMAP can name it")


def run(command: str, *arguments: Path, program: Path | None = None, **options: Option) -> str:
    """Runs `hitmap COMMAND ARGUMENTS --OPTIONS` and returns what it writes to standard output. The other functions use
    it; call it for commands that have no function here, as in `run("presets", json=True)`.

    Raises HitmapError with the message of the program, UsageError, ProgramNotFound."""
    words = [find_program(program), command, *_option_words(options), *map(_argument, arguments)]
    status, out, err = _outcome(words)
    told = err.decode("utf-8", "replace")
    if status != 0:
        raise _error_of(status, told)
    for line in told.splitlines():
        is_warning = line.startswith("hitmap: ") or ": warning: " in line
        _logger.log(logging.WARNING if is_warning else logging.INFO, "%s", line.removeprefix("hitmap: "))
    return out.decode("utf-8", "replace")


def trace(scene: Path, output: Path, *, program: Path | None = None, **options: Option) -> Recording:
    """Ray-traces a built-in scene or a mesh file on the simulated device (`hitmap trace`), writes the recording to
    `output` and returns it. Options are those of the command, as in `resolution="256x256", bvh="median"`."""
    run("trace", scene, program=program, output=output, **options)
    return open(output, program=program)


def open(path: Path, *, program: Path | None = None, **reading: Option) -> Recording:
    """Opens a recording, or a file of another program that `hitmap import` reads. `reading` are options for what is
    read of it, which then apply to everything that is asked of the recording: `layout`, a memory layout as in
    `relayout="vertex-order=morton"`, and the part of it with `launches="0:2"`, `requests`, `first` or `last`
    (docs/commands.md)."""
    words = find_program(program)
    info = _object(run("info", path, program=words, json=True, **reading))
    return Recording(os.fspath(path), info, words, dict(reading))


def compare(a: Recording | Path, b: Recording | Path, *, program: Path | None = None, **options: Option) -> Object:
    """Compares recording B with A, the baseline (`hitmap compare`). Options of the model apply to both; with `_a` or
    `_b` at their end to one, as in `l1_b="64KiB:128:64"`. README.md describes the keys of the object."""
    sides = [side if isinstance(side, Recording) else open(side, program=program) for side in (a, b)]
    reading = {f"{name}_{letter}": value for side, letter in zip(sides, "ab") for name, value in side.reading.items()}
    return _object(run("compare", *(side.path for side in sides), program=program or sides[0].program, json=True,
                       **_joined(reading, options)))


def sweep(experiment: Path | Mapping[str, Any], folder: Path, *, program: Path | None = None,
          **options: Option) -> Sweep:
    """Runs the table of scenes, configurations and caches of an experiment (`hitmap sweep`). `experiment` is a file or
    what such a file contains (docs/experiments-format.md); paths in the latter are relative to the current folder. Runs
    whose results are in `folder` already are not done again."""
    folder = pathlib.Path(folder)
    if isinstance(experiment, Mapping):
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json", prefix="hitmap-", dir=".") as file:
            json.dump(experiment, file)
            file.flush()
            run("sweep", file.name, program=program, output=folder, **options)
    else:
        run("sweep", experiment, program=program, output=folder, **options)
    return Sweep(folder, folder / "index.html", read_csv(folder / "results.csv"))


@dataclass(frozen=True, eq=False)
class Recording:
    """A recording that open() or trace() returned. It holds no open file. Each function runs the program, whose options
    it takes."""

    path: str
    info: Object
    """What `hitmap info --json` says: device, launches, allocations, scene, counts."""
    program: str = field(repr=False)
    reading: dict[str, Option] = field(repr=False)
    """Options of every command that reads this recording."""

    def simulate(self, **options: Option) -> Object:
        """Simulates the caches (`hitmap simulate --json`): hits, look-ups and rates by level, kind of element and
        allocation; with `frames=8` also of each frame, with `by="sm"` of each SM, with `model="hierarchy"` also of each
        instruction and source line. column() makes arrays of its lists."""
        return self._json("simulate", options)

    def simt(self, **options: Option) -> Object:
        """Counts the active lanes of requests (`hitmap simt --json`), without a cache model."""
        return self._json("simt", options)

    def findings(self, other: Recording | Path | None = None, **options: Option) -> Object:
        """Says what costs most, why, and what would help (`hitmap findings --json`), by simulating it; docs/findings.md has
        the keys: `findings().findings[0].evicted_by` says who evicts the lines of the first, `rays`, `instance` and
        `region` for which rays and where it misses. What is not known is None. Takes the options of that command, such as
        `preset="ada-rtx4090"`. With another recording, it says why that costs more or less than this one."""
        if other is None:
            return self._json("findings", options)
        if isinstance(other, Recording) and other.reading != self.reading:
            raise ValueError("expected two recordings that are read with the same options")
        path = other.path if isinstance(other, Recording) else other
        return _object(run("findings", self.path, path, program=self.program, json=True,
                           **_joined(self.reading, options)))

    def validate(self) -> str:
        """Reads the whole recording and returns what `hitmap validate` prints. Raises HitmapError if it is broken."""
        return self._run("validate", {})

    def metrics(self, **options: Option) -> Tables:
        """Returns the sums and metrics of the elements by kind, as in `metrics().face.l1_hit_rate` or
        `metrics()["box"]["l2_misses"]`; docs/export.md lists the arrays. A kind without elements is left out.

        Arrays have an item for each element, so that the index is its number; those of pixels are images if the size of
        the framebuffer is known. `source` is the face of the mesh file or the box of the tree, -1 for padding. With
        `frames=8`, frames are the first axis of all arrays but `source`; `frame=3` selects one. `frame.first` and
        `frame.count` are the positions of each frame. What is undefined is NaN."""
        return self.arrays("metrics", **options)

    def accesses(self, **options: Option) -> Table:
        """Returns an item for each element access that counts: `order`, `launch`, `sm`, `warp`, `lane`, `kind` (an
        index of ELEMENT_KINDS), `element`, `source`, and hits and look-ups of both levels, as `l1_hits`."""
        return self.arrays("accesses", **options)["access"]

    def accesses_of_pixel(self, x: int, y: int, **options: Option) -> Table:
        """Returns a row for each access of the lanes that served a pixel, of elements or not, with its source line,
        buffer, address and the level that served it."""
        return self.table("accesses", **_joined({"pixel": f"{x},{y}"}, options))

    def requests(self, **options: Option) -> Table:
        """Returns an item for each request: `launch`, `sm`, `warp`, `slot`, `instruction`, `mask`, `first_address`; and
        `address`, the addresses of the active lanes of all requests, lowest lane first."""
        return self.arrays("requests", **options)["request"]

    def rays(self, **options: Option) -> Tables:
        """Returns the ray events that were recorded, of a program that hands rays to hardware traversal. `rays().ray`
        has an item for each ray that was traced: `order`, `request`, `launch`, `sm`, `warp`, `slot`, `lane`, `place`,
        `origin` and `direction` (n x 3), `tmin`, `tmax`, `flags`, `mask`, `structure`. `rays().hit` has one for each lane
        of the other events: `order` to `place`, `kind` (an index of RAY_KINDS), `shape` (0 triangle, 1 box, 255 for a
        miss), `instance`, `geometry`, `primitive`, `t`. `order` counts the lanes of both together; `info.rays.places` are
        the places."""
        return self.arrays("rays", **options)

    def pixels(self, **options: Option) -> Table:
        """Returns an image (height x width, row 0 on top) for each quantity of pixels that is known, as
        `branching_rate`. docs/pixels.md lists them."""
        return self.arrays("pixels", **options)["image"]

    def arrays(self, *groups: str, **options: Option) -> Tables:
        """Returns the arrays of `hitmap export --npz --arrays GROUPS` by the first word of their names: `face_source`
        is `arrays(...).face.source`."""
        with tempfile.TemporaryDirectory(prefix="hitmap-") as folder:
            file = os.path.join(folder, "arrays.npz")
            self._run("export", _joined({"npz": file, "arrays": groups}, options))
            tables = Tables()
            with numpy.load(file, allow_pickle=False) as arrays:
                for key in arrays.files:
                    group, _, name = ("request_" + key if key == "address" else key).partition("_")
                    tables.setdefault(group, Table())[name] = arrays[key]
        return tables

    def table(self, name: str, **options: Option) -> Table:
        """Returns a CSV table of `hitmap export`: `accesses`, `metrics`, `groups`, `regions`, `tree`, `traffic`,
        `stack`, `simt`, `rays`, `miss-ratio`, `reuse-histogram`, `pixels`, `sms`, or `curves` with `curve=["face:12"]`. The
        functions above are faster for what they return."""
        with tempfile.TemporaryDirectory(prefix="hitmap-") as folder:
            file = os.path.join(folder, "table.csv")
            self._run("export", _joined({name.replace("-", "_"): file}, options))
            return read_csv(file)

    def render(self, output: Path, **options: Option) -> pathlib.Path:
        """Draws a picture (`hitmap render`) to a PNG, SVG, EXR or NPY file and returns its path. Options are those of
        the command, as in `metric="l1-misses", size="1280x720"` or `panel="curves", frames=16`."""
        self._run("render", _joined({"output": output}, options))
        return pathlib.Path(output)

    def image(self, **options: Option) -> NDArray[numpy.uint8]:
        """Draws a picture as render() does and returns it: an array of height x width x 3 (RGB), or x 4 (RGBA) with
        `transparent=True`."""
        with tempfile.TemporaryDirectory(prefix="hitmap-") as folder:
            return read_png(self.render(os.path.join(folder, "image.png"), **options).read_bytes())

    def report(self, output: Path, **options: Option) -> pathlib.Path:
        """Writes one HTML page of the recording (`hitmap report`) and returns its path."""
        self._run("report", _joined({"output": output}, options))
        return pathlib.Path(output)

    def cut(self, output: Path, **part: Option) -> Recording:
        """Writes a part of the recording as a recording of its own (`hitmap cut`) and returns it."""
        self._run("cut", _joined({"output": output}, part))
        return open(output, program=self.program)

    def _run(self, command: str, options: Mapping[str, Option]) -> str:
        return run(command, self.path, program=self.program, **_joined(self.reading, options))

    def _json(self, command: str, options: Mapping[str, Option]) -> Object:
        return _object(self._run(command, _joined({"json": True}, options)))


def column(rows: Iterable[Mapping[str, Any]], key: str) -> NDArray[numpy.float64]:
    """Returns one number of each object of a list: `column(simulation.frames, "l1.hit_rate")`. Null is NaN."""
    values = []
    for row in rows:
        value: Any = row
        for part in key.split("."):
            value = value[part]
        values.append(numpy.nan if value is None else float(value))
    return numpy.array(values, dtype=numpy.float64)


def read_csv(path: Path) -> Table:
    """Reads a CSV file of the program. A column of whole numbers without an empty cell is int64 or, where that does not
    suffice, uint64. Other columns of numbers are float64, where an empty cell is NaN. All others are text. Columns that
    the program fills with names are always text, also if a buffer has the name "7"."""
    with pathlib.Path(path).open(newline="", encoding="utf-8", errors="replace") as file:
        rows = list(csv.reader(file))
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise HitmapError(f"{os.fspath(path)}: expected a head and rows of as many cells")
    return Table((name, _typed(name, [row[i] for row in rows[1:]])) for i, name in enumerate(rows[0]))


def read_png(data: bytes) -> NDArray[numpy.uint8]:
    """Decodes a PNG picture as the program writes it: 8 bits, RGB or RGBA, not interlaced."""
    width, height, channels, packed = _png_parts(data)
    stride = width * channels
    try:
        raw = zlib.decompress(packed)
    except zlib.error as error:
        raise HitmapError(f"PNG: expected deflated rows, found that {error}") from None
    if len(raw) != height * (stride + 1):
        raise HitmapError(f"PNG: expected {height * (stride + 1)} bytes of rows, found {len(raw)}")
    image = numpy.zeros((height, stride), dtype=numpy.uint8)
    above = bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        above = _unfiltered(raw[start], raw[start + 1:start + 1 + stride], above, channels)
        image[y] = numpy.frombuffer(above, dtype=numpy.uint8)
    return image.reshape(height, width, channels)


def _png_parts(data: bytes) -> tuple[int, int, int, bytes]:
    """Returns width, height, channels and the deflated rows (PNG, second edition, section 11.2)."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 33:
        raise HitmapError("PNG: expected a PNG picture")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    if depth != 8 or colour not in (2, 6) or interlaced:
        raise HitmapError("PNG: expected 8 bits, RGB or RGBA, not interlaced")
    rows = []
    at = 8
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IDAT":
            rows.append(data[at + 8:at + 8 + size])
        at += 12 + size
    return width, height, 3 if colour == 2 else 4, b"".join(rows)


def _unfiltered(filter_type: int, row: bytes, above: bytes, channels: int) -> bytes:
    """Undoes the filter of a row (PNG, second edition, section 9.2)."""
    if filter_type == 0:
        return row
    if filter_type == 1:  # Sub: sums along the row, channel by channel
        pixels = numpy.frombuffer(row, dtype=numpy.uint8).reshape(-1, channels)
        return numpy.cumsum(pixels, axis=0, dtype=numpy.uint8).tobytes()
    if filter_type == 2:  # Up
        return (numpy.frombuffer(row, dtype=numpy.uint8) + numpy.frombuffer(above, dtype=numpy.uint8)).tobytes()
    if filter_type not in (3, 4):
        raise HitmapError(f"PNG: expected a filter from 0 to 4, found {filter_type}")
    out = bytearray(bytes(channels) + row)  # with a black pixel before the row
    padded = bytes(channels) + above
    for i in range(channels, len(out)):
        left, up = out[i - channels], padded[i]
        predicted = (left + up) // 2 if filter_type == 3 else _paeth(left, up, padded[i - channels])
        out[i] = (out[i] + predicted) & 255
    return bytes(out[channels:])


def _paeth(left: int, up: int, corner: int) -> int:
    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner


_NAMES = frozenset((
    "allocation", "cache", "configuration", "curve", "file", "function", "kind", "name", "only_allocation", "only_line",
    "path", "preset", "scene", "source_line"))


def _typed(name: str, cells: Sequence[str]) -> NDArray[Any]:
    if name in _NAMES:
        return numpy.array(cells, dtype=str)
    try:
        if "" not in cells:
            whole = [int(cell, 16 if cell.startswith("0x") else 10) for cell in cells]
            return numpy.array(whole, dtype=numpy.uint64 if whole and max(whole) >= 2**63 else numpy.int64)
    except (ValueError, OverflowError):
        pass
    try:
        return numpy.array([cell or "nan" for cell in cells], dtype=numpy.float64)
    except ValueError:
        return numpy.array(cells, dtype=str)


def _option_words(options: Mapping[str, Option]) -> list[str]:
    words = []
    for name, option in options.items():
        values = option if isinstance(option, Sequence) and not isinstance(option, str) else [option]
        for value in values:
            if value is None or value is False:
                continue
            word = "--" + name.replace("_", "-")
            words.append(word if value is True else f"{word}={_text(value)}")
    return words


def _text(value: Value) -> str:
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _argument(argument: Path) -> str:
    text = os.fspath(argument)
    return "./" + text if text.startswith("-") else text  # a file, and not an option


def _joined(first: Mapping[str, Option], second: Mapping[str, Option]) -> dict[str, Option]:
    return {**first, **second}


def _object(text: str) -> Object:
    return Object(json.loads(text, object_hook=Object))


def _outcome(words: Sequence[str]) -> tuple[int, bytes, bytes]:
    """Runs a program and returns its status, its output and its errors. An interruption is an exception in the main thread,
    at any time. The program is therefore started by a thread of its own: a program that runs is always known."""
    started: Future[subprocess.Popen[bytes]] = Future()
    thread = threading.Thread(target=_start, args=(words, started))
    try:
        thread.start()
        process = started.result()
        out, err = process.communicate()
        return process.returncode, out, err
    except BaseException as error:
        if thread.ident is not None and started.exception() is None:
            _end(started.result())
        if isinstance(error, OSError):
            raise HitmapError(f"{words[0]}: expected a program; it cannot be started: {error.strerror}") from None
        raise


def _start(words: Sequence[str], started: Future[subprocess.Popen[bytes]]) -> None:
    try:
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        started.set_result(subprocess.Popen(words, stdin=nothing, stdout=pipe, stderr=pipe))
    except BaseException as error:
        started.set_exception(error)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the program. SIGTERM lets it remove its incomplete files."""
    with process:  # closes the pipes
        try:
            process.terminate()
            process.wait(_PATIENCE)
        finally:
            process.kill()  # does nothing if it has ended
            process.wait()


def _error_of(status: int, told: str) -> HitmapError:
    lines = told.strip().splitlines()
    first = max((i for i, line in enumerate(lines) if line.startswith("hitmap: ")), default=0)
    message = "\n".join(lines[first:]).removeprefix("hitmap: ")
    if not message:
        by = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        message = f"the program ended {by}"
    return (UsageError if status == 2 else HitmapError)(message, status, told)
