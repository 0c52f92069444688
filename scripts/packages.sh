# Lists of packages of Debian and Ubuntu by purpose, and a function that installs missing ones. ./run and ./test source this
# file. A name that ends in "?" is installed only where the system offers it.
# shellcheck shell=bash

# Needed to build and run the program, and to make its package. A table in CONTRIBUTING.md says what each library is for.
build_packages=(
  g++ cmake ninja-build pkg-config
  qtbase5-dev libqt5opengl5-dev
  libgl-dev libegl-dev libepoxy-dev libegl1 libgl1-mesa-dri
  libglm-dev libassimp-dev zlib1g-dev libdeflate-dev libminizip-dev liblzma-dev libzstd-dev libxxhash-dev
  libfmt-dev nlohmann-json3-dev libcli11-dev
  libpng-dev libtinyexr-dev libcairo2-dev fonts-dejavu-core
  libvulkan-dev spirv-headers glslang-tools
  dpkg-dev file
)

# Also needed to test the program.
test_packages=(
  libgtest-dev libgmock-dev libbenchmark-dev libembree-dev
  clang libclang-rt-dev lld llvm clang-format-14?
  xvfb xauth python3 python3-numpy xz-utils neovim emacs-nox elpa-eglot? nodejs esbuild?
  spirv-tools mesa-vulkan-drivers vulkan-validationlayers vulkan-tools
  desktop-file-utils appstream libxml2-utils shared-mime-info
)

# find_missing NAME...: sets "missing" to the packages that are not installed, without those that the system does not offer.
find_missing() {
  local name
  missing=()
  for name in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "${name%\?}" 2>/dev/null)" = installed ] && continue
    [[ $name == *\? ]] && [ -z "$(apt-cache show "${name%\?}" 2>/dev/null)" ] && continue
    missing+=("${name%\?}")
  done
}

# install_packages NAME...: installs the missing packages among the named ones, as root or with sudo.
install_packages() {
  local missing
  find_missing "$@"
  [ ${#missing[@]} -eq 0 ] && return 0
  echo "Installing: ${missing[*]}" >&2
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "Please install as root: apt-get install ${missing[*]}" >&2; return 1; }
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q >&2
  find_missing "$@" # again: now it is known what the system offers
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >&2
}
