#!/bin/sh
# Runs the experiments of docs/experiments.md and writes that page with its pictures.
#   docs/experiments/make.sh PROGRAM RESULTS
# PROGRAM is the built hitmap. RESULTS is a folder, which is created if needed; a second call continues an interrupted one.
# It takes 5 GB of
# memory, 2 GB of disk and about 30 minutes of processor time. Needs python3.
set -eu
program=$1
results=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$results"
"$program" sweep "$here/paper.json" -o "$results" --recordings --memory-limit 5GiB

# Results that need single elements, frames or lane tags come from the recordings of the sweep.
for camera in "" -2 -3; do
    for run in "statue${camera}_a-base" "statue${camera}_d-large" "atrium${camera}_a-base"; do
        recording=$results/recordings/$run.hmt
        [ -e "$results/$run-groups.csv" ] || "$program" export "$recording" --groups "$results/$run-groups.csv"
    done
    for run in "statue${camera}_a-base" "atrium${camera}_a-base" "atrium${camera}_random-if-if"; do
        recording=$results/recordings/$run.hmt
        [ -e "$results/$run-frames.json" ] ||
            "$program" simulate "$recording" --frames 8 --json > "$results/$run-frames.json"
    done
    run=atrium${camera}_random-if-if
    [ -e "$results/$run-faces.csv" ] ||
        "$program" export "$results/recordings/$run.hmt" --metrics - --frames 8 |
        awk -F, '$2 == "face" && $5 > 0 {print $1 "," $3 "," $6 "," $7}' > "$results/$run-faces.csv"
done
python3 "$here/make_page.py" "$results" "$here/.."
