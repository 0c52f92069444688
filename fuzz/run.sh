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
  $build/fuzz/hmt_fuzz "${options[@]}" -max_total_time="$seconds" -verbosity=0 $build/corpus $build/seeds
llvm-profdata-14 merge -o $build/fuzzing.profdata $build/fuzzing.profraw
# The reader: everything in core/trace but what only writers use.
llvm-cov-14 report $build/fuzz/hmt_fuzz -instr-profile=$build/fuzzing.profdata \
  core/trace/{block_decoder,block_head,block_model,block_plan,bytes,chunk,hmt_index,hmt_reader,info_codec,scene_boxes,scene_check,scene_codec,scene_columns,scene_normals,tag_codec}.cpp \
  core/trace/{block_model,bytes,scene_session}.h \
  | awk 'NR == 1 || /TOTAL|core/ {print}'
