#!/bin/bash
# Makes docs/images/window-*.png: the window on the built-in scenes, on an X server of its own.
# Usage: docs/images/make-window-images.sh [path of the hitmap program]
# Needs xvfb, openbox, xdotool and imagemagick.
set -eu
cd "$(dirname "$0")"
program=${1:-../../build/release/app/hitmap}
export LIBGL_ALWAYS_SOFTWARE=1
settings=$(mktemp -d)
trap 'rm -rf "$settings"' EXIT
export XDG_CONFIG_HOME=$settings

shoot() { # NAME SCENE KEYS...
    local name=$1 scene=$2
    shift 2
    "$program" view "$scene" &
    local pid=$!
    xdotool search --sync --onlyvisible --name "$scene" > /dev/null # the title names what is open
    sleep 20 # until every box and triangle is drawn
    local key
    for key in "$@"; do xdotool key "$key"; sleep 0.3; done
    sleep 6
    import -window root -strip -colors 255 "png8:window-$name.png"
    kill $pid
    wait $pid || true
}

if [ -z "${HITMAP_IMAGES_DISPLAY:-}" ]; then
    HITMAP_IMAGES_DISPLAY=1 exec xvfb-run --auto-servernum --server-args="-screen 0 1440x900x24" \
        "./$(basename "$0")" "$program"
fi
openbox &
shoot atrium builtin:atrium
shoot statue builtin:statue
