"""Writes the tables of costs into docs/performance.md and the plot of growth beside it, from the results of
cost.sh: make_cost.py RESULTS DOCS"""

import csv
import pathlib
import re
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "hitmap"  # the same numbers give the same file
import matplotlib.pyplot as plt  # noqa: E402 (the backend comes first)

results, docs = map(pathlib.Path, sys.argv[1:3])
runs = {(row["scene"], row["configuration"]): row for row in csv.DictReader(open(results / "results.csv"))}


def number(run, column):
    return float(run[column])


def pixels(run):
    width, height = map(int, run["resolution"].split("x"))
    return width * height


def microseconds(run):
    """Processor time, which depends little on other work on the machine."""
    return 1e6 * number(run, "launch_processor_seconds") / number(run, "requests")


def per_core_second(run, column):
    return number(run, column) / number(run, "launch_processor_seconds")


def thousands(value):
    return f"{value / 1e3:,.1f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def cost_cells(run):
    return [
        f"{number(run, 'requests'):,.0f}",
        f"{number(run, 'requests') / number(run, 'rays'):.1f}",
        thousands(per_core_second(run, "rays")),
        thousands(per_core_second(run, "requests")),
        f"{microseconds(run):.2f}",
        f"{number(run, 'bytes_per_request'):.2f}",
    ]


cost_head = ["requests", "requests a ray", "1,000 rays a core and second", "1,000 requests a core and second", "µs of work a request",
             "bytes a request"]

by_triangles = sorted((r for (_, c), r in runs.items() if c == "base"), key=lambda r: number(r, "triangles"))
by_pixels = sorted((runs["statue-300k", c] for c in ["256", "base", "1024", "2048"]), key=pixels)


def configurations():
    rows = []
    for (scene, name), run in runs.items():
        if scene == "statue-300k" and name not in ("256", "1024", "2048"):
            rows.append([name] + cost_cells(run))
    return table(["configuration"] + cost_head, rows)


def growth():
    rows = []
    for run in by_triangles:
        size = number(run, "recording_bytes") - number(run, "request_bytes")
        scene = f"{size / number(run, 'triangles'):.1f}"
        rows.append([f"{number(run, 'triangles'):,.0f}", run["resolution"]] + cost_cells(run) + [scene])
    for run in by_pixels:
        if run["configuration"] != "base":
            rows.append([f"{number(run, 'triangles'):,.0f}", run["resolution"]] + cost_cells(run) + [""])
    head = ["triangles", "pixels"] + cost_head + ["bytes a triangle in the file"]
    ratio = microseconds(by_triangles[-1]) / microseconds(by_triangles[0])
    spread = [microseconds(run) for run in by_pixels]
    text = (f"From the least to the most triangles the cost of a request grows {ratio:.2f} times (aim: at most 2.5). "
            f"From the fewest to the most pixels it is {min(spread):.2f} to {max(spread):.2f} µs (aim: flat).")
    return table(head, rows) + "\n\n" + text


def plot(path):
    figure, axes = plt.subplots(2, 3, figsize=(10, 5.6), sharex="row")
    quantities = [("rays a core and second", lambda r: per_core_second(r, "rays")),
                  ("µs of work a request", microseconds),
                  ("bytes a request", lambda r: number(r, "bytes_per_request"))]
    for line, (series, of, label) in enumerate([(by_triangles, lambda r: number(r, "triangles"), "triangles"),
                                                (by_pixels, pixels, "pixels")]):
        for axis, (name, value) in zip(axes[line], quantities):
            axis.plot([of(r) for r in series], [value(r) for r in series], marker="o", color="#5c2a9d")
            axis.set_xscale("log")
            axis.set_ylim(0, 1.1 * max(value(r) for r in series))
            axis.set_xlabel(label)
            axis.set_ylabel(name)
            axis.grid(True, color="#dddddd")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def replace_section(text, name, section):
    pattern = re.compile(f"(<!-- {name} -->\n).*?(\n<!-- /{name} -->)", re.DOTALL)
    if not pattern.search(text):
        sys.exit(f"docs/performance.md: expected the marks of {name}, found none")
    return pattern.sub(lambda match: match[1] + section + match[2], text)


page = docs / "performance.md"
text = replace_section(page.read_text(), "configurations", configurations())
page.write_text(replace_section(text, "growth", growth()))
(docs / "images").mkdir(exist_ok=True)
plot(docs / "images" / "growth.svg")
