#!/usr/bin/env python3
"""Compares recordings of the kernels of examples/vulkan_kernels with counters that Nsight Compute measured.

Usage: docs/validation/validate.py COMMAND [FOLDER] [--hitmap PROGRAM] [--preset NAME] [--l1 CACHE]... [--l2 CACHE]...

FOLDER holds NAME.hmt for each kernel and, if it was measured, NAME.csv as `ncu --csv --page raw` prints it.
Commands, which print Markdown:
  table    requests, sectors and hit rates, measured and simulated, and their errors. Other recordings in the folder, such
           as those of the ray tracer, are listed, too
  fit      chooses the caches among candidates by half of the kernels, and judges them by the other half
  forms    requests and sectors of each recording beside closed forms; no measurement is needed
  metrics  the counters that ncu has to measure, for its option --metrics; FOLDER is not needed
"""

import argparse
import pathlib
import sys

from closed_forms import closed_form
from counters import COUNTS, METRICS, RATES, Hitmap, ValidationError, compare

# The halves were chosen before anything was measured: each has a product of matrices, a kernel with regular accesses
# and kernels with accesses that depend on data.
FIT = ["matmul_naive", "transpose", "histogram", "gather"]
JUDGE = ["matmul_tiled", "reduction", "stencil", "breadth_first_search"]
NONE = "-"


def count_text(value):
    return NONE if value is None else f"{value:.0f}"


def rate_text(value):
    return NONE if value is None else f"{100 * value:.2f} %"


def error_text(value):
    return NONE if value is None else f"{100 * value:+.2f} %"


def print_table(head, rows):
    for row in [head, ["---"] * len(head), *rows]:
        print("| " + " | ".join(row) + " |" if row[0] != "---" else "|" + "|".join(row) + "|")
    print()


def print_comparisons(comparisons, quantities, text):
    head = ["kernel"]
    for quantity in quantities:
        head += [f"{quantity}, measured", "simulated", "error"]
    rows = []
    for each in comparisons:
        row = [each.name]
        for quantity in quantities:
            row += [text(each.value(quantity, each.measured)), text(each.value(quantity, each.simulated)),
                    error_text(each.error(quantity))]
        rows.append(row)
    print_table(head, rows)


def mape(comparisons, quantity):
    """The mean absolute percentage error and the number of kernels in it; those without an error are left out."""
    errors = [abs(error) for each in comparisons if (error := each.error(quantity)) is not None]
    return (sum(errors) / len(errors) if errors else None), len(errors)


def print_mape(named):
    """@param named: (name, comparisons) of each group"""
    rows = []
    for name, comparisons in named:
        for quantity in [*COUNTS, *RATES]:
            mean, kernels = mape(comparisons, quantity)
            rows.append([name, quantity, rate_text(mean), str(kernels)])
    print_table(["kernels", "quantity", "MAPE", "of how many"], rows)


def table(hitmap, folder, caches):
    names = [name for name in FIT + JUDGE if (folder / f"{name}.hmt").exists()]
    others = sorted(file.stem for file in folder.glob("*.hmt") if file.stem not in FIT + JUDGE)
    if not names + others:
        raise ValidationError(f"{folder}: expected recordings, found none; run.sh makes them")
    comparisons = [compare(hitmap, folder, name, caches) for name in names + others]
    print_comparisons(comparisons, COUNTS, count_text)
    print_comparisons(comparisons, RATES, rate_text)
    print_mape([("all", comparisons)])


def cache_text(cache, **changes):
    """A cache of hitmap's JSON in the form of --l1, with some of its parts changed."""
    cache = {**cache, **changes}
    return "{capacity}:{line}/{sector}:{ways}:{policy}:{index}".format(**cache)


def candidates(hitmap, folder, level):
    """The caches that are tried for a level: its preset first, then what presets leave open."""
    preset = hitmap.run("simulate", str(folder / f"{FIT[0]}.hmt"), "--model", "hierarchy", "--preset", hitmap.preset)
    cache = preset[level]
    texts = [cache_text(cache)]
    for ways in [cache["ways"], "full"] if level == "l1" else [cache["ways"]]:
        for policy in ["lru", "plru", "fifo"]:
            for index in [cache["index"]] if ways == "full" else [cache["index"], "linear", "xor"]:
                texts.append(cache_text(cache, ways=ways, policy=policy, index=index))
    return list(dict.fromkeys(texts))


def measure_all(hitmap, folder, names, caches):
    comparisons = [compare(hitmap, folder, name, caches) for name in names]
    for each in comparisons:
        if not each.measured:
            raise ValidationError(f"{folder / each.name}.csv: expected a measurement, found none")
    return comparisons


def best(hitmap, folder, level, quantity, texts, fixed):
    """Returns the first candidate with the least mean distance of the rate, as options. Skips those refused."""
    found = None
    for text in texts:
        caches = [*fixed, "--" + level, text]
        try:
            hitmap.run("simulate", str(folder / f"{FIT[0]}.hmt"), "--model", "hierarchy", "--preset", hitmap.preset, *caches)
        except ValidationError as error:
            print(f"left out: {error}", file=sys.stderr)
            continue
        comparisons = measure_all(hitmap, folder, FIT, caches)
        distance = sum(each.distance(quantity) for each in comparisons) / len(comparisons)
        print(f"--{level} {text}: {100 * distance:.3f} percentage points", file=sys.stderr)
        if found is None or distance < found[0]:
            found = (distance, caches)
    if found is None:
        raise ValidationError(f"--{level}: expected a cache that hitmap accepts, found none")
    return found[1]


def fit(hitmap, folder, l1, l2):
    """L1 does not depend on L2, so that it is chosen first."""
    caches = best(hitmap, folder, "l1", "L1 hit rate", l1 or candidates(hitmap, folder, "l1"), [])
    caches = best(hitmap, folder, "l2", "L2 hit rate", l2 or candidates(hitmap, folder, "l2"), caches)
    print("Fitted: `" + " ".join(caches) + "`\n")
    fitted, judged = (measure_all(hitmap, folder, names, caches) for names in (FIT, JUDGE))
    print_comparisons(fitted + judged, COUNTS, count_text)
    print_comparisons(fitted + judged, RATES, rate_text)
    print_mape([("fitted", fitted), ("judged", judged)])


def forms(hitmap, folder):
    rows = []
    for name in FIT + JUDGE:
        recording = folder / f"{name}.hmt"
        if not recording.exists():
            continue
        info = hitmap.run("info", str(recording))
        simulated = hitmap.run("simulate", str(recording), "--model", "hierarchy", "--preset", hitmap.preset)["traffic"]
        expected = closed_form(name, info) or (None, None)
        rows.append([name, str(info["device"]["warp_size"]), str(info["requests"]), count_text(expected[0]),
                     str(simulated["sectors"]), count_text(expected[1])])
    print_table(["kernel", "lanes of a warp", "requests", "closed form", "sectors", "closed form"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["table", "fit", "forms", "metrics"])
    parser.add_argument("folder", type=pathlib.Path, nargs="?", default=pathlib.Path("validation"))
    parser.add_argument("--hitmap", default="hitmap")
    parser.add_argument("--preset", default="turing-rtx2080ti")
    parser.add_argument("--l1", action="append", default=[], help="the cache (table), or a candidate (fit)")
    parser.add_argument("--l2", action="append", default=[])
    options = parser.parse_args()
    hitmap = Hitmap(options.hitmap, options.preset)
    try:
        if options.command == "metrics":
            # The last one says how much of the SM's memory was not L1.
            print(",".join([*METRICS, "launch__shared_mem_config_size"]))
        elif options.command == "fit":
            fit(hitmap, options.folder, options.l1, options.l2)
        elif options.command == "forms":
            forms(hitmap, options.folder)
        else:
            caches = [part for name in ("l1", "l2") for text in getattr(options, name) for part in ("--" + name, text)]
            table(hitmap, options.folder, caches)
    except ValidationError as error:
        print(f"validate.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
