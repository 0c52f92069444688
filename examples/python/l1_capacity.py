#!/usr/bin/env python3
"""How large must L1 be? Traces a scene, simulates it with L1 caches of several capacities and draws a figure: the hit rates
of faces and boxes over the capacity, how they change over time, the hit rates of single faces, and where these are.

Usage: l1_capacity.py [SCENE] [-o FIGURE.png] [--resolution 256x256]

Needs NumPy and matplotlib (Debian: python3-numpy python3-matplotlib), and hitmap.py, which is in resources/python or
PREFIX/share/hitmap/python. The parts between "# %%" are the cells of a notebook, for editors that know them.
"""

# %% What is needed
import argparse
import pathlib
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")  # no display is needed
import matplotlib.pyplot
import numpy

try:
    import hitmap
except ModuleNotFoundError:  # this file is in the sources of Hitmap
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "resources/python"))
    import hitmap

CAPACITIES = [2, 4, 8, 16, 32, 64, 128, 256]  # KiB of each SM, with lines of 128 bytes, fully associative
FRAMES = 32
SHOWN = 16  # KiB; the capacity of the pictures of single faces
COLOURS = {"face": "#d55e00", "box": "#0072b2"}
NAMES = {"face": "faces", "box": "boxes"}


# %% The numbers
def simulate(recording, capacity, **options):
    return recording.simulate(l1=f"{capacity}KiB:128:full", frames=FRAMES, **options)


def rates_over_capacity(recording):
    """Hit rates by kind of element: [capacity], and [capacity, frame]. NaN where nothing was looked up."""
    simulated = [simulate(recording, capacity) for capacity in CAPACITIES]
    whole = {kind: hitmap.column(simulated, f"elements.{kind}.l1_hit_rate") for kind in COLOURS}
    frames = {kind: numpy.array([hitmap.column(each.frames, f"elements.{kind}.l1_hit_rate") for each in simulated])
              for kind in COLOURS}
    return whole, frames


def faces_that_were_accessed(recording):
    """Hit rates of the faces that have one, and how many faces have none."""
    faces = recording.metrics(l1=f"{SHOWN}KiB:128:full").face
    rates = faces.l1_hit_rate[faces.source >= 0]  # without padding
    return rates[~numpy.isnan(rates)], int(numpy.isnan(rates).sum())


# %% The plots
def plot_capacities(axes, rates):
    for kind, of_kind in rates.items():
        axes.plot(CAPACITIES, 100 * of_kind, "o-", color=COLOURS[kind], label=NAMES[kind], markersize=4)
    axes.set_xscale("log", base=2)
    axes.set_xticks(CAPACITIES, [str(capacity) for capacity in CAPACITIES])
    axes.axvline(SHOWN, color="0.7", linewidth=0.8, zorder=0)
    axes.set(title="(a) L1 hit rate over capacity", xlabel="capacity of L1 (KiB per SM)", ylabel="L1 hit rate (%)")
    axes.legend(frameon=False)


def plot_frames(axes, frames):
    at = CAPACITIES.index(SHOWN)
    for kind, of_kind in frames.items():
        axes.step(range(FRAMES), 100 * of_kind[at], where="mid", color=COLOURS[kind], label=NAMES[kind])
    axes.set(title=f"(b) over time, {SHOWN} KiB", xlabel=f"frame (of {FRAMES})", ylabel="L1 hit rate (%)")
    axes.legend(frameon=False)


def plot_faces(axes, rates, not_accessed):
    axes.hist(100 * rates, bins=numpy.linspace(0, 100, 41), color=COLOURS["face"])
    axes.set(title=f"(c) single faces, {SHOWN} KiB", xlabel="L1 hit rate of the face (%)", ylabel="faces", xlim=(0, 100))
    axes.text(0.03, 0.95, f"{len(rates):,} accessed\n{not_accessed:,} not accessed", transform=axes.transAxes, va="top")


def show_picture(axes, recording):
    image = recording.image(metric="l1-hit-rate", range="full", l1=f"{SHOWN}KiB:128:full", size="780x560")
    axes.imshow(image, interpolation="lanczos")
    axes.set_title(f"(d) where they are, {SHOWN} KiB")
    axes.set_axis_off()


# %% The figure
def draw(recording, output):
    figure, axes = matplotlib.pyplot.subplots(2, 2, figsize=(11, 8), layout="constrained")
    whole, frames = rates_over_capacity(recording)
    plot_capacities(axes[0, 0], whole)
    plot_frames(axes[0, 1], frames)
    plot_faces(axes[1, 0], *faces_that_were_accessed(recording))
    show_picture(axes[1, 1], recording)
    for plain in axes.flat[:3]:
        plain.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"{recording.info.source or recording.path}: {recording.info.requests:,} requests")
    figure.savefig(output, dpi=150)
    matplotlib.pyplot.close(figure)
    return whole


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", default="builtin:atrium")
    parser.add_argument("-o", "--output", default="l1-capacity.png")
    parser.add_argument("--resolution", default="256x256")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        recording = hitmap.trace(options.scene, pathlib.Path(folder, "scene.hmt"), resolution=options.resolution)
        whole = draw(recording, options.output)
    for kind, rates in whole.items():
        print(f"{NAMES[kind]}: " + ", ".join(f"{capacity} KiB {100 * rate:.1f} %" for capacity, rate in zip(CAPACITIES, rates)))


if __name__ == "__main__":
    main()
