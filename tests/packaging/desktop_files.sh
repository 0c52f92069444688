#!/usr/bin/env bash
# Installs into a separate folder and validates the installed files with the tools of the desktop.
# desktop_files.sh BUILD FOLDER
set -euo pipefail
build=$1
rm -rf "$2"
mkdir -p "$2"
root=$(cd "$2" && pwd)
DESTDIR=$root cmake --install "$build" --prefix /usr >/dev/null
share=$root/usr/share
id=org.hitmap.Hitmap

desktop-file-validate "$share/applications/$id.desktop"
# AppStream 1.0 warns of a missing homepage, which the program does not have.
options=(--override=url-homepage-missing=info)
[[ $(appstreamcli --version) == *" 0."* ]] && options=() # older versions do not know the name
appstreamcli validate --no-net "${options[@]}" "$share/metainfo/$id.metainfo.xml"
xmllint --noout "$share/mime/packages/$id.xml"
for icon in scalable/apps/$id.svg 48x48/apps/$id.png 128x128/apps/$id.png 256x256/apps/$id.png; do
  [ -s "$share/icons/hicolor/$icon" ] || { echo "no icon $icon"; exit 1; }
done

update-mime-database "$share/mime"
"$root/usr/bin/hitmap" --version >/dev/null
echo "desktop files are valid"
