#!/bin/bash
# Changes mesh files at random and imports each through the process that reads meshes, for SECONDS (default 10) a format,
# always the same changes. Prints what came of them.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10}
cmake --preset fuzz > /dev/null
cmake --build --preset fuzz --target mesh_fuzz
build=build/fuzz
export LLVM_PROFILE_FILE=$build/unused.profraw
for format in ply obj stl gltf dae; do
  $build/fuzz/mesh_fuzz fuzz/mesh_seeds/$format "$seconds" 1
done
