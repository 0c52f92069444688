#!/bin/bash
# Changes mesh files at random and imports each with the mesh reader process, for SECONDS (default 10) for each format. The
# random changes are the same in every run. Prints the number of imports by result.
. "$(dirname "$0")/setup.sh"
seconds=${1:-10}
build_target mesh_fuzz
for format in ply obj stl gltf dae; do
  $build/fuzz/mesh_fuzz fuzz/mesh_seeds/$format "$seconds" 1
done
