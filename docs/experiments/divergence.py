#!/usr/bin/env python3
"""Writes the tables of docs/experiments/divergence.md: if-if against while-while, divergence beside caches.

Usage: docs/experiments/divergence.py PROGRAM FOLDER, where FOLDER gets the recordings. Prints Markdown.
"""

import json
import math
import pathlib
import subprocess
import sys

SCENES = {"atrium": "builtin:atrium", "statue": "builtin:statue?triangles=100000", "teapot": "builtin:teapot"}
RAYS = ["primary", "shadow", "ao:2", "path:3"]
KERNELS = ["while-while", "if-if"]
OPTIONS = "--resolution 128x128 --sms 8".split()


def measure(program, folder, scene, rays, kernel):
    """Sums of one recording."""
    file = folder / f"{scene}-{rays.replace(':', '')}-{kernel}.hmt"

    def run(*arguments):
        return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout

    if not file.exists():
        run("trace", SCENES[scene], "-o", str(file), "--rays", rays, "--kernel", kernel, *OPTIONS)
    simt = json.loads(run("simt", str(file), "--by", "ray-kind", "--json"))
    caches = json.loads(run("simulate", str(file), "--model", "hierarchy", "--json"))
    kinds = {row["name"]: row["efficiency"] for row in simt["ray_kinds"]}
    lookups = caches["l1"]["lookups"]
    return {"requests": simt["requests"], "lanes": simt["active_lanes"], "efficiency": simt["efficiency"],
            "kinds": kinds, "lookups": lookups, "misses": lookups - caches["l1"]["hits"],
            "hit_rate": caches["l1"]["hit_rate"]}


def percent(share):
    return f"{100 * share:.1f} %"


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    rows = {(scene, rays): [measure(program, folder, scene, rays, kernel) for kernel in KERNELS]
            for scene in SCENES for rays in RAYS}
    print("| scene | rays | SIMT efficiency | by kind of ray, while-while | by kind of ray, if-if | L1 hit rate |")
    print("|---|---|---|---|---|---|")
    for (scene, rays), sums in rows.items():
        kinds = [", ".join(f"{kind} {percent(rate)}" for kind, rate in each["kinds"].items() if kind != "not tagged")
                 for each in sums]
        efficiencies, hit_rates = [" and ".join(percent(each[key]) for each in sums) for key in ("efficiency", "hit_rate")]
        print(f"| {scene} | {rays} | {efficiencies} | {kinds[0]} | {kinds[1]} | {hit_rates} |")
    print()
    print("| scene | rays | L1 misses | active lanes | requests a lane | look-ups a request | miss rate |")
    print("|---|---|---|---|---|---|---|")
    factors = [lambda sums: sums["misses"], lambda sums: sums["lanes"], lambda sums: sums["requests"] / sums["lanes"],
               lambda sums: sums["lookups"] / sums["requests"], lambda sums: sums["misses"] / sums["lookups"]]
    quotients = {row: [factor(other) / factor(base) for factor in factors] for row, (base, other) in rows.items()}
    for (scene, rays), values in quotients.items():
        print(f"| {scene} | {rays} | " + " | ".join(f"{value:.2f}" for value in values) + " |")
    means = [math.prod(values) ** (1 / len(values)) for values in zip(*quotients.values())]
    print("| geometric mean | | " + " | ".join(f"{mean:.2f}" for mean in means) + " |")


main()
