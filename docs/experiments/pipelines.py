#!/usr/bin/env python3
"""Writes the tables of docs/experiments/pipelines.md: SIMT efficiency of recorded ray-tracing pipelines.

Usage: docs/experiments/pipelines.py PROGRAM EXAMPLE FOLDER, where EXAMPLE is vulkan_rays and FOLDER gets the recordings.
Needs a Vulkan driver with ray-tracing pipelines. Prints Markdown.
"""

import csv
import json
import pathlib
import subprocess
import sys

SCENES = {"atrium": "builtin:atrium", "statue": "builtin:statue?triangles=20000"}
RAYS = ["primary", "shadow", "ao:2", "path:3"]
WINDOWS = ["2 warps", "4 warps", "8 warps", "16 warps", "SM"]
SIZE = "96x64"


def run(*arguments):
    return subprocess.run(arguments, check=True, capture_output=True, text=True).stdout


def measure(program, example, folder, scene, rays):
    """What hitmap simt says of one recording."""
    file = folder / f"{scene}-{rays.replace(':', '')}.hmt"
    if not file.exists():
        run(program, "record", "--blocks", "-o", str(file), "--", example, "--way", "pipeline", "--image",
            str(file.with_suffix(".png")), SCENES[scene], "--rays", rays, "--resolution", SIZE)
    return json.loads(run(program, "simt", str(file), "--json"))


def percent(share):
    return f"{100 * share:.1f} %"


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def main():
    program, example, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    results = {(scene, rays): measure(program, example, folder, scene, rays) for scene in SCENES for rays in RAYS}

    def rows(cells):
        return [[scene, rays, *cells(result["blocks"])] for (scene, rays), result in results.items()]

    print("Figure 8: calls of functions and shaders that compaction saves\n")
    table(["scene", "rays", *WINDOWS],
          rows(lambda b: [percent(next(w["calls"]["saved"] for w in b["compaction"] if w["window"] == window))
                          for window in WINDOWS]))
    print("Figure 12: SIMT efficiency, and figure 14: what the inactive slots are of\n")
    table(["scene", "rays", "efficiency", "early return", "call", "control flow"],
          rows(lambda b: [percent(b["efficiency"])] +
               [percent(b["inactive"][cause] / max(1, sum(b["inactive"][c] for c in ("early_return", "call", "control_flow"))))
                for cause in ("early_return", "call", "control_flow")]))
    print("Figure 15: the shaders and functions with most instructions, as shares of all\n")
    table(["scene", "rays", "first", "second", "third", "fourth"],
          rows(lambda b: [f"{f['name']} {percent(f['share'])}" for f in b["functions"][:4]]))
    print("SIMT efficiency of shaders\n")
    stages = ["ray generation", "closest hit", "miss"]
    table(["scene", "rays", *stages],
          rows(lambda b: [next((percent(f["efficiency"]) for f in b["functions"] if f["name"] == f"main ({stage})"), "-")
                          for stage in stages]))
    print("Figure 16: lifetimes in basic blocks\n")
    def mean(bins):
        return sum((bin["first"] + bin["last"]) / 2 * bin["share"] for bin in bins)
    table(["scene", "rays", "warps, on average", "at most", "threads, on average", "at most"],
          rows(lambda b: [text for of in ("warp", "thread")
                          for text in (f"{mean(b['lifetimes'][of]):.0f}", str(b["lifetimes"][of][-1]["last"]))]))
    print("Figure 11: groups of lanes that leave their shader, for each that begins it\n")
    table(["scene", "rays", "begin", "leave", "quotient"],
          rows(lambda b: [str(b["warps"]["entries"]), str(b["warps"]["exits"]),
                          f"{b['warps']['exits'] / b['warps']['entries']:.2f}"]))
    print("Table III: thread paths, and how many pixels have the most frequent ones\n")
    table(["scene", "rays", "paths", "first", "second", "third"],
          rows(lambda b: [str(b["paths"]["count"])] +
               [percent(path["threads"] / b["paths"]["threads"]) for path in b["paths"]["top"][:3]] +
               ["-"] * (3 - len(b["paths"]["top"][:3]))))


if __name__ == "__main__":
    main()
