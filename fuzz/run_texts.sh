#!/bin/bash
# Fuzzes the readers of texts (Nsight Compute's CSV, measured chases, presets) for SECONDS (default 30).
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-30}
cmake --preset fuzz > /dev/null
cmake --build --preset fuzz --target text_fuzz
build=build/fuzz
mkdir -p $build/text_seeds $build/text_corpus
printf '0"ID","Kernel Name","a__b.sum"\n"","","sector"\n"0","k","1,234"\n' > $build/text_seeds/ncu # '0' is 48, a multiple of 3
printf '1run,index,latency\n0,0,300\n0,1,100\n1,0,300\n' > $build/text_seeds/chase
for preset in resources/presets/*.json; do { printf 2; cat "$preset"; } > $build/text_seeds/$(basename "$preset"); done
LLVM_PROFILE_FILE=$build/text_fuzzing.profraw $build/fuzz/text_fuzz -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
  -print_final_stats=1 -artifact_prefix=$build/ -max_total_time="$seconds" -verbosity=0 $build/text_corpus $build/text_seeds
