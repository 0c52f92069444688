#!/bin/sh
# Measures what recordings cost and writes the tables and the plot of docs/performance.md that say so.
#   docs/experiments/cost.sh PROGRAM RESULTS
# PROGRAM is the built hitmap, RESULTS a folder that is made or, after an interruption, taken up; it needs 2 GB on disk.
# One run at a time, so that they do not disturb one another. Needs python3 and python3-matplotlib.
set -eu
program=$1
results=$2
here=$(cd "$(dirname "$0")" && pwd)
"$program" sweep "$here/cost.json" -o "$results" --recordings --timing --threads 1
python3 "$here/make_cost.py" "$results" "$here/.."
