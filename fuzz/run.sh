#!/bin/bash
# Fuzzes the reader of recordings for SECONDS (default 30) and prints how much of it was reached.
# Needs clang-14, llvm-14 and libclang-rt-14-dev.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-30}
cmake --preset fuzz > /dev/null
cmake --build --preset fuzz --target hmt_fuzz make_seeds
build=build/fuzz
export LLVM_PROFILE_FILE=$build/unused.profraw
$build/fuzz/make_seeds $build/seeds
mkdir -p $build/corpus
options=(-timeout=10 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 -artifact_prefix=$build/)
LLVM_PROFILE_FILE=$build/fuzzing.profraw \
  $build/fuzz/hmt_fuzz "${options[@]}" -max_total_time="$seconds" -verbosity=0 $build/corpus $build/seeds 2> $build/fuzzing.log ||
  { tail -40 $build/fuzzing.log; exit 1; }
grep -E "executed_units|peak_rss" $build/fuzzing.log
llvm-profdata-14 merge -o $build/fuzzing.profdata $build/fuzzing.profraw
# The reader: core/trace but for the functions that only writers call. Columns 5 and 6 of the report are lines
# and missed lines of a function.
sources=(core/trace/{block_decoder,block_head,block_model,block_plan,bytes,chunk,hmt_index,hmt_reader,info_codec}.cpp
  core/trace/{scene_boxes,scene_check,scene_codec,scene_columns,scene_normals,tag_codec}.cpp
  core/trace/{block_model,bytes,scene_columns,scene_session}.h)
writers='WritingCoder|ByteWriter|encode|eflat(er|e_body)|pack_chunk|put_head|write_|best_encoding|estimated_size|padding_is_zero|front_group'
llvm-cov-14 report $build/fuzz/hmt_fuzz -instr-profile=$build/fuzzing.profdata -show-functions -Xdemangler=c++filt "${sources[@]}" |
  grep -E ' [0-9.]+% .* [0-9.]+%' | grep -vE "^TOTAL|$writers" |
  sed -E 's/.* ([0-9]+) +([0-9]+) +[0-9.]+% +([0-9]+) +([0-9]+) +[0-9.]+% +[0-9]+ +[0-9]+ +[0-9.]+%$/\3 \4/' |
  awk '{lines += $1; missed += $2} END {printf "%d of %d lines of the reader reached (%.1f %%)\n", lines - missed, lines, 100 * (1 - missed / lines)}'
