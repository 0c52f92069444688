#!/bin/sh
# Runs the experiments of docs/experiments.md and writes that page with its pictures.
#   docs/experiments/make.sh PROGRAM RESULTS
# PROGRAM is the built hitmap, RESULTS a folder that is made or, after an interruption, taken up. Needs python3.
set -eu
program=$1
results=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$results"
"$program" sweep "$here/paper.json" -o "$results"

# What needs single elements, frames or lane tags: the base configuration once more, as a recording.
scene_of() {
    case $1 in
        statue) echo "builtin:statue?triangles=12000000" ;;
        *) echo "builtin:$1" ;;
    esac
}
for scene in statue atrium; do
    recording=$results/$scene.hmt
    [ -e "$recording" ] || "$program" trace "$(scene_of $scene)" --vertex-order bfs -o "$recording"
    "$program" export "$recording" --groups "$results/$scene-groups.csv"
    "$program" simulate "$recording" --frames 8 --json > "$results/$scene-frames.json"
    # The rest of the table is not waited for.
    "$program" export "$recording" --accesses - 2>/dev/null |
        awk -F, '$6 == "face" {print $1; exit}' > "$results/$scene-first-face.txt" || true
done
recording=$results/atrium-random-if-if.hmt
[ -e "$recording" ] || "$program" trace builtin:atrium --vertex-order random --kernel if-if -o "$recording"
"$program" simulate "$recording" --frames 8 --json > "$results/atrium-random-if-if-frames.json"
"$program" export "$recording" --metrics - --frames 8 |
    awk -F, '$2 == "face" && $5 > 0 {print $1 "," $3 "," $6 "," $7}' > "$results/atrium-random-if-if-faces.csv"
python3 "$here/make_page.py" "$results" "$here/.."
