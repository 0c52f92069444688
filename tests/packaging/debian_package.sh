#!/usr/bin/env bash
# Makes the Debian package and checks its contents. debian_package.sh BUILD FOLDER
set -euo pipefail
build=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder"
(cd "$build" && cpack -G DEB -B "$folder" >"$folder/cpack.log" 2>&1) || { cat "$folder/cpack.log"; exit 1; }
package=$(echo "$folder"/hitmap_*.deb)

for needed in libqt5widgets5 libassimp5 libepoxy0 libegl1; do
  dpkg-deb --field "$package" Depends | grep -q "$needed" || { echo "the package does not depend on $needed"; exit 1; }
done
dpkg-deb --extract "$package" "$folder/root"
for file in bin/hitmap libexec/hitmap/hitmap-mesh-reader share/applications/org.hitmap.Hitmap.desktop share/doc/hitmap/README.md \
            share/mime/packages/org.hitmap.Hitmap.xml share/metainfo/org.hitmap.Hitmap.metainfo.xml share/hitmap/python/hitmap.py \
            share/doc/hitmap/CHANGELOG.md share/doc/hitmap/docs/commands.md share/man/man1/hitmap.1 \
            share/bash-completion/completions/hitmap share/zsh/vendor-completions/_hitmap share/fish/vendor_completions.d/hitmap.fish; do
  [ -s "$folder/root/usr/$file" ] || { echo "the package has no $file"; exit 1; }
done
"$folder/root/usr/bin/hitmap" --version
# They are what this program prints.
share=$folder/root/usr/share
for pair in man:man/man1/hitmap.1 bash:bash-completion/completions/hitmap zsh:zsh/vendor-completions/_hitmap \
            fish:fish/vendor_completions.d/hitmap.fish; do
  "$folder/root/usr/bin/hitmap" command-reference "${pair%%:*}" | cmp - "$share/${pair#*:}"
done
# The mesh reader program is found wherever the package is unpacked.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >"$folder/triangle.obj"
"$folder/root/usr/bin/hitmap" trace "$folder/triangle.obj" -o "$folder/triangle.hmt" --resolution 8x8
rm -rf "$folder/root"
