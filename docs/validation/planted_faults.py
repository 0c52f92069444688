#!/usr/bin/env python3
"""Plants faults in recordings, and looks whether `hitmap findings` names them first and keeps its promises.

Usage: docs/validation/planted_faults.py [SCENE]... [--hitmap PROGRAM] [--folder FOLDER] [--resolution WxH] [--fault NAME]...

SCENE is a built-in scene or a mesh file (default: an atrium and a statue). For each scene and fault, the scene is traced
with the fault, the command of the first finding is run, and what it saves is compared with what was promised. Prints a
table in Markdown; the exit status is 1 if a fault is not found, or a promise is missed by more than a tenth. Recordings
are written to FOLDER (default: a temporary folder). Needs Python 3 and a build of Hitmap; docs/findings.md says more.
"""

import argparse
import array
import ast
import collections
import csv
import pathlib
import shlex
import subprocess
import sys
import tempfile
import zipfile

from counters import Hitmap, ValidationError

SCENES = ["builtin:atrium?triangles=130000", "builtin:statue?triangles=40000"]
PRESET = "turing-rtx2080ti"
# Caches so small that faults matter in small scenes, and a tracer with little else to gain.
L1, L2 = "16KiB:128/32:32", "1MiB:128/32:16"
TRACE = ["--sms", "4", "--warps-per-sm", "16", "--node-width", "8", "--schedule", "morton"]

# What the first finding must be about: the start of its change, and the reason if that is part of the fault.
Fault = collections.namedtuple("Fault", ["title", "options", "change", "why", "name", "l1"], defaults=[(), "", "", "", L1])
FAULTS = {
    "vertex-order": Fault("random vertex order", ["--vertex-order", "random"], "vertex-order ", name="vertices"),
    "median": Fault("median tree", ["--bvh", "median"], "bvh sah"),
    "stack": Fault("a stack of twice the depth", ["--stack-slots", "2"], "stack-slots 1", "hot_stack", "stack"),
    # 64 sets, of which rows of 1024 bytes use 8.
    "rows": Fault("rows that conflict in one set", [], "stride vertices=12", "conflict", "vertices", "16KiB:128/32:2"),
    "warp": Fault("one warp with all the work", [], "equal work for each SM", "imbalance", "0"),
    "soa": Fault("an uncoalesced structure of arrays", ["--layout", "soa"], "layout aos"),
}


class Planter:
    """Traces scenes with faults, and tries what findings propose."""

    def __init__(self, hitmap, folder, resolution):
        self.hitmap = hitmap
        self.folder = folder
        self.resolution = resolution

    def call(self, *arguments):
        done = subprocess.run([self.hitmap.program, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode != 0:
            raise ValidationError(f"hitmap {shlex.join(map(str, arguments))}: {done.stderr.strip()}")

    def trace(self, scene, key, file):
        options = FAULTS[key].options
        # The order of a file may be a fault of its own. That of built-in scenes is good.
        order = [] if is_builtin(scene) or "--vertex-order" in options else ["--vertex-order", "morton"]
        # A table of accesses has a line for each of them.
        resolution = "64x64" if key == "warp" else self.resolution
        self.call("trace", scene, "-o", file, "--resolution", resolution, *TRACE, *order, *options)

    def plant(self, scene, key):
        """Returns the recording with the fault."""
        faulty = self.folder / "faulty.hmt"
        self.trace(scene, key, faulty)
        if key == "rows":
            wide = self.folder / "wide.hmt"
            self.call("relayout", faulty, "-o", wide, "--stride", "vertices=1024")
            return wide
        if key == "warp":
            return self.as_table(faulty, True)
        return faulty

    def as_table(self, file, one_warp):
        """Writes the requests to global memory as a table of accesses, which hitmap reads. With one_warp, one warp
        makes all of them but for the first of each other SM."""
        out = self.folder / ("one.csv" if one_warp else "dealt.csv")
        npz = self.folder / "requests.npz"
        self.call("export", file, "--npz", npz, "--arrays", "requests")
        requests = read_arrays(npz)
        instructions = self.hitmap.run("simulate", str(file), "--model", "hierarchy")["instructions"]
        named = {row["instruction"]: row for row in instructions}
        seen = set()
        with out.open("w", newline="") as text:
            rows = csv.writer(text, lineterminator="\n")
            rows.writerow(["sm", "warp", "lane", "address", "bytes", "operation", "line"])
            for i, mask in enumerate(requests["request_mask"]):
                instruction = named[requests["request_instruction"][i]]
                if instruction["space"] != "global":
                    continue
                sm, warp = requests["request_sm"][i], requests["request_warp"][i]
                if one_warp and sm in seen:
                    sm, warp = 0, 0
                seen.add(sm)
                # Requests that follow one another have different lines, so that they are not taken for one.
                line = f"kernel.cu:{2 * instruction['instruction'] + 1 + i % 2}"
                addresses = requests["address"][requests["request_first_address"][i]:]
                lanes = [lane for lane in range(32) if mask >> lane & 1]
                for lane, address in zip(lanes, addresses[:len(lanes)]):
                    rows.writerow([sm, warp, lane, address, instruction["bytes_per_lane"], instruction["operation"], line])
        return out

    def mend(self, finding, faulty, scene):
        """Makes the change of a finding and returns the recording with it."""
        mended = self.folder / "mended.hmt"
        words = shlex.split(finding["gain"]["command"])[1:]
        if words[0] not in ("trace", "relayout"):
            raise ValidationError(f"the first finding changes no program: {finding['gain']['change']}")
        if words[0] == "trace":
            words[1] = scene  # recordings name a mesh file without its folder
        elif not is_builtin(scene):
            words += ["--scene", scene]
        self.call(*[{"FILE": faulty, "OUT.hmt": mended}.get(word, word) for word in words])
        return mended

    def gained(self, finding, key, faulty, scene, caches):
        """What the change of a finding saves."""
        if finding["why"] == "imbalance":  # no command deals work to warps: the recording before the fault is the cure
            good = self.folder / "good.hmt"
            self.trace(scene, key, good)
            return finding["amount"] - max(self.requests_of_sms(self.as_table(good, False)))
        mended = self.mend(finding, faulty, scene)
        compared = self.hitmap.run("compare", str(faulty), str(mended), "--model", "hierarchy", *caches)
        return -compared["costs"][finding["metric"]]["difference"]

    def requests_of_sms(self, file):
        table = self.folder / "sms.csv"
        self.call("export", file, "--model", "hierarchy", "--sms", table)
        sums = collections.Counter()
        with table.open(newline="") as text:
            for row in csv.DictReader(text):
                sums[row["sm"]] += int(row["requests"])
        return sums.values()

    def row(self, scene, key):
        """Returns the cells of a row, and whether the fault was found and the promise kept."""
        fault = FAULTS[key]
        caches = ["--preset", PRESET, "--l1", fault.l1, "--l2", L2]
        faulty = self.plant(scene, key)
        named = [] if is_builtin(scene) or key == "warp" else ["--scene", scene]
        first = self.hitmap.run("findings", str(faulty), *named, *caches)["findings"][0]
        gain = first["gain"]
        found = gain is not None and gain["change"].startswith(fault.change) and (
            not fault.why or first["why"] == fault.why) and (not fault.name or first["what"]["name"] == fault.name)
        cells = [fault.title, scene, first["what"]["name"] or first["what"]["kind"], first["why"]]
        if gain is None:
            return [*cells, "-", "-", "-", "no"], False
        met = self.gained(first, key, faulty, scene, caches)
        kept = abs(met - gain["amount"]) <= 0.1 * abs(gain["amount"])
        return [*cells, gain["change"], f"{gain['amount']:,.0f} {first['metric']} ({100 * gain['share']:.1f} %)",
                f"{met:,.0f} ({100 * met / gain['amount']:.1f} % of it)", "yes" if found else "no"], found and kept


def is_builtin(scene):
    return scene.startswith("builtin:")


def read_arrays(npz):
    """The arrays of a file of NumPy with one dimension, without NumPy."""
    arrays = {}
    with zipfile.ZipFile(npz) as files:
        for name in files.namelist():
            data = files.read(name)
            size = int.from_bytes(data[8:10], "little")
            head = ast.literal_eval(data[10:10 + size].decode())
            codes = {1: "B", 2: "H", 4: "I", 8: "Q"}
            arrays[name.removesuffix(".npy")] = values = array.array(codes[int(head["descr"][2:])])
            values.frombytes(data[10 + size:])
    return arrays


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="*", default=SCENES)
    parser.add_argument("--hitmap", default="hitmap")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--resolution", default="128x128", help="with fewer pixels, most of a large mesh is not accessed")
    parser.add_argument("--fault", action="append", choices=list(FAULTS), help="one fault alone; may be repeated")
    options = parser.parse_args()
    kept_all = True
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        planter = Planter(Hitmap(options.hitmap, PRESET), folder, options.resolution)
        print("| fault | scene | first finding | why | its change | promised | met | is the fault |")
        print("|---|---|---|---|---|---|---|---|")
        for scene in options.scene:
            for key in options.fault or FAULTS:
                try:
                    cells, kept = planter.row(scene, key)
                except ValidationError as error:
                    print(f"planted_faults.py: {scene}, {FAULTS[key].title}: {error}", file=sys.stderr)
                    kept_all = False
                    continue
                kept_all = kept_all and kept
                print("| " + " | ".join(cells) + " |", flush=True)
    return 0 if kept_all else 1


if __name__ == "__main__":
    sys.exit(main())
