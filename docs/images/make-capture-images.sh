#!/bin/bash
# Makes the pictures of recordings of Vulkan programs: docs/manual/images/recorded-tracer.png and
# docs/images/window-foreign.png. Usage: docs/images/make-capture-images.sh [BUILD]   (default: build/release)
# Needs Mesa's lavapipe, ffmpeg with Vulkan, xvfb and imagemagick, and a build with the examples.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "${1:-$here/../../build/release}")
export HITMAP_CAPTURED
HITMAP_CAPTURED=$(mktemp -d)
trap 'rm -rf "$HITMAP_CAPTURED"' EXIT
cd "$HITMAP_CAPTURED"
hitmap=$build/app/hitmap

"$hitmap" record -o tracer.hmt --contents on --log 512MiB -- "$build/examples/vulkan_tracer/vulkan_tracer" \
    builtin:atrium --resolution 256x256 --device llvmpipe
"$hitmap" layout tracer.hmt -o tracer.hmt.layout.json
"$hitmap" trace builtin:atrium --resolution 8x8 -o camera.hmt # for the camera, which the buffers do not hold
"$hitmap" info camera.hmt --json | python3 -c '
import json, sys
layout = json.load(open("tracer.hmt.layout.json"))
layout["camera"] = json.load(sys.stdin)["scene"]["camera"]
json.dump(layout, open("tracer.hmt.layout.json", "w"))'

"$hitmap" record -o ffmpeg.hmt -- ffmpeg -loglevel error -init_hw_device vulkan=v:0 -filter_hw_device v -f lavfi \
    -i testsrc2=size=192x108:rate=5:duration=0.4 \
    -vf "format=yuv420p,hwupload,gblur_vulkan,hwdownload,format=yuv420p" -f null -

HITMAP_IMAGES='CapturePictures.*' "$here/make-window-images.sh" "$build"
