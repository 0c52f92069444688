#!/bin/bash
# Makes docs/images/window-*.png and docs/manual/images/*.png: the window on the built-in scenes, on an X server of
# its own.
# Usage: docs/images/make-window-images.sh [path of the hitmap program]
# Needs xvfb, openbox, xdotool and imagemagick.
set -eu
cd "$(dirname "$0")"
program=${1:-../../build/release/app/hitmap}
export LIBGL_ALWAYS_SOFTWARE=1
settings=$(mktemp -d)
trap 'rm -rf "$settings"' EXIT
export XDG_CONFIG_HOME=$settings

shoot() { # IMAGE TITLE WHAT-TO-OPEN KEYS...
    local image=$1 title=$2 opened=$3
    shift 3
    "$program" view "$opened" &
    local pid=$!
    xdotool search --sync --onlyvisible --name "$title" > /dev/null # the title names what is open
    sleep "${HITMAP_IMAGES_WAIT:-30}" # until every box and triangle is drawn
    local key
    for key in "$@"; do xdotool key "$key"; sleep 0.3; done
    sleep 6
    import -window root -strip -colors 255 "png8:$image"
    kill $pid
    wait $pid || true
}

if [ -z "${HITMAP_IMAGES_DISPLAY:-}" ]; then
    HITMAP_IMAGES_DISPLAY=1 exec xvfb-run --auto-servernum --server-args="-screen 0 1440x900x24" \
        "./$(basename "$0")" "$program"
fi
openbox &
shoot window-atrium.png builtin:atrium builtin:atrium
shoot window-statue.png builtin:statue builtin:statue
shoot ../manual/images/window.png builtin:atrium builtin:atrium
cat > "$settings/panes.hitmap" <<'SESSION'
{
  "hitmap_session": 1,
  "panes": [
    {"recording": "builtin:statue", "view": {"show_boxes": false}},
    {"recording": "builtin:statue", "view": {"show_boxes": false}, "l1": "8KiB:128:64"},
    {"recording": "builtin:statue", "view": {"show_boxes": false}, "l1": "8KiB:128:64", "reference": 0}
  ]
}
SESSION
shoot ../manual/images/panes.png builtin:statue "$settings/panes.hitmap"
mogrify -resize 800x -colors 255 ../manual/images/*.png # as wide as the manual's window
