#!/bin/bash
# Changes mesh files at random and imports each through the process that reads meshes, for SECONDS (default 10) a format,
# always the same changes. Prints what came of them.
. "$(dirname "$0")/setup.sh"
seconds=${1:-10}
build_target mesh_fuzz
for format in ply obj stl gltf dae; do
  $build/fuzz/mesh_fuzz fuzz/mesh_seeds/$format "$seconds" 1
done
