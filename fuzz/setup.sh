# The scripts in this folder source this file. It changes to the top folder of the project.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=build/fuzz
export LLVM_PROFILE_FILE=$build/unused.profraw # for programs whose coverage is not needed

# build_target NAME: configures the preset "fuzz" and builds one of its targets.
build_target() {
  cmake --preset fuzz > /dev/null
  cmake --build --preset fuzz --target "$1"
}
