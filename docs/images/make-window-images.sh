#!/bin/bash
# Makes the pictures of the window in docs/images and docs/manual/images, on an X server of its own.
# Usage: docs/images/make-window-images.sh [BUILD [LARGE]]
# BUILD is a configured build folder (default: build/release). LARGE is the recording for window-12m.png; without LARGE
# that picture is not changed. This command makes the recording:
#   hitmap trace 'builtin:statue?triangles=12000000' --vertex-order bfs --resolution 2048x2048 -o LARGE
# HITMAP_IMAGES selects pictures, with the syntax of --gtest_filter. Needs xvfb and imagemagick.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "${1:-$here/../../build/release}")
export HITMAP_LARGE_RECORDING=${2:+$(realpath "$2")}
everything=-*TwelveMillion:CapturePictures.* # the latter are made by make-capture-images.sh
[ -z "$HITMAP_LARGE_RECORDING" ] || everything='-CapturePictures.*'
cmake --build "$build" --target window_pictures
HITMAP_PICTURES=$(mktemp -d)
export HITMAP_PICTURES
trap 'rm -rf "$HITMAP_PICTURES"' EXIT
LIBGL_ALWAYS_SOFTWARE=1 QT_QPA_PLATFORM=xcb xvfb-run --auto-servernum --server-args="-screen 0 1440x900x24" \
    "$build/tests/widgets/window_pictures" --gtest_filter="${HITMAP_IMAGES:-$everything}"
for picture in "$HITMAP_PICTURES"/*.png; do
    name=$(basename "$picture")
    case $name in
    window-*) convert "$picture" -strip -colors 255 "png8:$here/$name" ;;
    *) convert "$picture" -strip -resize '800x>' -colors 255 "png8:$here/../manual/images/$name" ;; # fits the manual's window
    esac
done
