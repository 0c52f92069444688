#!/usr/bin/env bash
# Asks cmake/HitmapCommit.cmake for the commit of three folders. commit.sh MODULE FOLDER
set -euo pipefail
module=$1
rm -rf "$2"
mkdir -p "$2"
folder=$(cd "$2" && pwd)
mkdir -p "$folder/repository/inside" "$folder/release"
cat >"$folder/ask.cmake" <<'END'
cmake_minimum_required(VERSION 3.25)
include(${MODULE})
hitmap_commit(commit log ${FOLDER})
message("commit '${commit}' log '${log}'")
END
# Names no repository above the folder, such as that of the build.
export GIT_CEILING_DIRECTORIES=$folder
git -C "$folder/repository" init -q
git -C "$folder/repository" -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m first
commit=$(git -C "$folder/repository" rev-parse --short=12 HEAD)

expect() {
  found=$(cmake -DMODULE="$module" -DFOLDER="$folder/$1" -P "$folder/ask.cmake" 2>&1)
  [ "$found" = "$2" ] || { echo "$1: expected $2, found $found"; exit 1; }
}
expect repository "commit '$commit' log '$folder/repository/.git/logs/HEAD'"
# A release that was unpacked inside another repository, and one that was not.
expect repository/inside "commit '' log ''"
expect release "commit '' log ''"
echo "commits are named"
