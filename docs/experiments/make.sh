#!/bin/sh
# Runs the experiments of docs/experiments.md and writes that page with its pictures.
#   docs/experiments/make.sh PROGRAM RESULTS
# PROGRAM is the built hitmap, RESULTS a folder that is made or, after an interruption, taken up. It takes 12 GB of
# memory and, with two cores, about 25 minutes. Needs python3.
set -eu
program=$1
results=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$results"
"$program" sweep "$here/paper.json" -o "$results"

# What needs single elements, frames or lane tags: some of the runs once more, as recordings.
record() {
    [ -e "$results/$1.hmt" ] || "$program" trace "$2" $3 -o "$results/$1.hmt"
}
record statue_a-base "builtin:statue?triangles=12000000" "--vertex-order bfs"
record statue_d-large "builtin:statue?triangles=12000000" "--vertex-order bfs --resolution 2048x2048"
record atrium_a-base builtin:atrium "--vertex-order bfs"
record atrium_random-if-if builtin:atrium "--vertex-order random --kernel if-if"
for run in statue_a-base statue_d-large atrium_a-base; do
    "$program" export "$results/$run.hmt" --groups "$results/$run-groups.csv"
done
for run in statue_a-base atrium_a-base atrium_random-if-if; do
    "$program" simulate "$results/$run.hmt" --frames 8 --json > "$results/$run-frames.json"
done
for run in statue_a-base atrium_a-base; do
    # The rest of the table is not waited for.
    "$program" export "$results/$run.hmt" --accesses - 2>/dev/null |
        awk -F, '$6 == "face" {print $1; exit}' > "$results/$run-first-face.txt" || true
done
"$program" export "$results/atrium_random-if-if.hmt" --metrics - --frames 8 |
    awk -F, '$2 == "face" && $5 > 0 {print $1 "," $3 "," $6 "," $7}' > "$results/atrium-random-if-if-faces.csv"
python3 "$here/make_page.py" "$results" "$here/.."
