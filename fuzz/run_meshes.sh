#!/bin/bash
# Changes mesh files at random and imports each with the mesh reader process, for SECONDS (default 10), all formats at the
# same time. The random changes are the same in every run. Prints the number of imports by result.
. "$(dirname "$0")/setup.sh"
seconds=${1:-10}
build_target mesh_fuzz
mkdir -p $out
running=()
for format in ply obj stl gltf dae; do
  $build/fuzz/mesh_fuzz fuzz/mesh_seeds/$format "$seconds" 1 > $out/mesh_$format.log 2>&1 &
  running+=($!)
done
failed=0
for process in "${running[@]}"; do wait "$process" || failed=1; done
cat $out/mesh_{ply,obj,stl,gltf,dae}.log
exit $failed
