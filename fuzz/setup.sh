# The scripts in this folder source this file. It changes to the top folder of the project.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=build/${build_preset:=asan}
out=$build/fuzzing # seeds, what was found, logs

# build_target TARGET: configures the preset and builds one of its targets.
build_target() {
  cmake --preset $build_preset > /dev/null
  cmake --build --preset $build_preset --target "$1"
}
