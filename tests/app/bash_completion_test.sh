#!/usr/bin/env bash
# Completes command lines with the script that `hitmap command-reference bash` prints, as readline does: by the function that it
# registers. bash_completion_test.sh HITMAP
set -euo pipefail
hitmap=$1
eval "$("$hitmap" command-reference bash)"
failed=0

# completes EXPECTED WORD...: the words of a command line, of which the last one is completed.
completes() {
  local expected=$1
  shift
  COMP_WORDS=("$@")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  "$function"
  [ "${COMPREPLY[*]}" = "$expected" ] || { echo "${*@Q}: expected '$expected', found '${COMPREPLY[*]}'"; failed=1; }
}

registered=$(complete -p hitmap)
[ "$registered" = "complete -o default -F _hitmap hitmap" ] || { echo "found '$registered'"; failed=1; }
function=_hitmap
completes "validate" hitmap va
completes "simulate simt" hitmap sim
completes "--version" hitmap --v
completes "--node-order --node-width" hitmap trace --node
completes "--node-order" hitmap trace builtin:teapot -o a.hmt --node-o
completes "sah median lbvh" hitmap trace --bvh ""
completes "median" hitmap trace --bvh m
# readline takes = for a word.
completes "sah median lbvh" hitmap trace --bvh =
completes "lbvh" hitmap trace --bvh = l
completes "primary shadow ao path" hitmap simulate --ray-kind ""
completes "primary shadow" hitmap trace --rays ""
# Nothing, so that readline completes names of files; also where the command would be, since hitmap FILE opens a file.
completes "" hitmap simulate ""
completes "" hitmap trace --output a
completes "" hitmap atrium.h
completes "" hitmap trace --nothing
# Not for users.
completes "" hitmap command
exit $failed
