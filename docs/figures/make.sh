#!/usr/bin/env bash
# Makes all figures of this folder: docs/figures/make.sh [HITMAP [FOLDER]]
# HITMAP: the program. FOLDER: where PDF and LaTeX files go. The previews of docs/figures.md are PNG files of this folder.
set -euo pipefail
cd "$(dirname "$0")/../.."
hitmap=${1:-build/app/app/hitmap}
out=${2:-build/figures}
mkdir -p "$out"
for recipe in docs/figures/*.json; do
    name=$(basename "$recipe" .json)
    "$hitmap" figure "$recipe" -o "$out/$name.pdf" --latex "$out/$name.tex"
    dpi=100
    [ "$name" != paper-figure-6 ] || dpi=60 # so that the preview is small
    "$hitmap" figure "$recipe" -o "docs/figures/$name.png" --dpi "$dpi"
done
