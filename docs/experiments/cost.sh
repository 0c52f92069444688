#!/bin/sh
# Measures the cost of recordings and writes its tables and its plot into docs/performance.md.
#   docs/experiments/cost.sh PROGRAM RESULTS
# PROGRAM is the built hitmap. RESULTS is a folder, which is created if needed; a second call continues an interrupted one. It needs 2
# GB of disk.
# Runs are made one after the other, so that they do not slow one another down. Needs python3 and python3-matplotlib.
set -eu
program=$1
results=$2
here=$(cd "$(dirname "$0")" && pwd)
"$program" sweep "$here/cost.json" -o "$results" --recordings --timing --threads 1
python3 "$here/make_cost.py" "$results" "$here/.."
