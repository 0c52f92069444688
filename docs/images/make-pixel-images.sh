#!/bin/bash
# Makes docs/images/pixels-atrium.png: the image of the built-in atrium in every quantity of pixels, side by side.
# Usage: docs/images/make-pixel-images.sh [HITMAP]   (default: build/release/app/hitmap). Needs imagemagick.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
hitmap=$(realpath "${1:-$here/../../build/release/app/hitmap}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$hitmap" trace builtin:atrium --resolution 256x256 --rays shadow -o "$work/atrium.hmt"
# The help is wrapped, so that the list is more than one line.
quantities=$("$hitmap" render --help | tr -s '\n ' ' ' | sed 's/.*with --panel image one of //; s/ --range .*//' | tr -d ',')
pictures=()
for quantity in $quantities; do
    "$hitmap" render "$work/atrium.hmt" --panel image --metric "$quantity" --model hierarchy --size 700x760 \
        -o "$work/$quantity.png"
    mogrify -crop 540x325+0+0 +repage "$work/$quantity.png" # without the caption, which is the same for all
    pictures+=("$work/$quantity.png")
done
montage "${pictures[@]}" -tile 5x -geometry +4+4 "$work/sheet.png"
convert "$work/sheet.png" -strip -resize '1600x>' -colors 255 "png8:$here/pixels-atrium.png"
