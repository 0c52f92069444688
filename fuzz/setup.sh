# The scripts in this folder source this file. It changes to the top folder of the project.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=build/fuzz
text_build=build/asan # of the readers of text
export LLVM_PROFILE_FILE=$build/unused.profraw # for programs whose coverage is not needed

# build_target PRESET NAME: configures a preset and builds one of its targets.
build_target() {
  cmake --preset "$1" > /dev/null
  cmake --build --preset "$1" --target "$2"
}
