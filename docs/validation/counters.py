"""The counters of Nsight Compute that are compared, and what `hitmap simulate --measured` says about them."""

import json
import pathlib
import subprocess
import tempfile

LOADS, STORES = "l1tex__t_{}_pipe_lsu_mem_global_op_ld", "l1tex__t_{}_pipe_lsu_mem_global_op_st"
# Sums of counters; names as in the profiling guide of Nsight Compute.
COUNTS = {
    "requests": [LOADS.format("requests") + ".sum", STORES.format("requests") + ".sum"],
    "sectors": [LOADS.format("sectors") + ".sum", STORES.format("sectors") + ".sum"],
}
# Hits and look-ups. Those of L1 are of loads; those of L2 are what the SMs ask for.
RATES = {
    "L1 hit rate": (LOADS.format("sectors") + "_lookup_hit.sum", LOADS.format("sectors") + ".sum"),
    "L2 hit rate": ("lts__t_sectors_srcunit_tex_lookup_hit.sum", "lts__t_sectors_srcunit_tex.sum"),
}
METRICS = sorted({name for names in [*COUNTS.values(), *RATES.values()] for name in names})


class ValidationError(Exception):
    """What is wrong with an input."""


class Hitmap:
    """The program, and the caches that it simulates."""

    def __init__(self, program, preset):
        self.program = program
        self.preset = preset

    def run(self, *arguments):
        """Returns the JSON of a command. Raises ValidationError with its message if it fails."""
        done = subprocess.run([self.program, *arguments, "--json"], capture_output=True, text=True)
        if done.returncode != 0:
            raise ValidationError(done.stderr.strip())
        return json.loads(done.stdout)

    def simulate(self, recording, measured, caches):
        """@param caches: options such as ["--l1", "64KiB:128/32:4"]"""
        return self.run("simulate", str(recording), "--model", "hierarchy", "--preset", self.preset,
                        "--measured", str(measured), *caches)


def write_counters(file, kernel, values):
    """Writes a file as `ncu --csv --page raw --print-units base` does, with one kernel."""
    cells = [["ID", "Kernel Name", *values], ["", "", *["" for _ in values]], ["0", kernel, *values.values()]]
    file.write_text("".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in cells))


class Comparison:
    """A kernel's counters: measured and simulated. `measured` is empty if there is no measurement."""

    def __init__(self, name, measured, simulated):
        self.name = name
        self.measured = measured
        self.simulated = simulated

    def count(self, quantity, counters):
        return sum(counters[name] for name in COUNTS[quantity]) if counters else None

    def rate(self, quantity, counters):
        """The hit rate; None if there are no look-ups."""
        hits, lookups = RATES[quantity]
        return counters[hits] / counters[lookups] if counters and counters[lookups] else None

    def value(self, quantity, counters):
        return self.count(quantity, counters) if quantity in COUNTS else self.rate(quantity, counters)

    def error(self, quantity):
        """(simulated - measured) / measured; None where that is undefined."""
        measured, simulated = self.value(quantity, self.measured), self.value(quantity, self.simulated)
        if measured is None or simulated is None:
            return None
        if measured == simulated:
            return 0.0
        return (simulated - measured) / measured if measured != 0 else None

    def distance(self, quantity):
        """|simulated - measured| of a rate; 0 if one of them is undefined."""
        measured, simulated = self.rate(quantity, self.measured), self.rate(quantity, self.simulated)
        return abs(simulated - measured) if measured is not None and simulated is not None else 0.0


def check_counters(name, csv, report):
    """Checks that a report of hitmap is about one kernel of this name, with all counters."""
    kernels = report["kernels"]
    if len(kernels) != 1:
        raise ValidationError(f"{csv}: expected one kernel, found {len(kernels)}: {', '.join(kernels)}")
    if name not in kernels[0]:
        raise ValidationError(f"{csv}: expected the kernel {name}, found {kernels[0]}")
    found = {row["metric"] for row in report["counters"]}
    for metric in METRICS:
        if metric not in found:
            raise ValidationError(f"{csv}: expected the counter {metric}, found none")


def check_recording(hitmap, recording, is_measured):
    """Checks that a recording has all requests and, beside a measurement, one launch."""
    info = hitmap.run("info", str(recording))
    held = info["options"].get("capture-held", "100.00 %")
    if held != "100.00 %":
        raise ValidationError(f"{recording}: expected all requests, found {held} of them; record with a larger --log")
    launches = len(info["launches"])
    if is_measured and launches != 1:
        raise ValidationError(f"{recording}: expected one launch, as is measured, found {launches}")


def compare(hitmap, folder, name, caches=()):
    """Compares folder/name.hmt with folder/name.csv, if that file is there."""
    recording, csv = folder / f"{name}.hmt", folder / f"{name}.csv"
    check_recording(hitmap, recording, csv.exists())
    with tempfile.TemporaryDirectory() as temporary:
        # Hitmap lists the counters that a file has, so that a file of zeros gives all simulated ones.
        zeros = pathlib.Path(temporary) / "zeros.csv"
        write_counters(zeros, name, dict.fromkeys(METRICS, 0))
        report = hitmap.simulate(recording, csv if csv.exists() else zeros, caches)["measured"]
    if csv.exists():
        check_counters(name, csv, report)
    rows = report["counters"]
    measured = {row["metric"]: row["measured"] for row in rows} if csv.exists() else {}
    return Comparison(name, measured, {row["metric"]: row["simulated"] for row in rows})
