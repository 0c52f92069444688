#!/bin/bash
# Makes the pictures of the built-in scenes on the start page, resources/scenes/NAME.png: the hit rates of the L1 of the default
# GPU, on what the scene's own camera sees.
# Usage: docs/images/make-scene-pictures.sh [HITMAP]
# HITMAP is the program (default: build/release/app/hitmap). Needs imagemagick.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
hitmap=$(realpath "${1:-$top/build/release/app/hitmap}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
most_bytes=40000
for scene in atrium statue teapot; do
    # A figure of one panel is a picture without a colour bar and a caption: 400 x 225 pixels.
    cat > "$work/recipe.json" <<END
{"width": 40, "dpi": 254,
 "recordings": {"scene": {"trace": "builtin:$scene", "options": {"resolution": "480x270", "rays": "ao:2"}}},
 "caches": {"gpu": {"model": "hierarchy"}},
 "panels": [[{"letter": false, "aspect": 1.7778}]]}
END
    "$hitmap" figure "$work/recipe.json" -o "$work/picture.png"
    # The start page is light or dark behind it.
    convert "$work/picture.png" -strip -transparent white +dither -colors 64 "png8:$work/$scene.png"
    bytes=$(stat -c %s "$work/$scene.png")
    if [ "$bytes" -gt $most_bytes ]; then
        echo "$scene.png: expected at most $most_bytes bytes, found $bytes" >&2
        exit 1
    fi
    mv "$work/$scene.png" "$top/resources/scenes/$scene.png"
done
