#!/bin/bash
# fuzz/run.sh [SECONDS [FORMAT...]]
# Builds every fuzz target and runs each for SECONDS (default 30), one on each processor at a time; the readers of
# recordings of other programs for an eighth of it each. With FORMAT, the name of a folder in build/fuzz/import_seeds, runs
# only the readers of these formats, for SECONDS each. Prints how many lines of the readers of recordings were reached.
# Needs clang-14, llvm-14 and libclang-rt-14-dev.
. "$(dirname "$0")/setup.sh"
seconds=${1:-30}
formats=${*:2}
import_seconds=$seconds
[ -n "$formats" ] || import_seconds=$(((seconds + 7) / 8))
build_target fuzz fuzz_targets
[ -n "$formats" ] || build_target asan fuzz_targets

# Seeds. The first digit of a text chooses its reader, in the order of fuzz/text_fuzz.cpp.
$build/fuzz/make_seeds $build/hmt_seeds $build/import_seeds
mkdir -p $build/text_seeds $build/session_seeds $build/lsp_seeds
printf '0"ID","Kernel Name","a__b.sum"\n"","","sector"\n"0","k","1,234"\n' > $build/text_seeds/counters
printf '1run,index,latency\n0,0,300\n0,1,100\n1,0,300\n' > $build/text_seeds/chase
for preset in resources/presets/*.json; do { printf 2; cat "$preset"; } > "$build/text_seeds/$(basename "$preset")"; done
printf '3{"position":[0,1.2,4],"target":[0,1,0],"up":[0,1,0],"fov_y_degrees":40}' > $build/text_seeds/camera
printf '4{"metric":"l1-misses","frames":8,"frame":2,"frame_count":3,"camera":{"position":[0,1,4],"forward":[0,0,-1]},"box_levels":[0,3],"only_ranges":{"face-slant":[60,90]},"named_ranges":[{"name":"steep","only_ranges":{"face-l1-hit-rate":[0,0.5],"box-level":[1,2]}}],"colour_map":"viridis","range_mode":"manual","range_min":0.5,"range_max":1}' \
  > $build/text_seeds/view
for experiment in docs/experiments/*.json; do { printf 5; cat "$experiment"; } > "$build/text_seeds/$(basename "$experiment")"; done
for recipe in docs/figures/*.json; do { printf 7; cat "$recipe"; } > "$build/text_seeds/figure-$(basename "$recipe")"; done
printf '6{"format":"hitmap layout","version":1,"allocations":[{"name":"f","role":"faces","address":"0x7f00","bytes":120,"stride":12,"index_bytes":4},{"role":"vertices","address":0,"bytes":96,"stride":4,"element_bytes":12,"layout":"planar"}],"image":{"width":4,"height":4},"pixels":"writes","camera":{"position":[0,1,4],"target":[0,1,0]},"mesh":{"file":"a.obj"}}' > $build/text_seeds/layout
printf '0{"hitmap_session":1,"panes":[{"recording":"a.hmt","hash":"sha256:00","preset":"turing-rtx2080ti","l1":"64KiB:128/32:4:lru","only":{"allocation":"nodes"},"view":{"frames":4,"named_ranges":[{"name":"a","only_ranges":{"face-area":[0,1]}}]},"selection":{"kind":"face","element":3}},{"recording":"builtin:atrium","reference":0}],"links":{"camera":false},"active":1,"bookmarks":{"1":{"frames":2}},"layout":"AAAA"}' \
  > $build/session_seeds/session

# The first digit chooses what fuzz/lsp_fuzz.cpp does with the messages.
lsp_start='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":null,"capabilities":{"workspace":{"codeLens":{"refreshSupport":true}},"textDocument":{"hover":{"contentFormat":["markdown"]}}},"initializationOptions":{"diagnostics":false}}}'
lsp_open='{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a/core/raytracer/traversal.cpp","languageId":"cpp","version":1,"text":"int a;\n// \u00e4\n"}}}'
lsp_change='{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a/core/raytracer/traversal.cpp","version":2},"contentChanges":[{"text":"b"}]}}'
lsp_ask='"params":{"textDocument":{"uri":"file:///a/core/raytracer/traversal.cpp"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}},"position":{"line":1,"character":2}}}'
printf '0Content-Length: %d\r\nContent-Type: x\r\n\r\n%sContent-Length: 2\r\n\r\n{}' ${#lsp_start} "$lsp_start" > $build/lsp_seeds/framing
for choice in 1 2; do
  printf '%s' "$choice" "$lsp_start" $'\n' "$lsp_open" $'\n' "$lsp_change" $'\n' > $build/lsp_seeds/messages-$choice
  for method in codeLens inlayHint hover; do
    printf '{"jsonrpc":"2.0","id":"%s","method":"textDocument/%s",%s\n' $method $method "$lsp_ask" >> $build/lsp_seeds/messages-$choice
  done
  printf '%s\n' '{"jsonrpc":"2.0","id":7,"method":"workspace/executeCommand","params":{"command":"hitmap.toggleDiagnostics","arguments":[]}}' \
    '{"jsonrpc":"2.0","id":8,"method":"shutdown"}' '{"jsonrpc":"2.0","method":"exit"}' >> $build/lsp_seeds/messages-$choice
done

# Modules of the tests of the SPIR-V rewriter, of several versions.
targets=(hmt text session lsp)
if [ -x $build/fuzz/spirv_fuzz ]; then
  targets+=(spirv)
  mkdir -p $build/spirv_seeds
  for shader in tests/capture/spirv/shaders/*; do
    for version in vulkan1.0 vulkan1.1 spirv1.4 vulkan1.2 vulkan1.3; do
      module=$build/spirv_seeds/$(basename "$shader")-$version
      glslangValidator -V --quiet --target-env $version -g -o "$module" "$shader" > /dev/null || rm -f "$module"
    done
  done
fi

# fuzz NAME SECONDS [FORMAT]: runs NAME_fuzz, for import_fuzz with one format, and prints its statistics, or the end of its
# log if it fails.
fuzz() {
  local run=$1${3:+-$3} seeds=$build/$1_seeds${3:+/$3} program=$build/fuzz/$1_fuzz
  case $1 in text | session | lsp) program=$text_build/fuzz/$1_fuzz ;; esac
  mkdir -p "$build/${run}_corpus"
  LLVM_PROFILE_FILE=$build/$run.profraw "$program" -timeout=20 -rss_limit_mb=2048 -max_len=65536 \
    -print_final_stats=1 -artifact_prefix=$build/ -max_total_time="$2" -verbosity=0 \
    ${3:+--format=$3} "$build/${run}_corpus" "$seeds" 2> "$build/$run.log" || { tail -40 "$build/$run.log"; return 1; }
  echo "$run, $2 s: $(grep -E 'executed_units|peak_rss|stat::modules' "$build/$run.log" | tr -s ' \n' ' ')"
}

# start FUZZ_ARGUMENTS: starts fuzz when a processor is free.
running=0
failed=0
start() {
  if [ "$running" = "$(nproc)" ]; then
    wait -n || failed=1
  else
    running=$((running + 1))
  fi
  fuzz "$@" &
}
rm -f $build/*.profraw
if [ -z "$formats" ]; then
  for target in "${targets[@]}"; do start $target "$seconds"; done
fi
for format in ${formats:-$(ls $build/import_seeds)}; do start import "$import_seconds" "$format"; done
while [ $running -gt 0 ]; do
  wait -n || failed=1
  running=$((running - 1))
done
[ $failed = 0 ] || exit 1

# reached NAME WHAT LEAVE_OUT SOURCE...: prints how many lines of the sources NAME_fuzz reached, without functions whose name
# matches LEAVE_OUT. Columns 5 and 6 of the report are the lines and the missed lines of a function.
reached() {
  llvm-profdata-14 merge -o "$build/$1.profdata" "$build/$1"*.profraw
  llvm-cov-14 report "$build/fuzz/$1_fuzz" -instr-profile="$build/$1.profdata" -show-functions -Xdemangler=c++filt "${@:4}" |
    grep -E ' [0-9.]+% .* [0-9.]+%' | grep -vE "^TOTAL|$3" |
    sed -E 's/.* ([0-9]+) +([0-9]+) +[0-9.]+% +([0-9]+) +([0-9]+) +[0-9.]+% +[0-9]+ +[0-9]+ +[0-9.]+%$/\3 \4/' |
    awk -v what="$2" '{lines += $1; missed += $2} END {printf "%d of %d lines of %s reached (%.1f %%)\n", lines - missed, lines, what, 100 * (1 - missed / lines)}'
}

# The lines of the reader are those of core/trace without the functions that only writers call.
sources=(core/trace/io/bytes.{cpp,h} core/trace/hmt/chunks/{chunk,hmt_index}.cpp
  core/trace/hmt/chunks/{block_decoder,block_head,block_model,block_plan,sums_codec,tag_codec}.cpp core/trace/hmt/chunks/block_model.h
  core/trace/hmt/chunks/{info_codec,scene_boxes,scene_check,scene_codec,scene_columns,scene_normals}.cpp
  core/trace/hmt/chunks/{scene_columns,scene_session}.h core/trace/hmt/file/{hmt_reader,sums_index}.cpp)
writers='WritingCoder|ByteWriter|encode|eflat(er|e_body)|pack_chunk|put_head|write_|best_encoding|estimated_size|padding_is_zero|front_group'
[ -n "$formats" ] || reached hmt "the reader of recordings" "$writers" "${sources[@]}"
for folder in core/trace/import core/trace/formats/*; do
  reached import "$folder" '^$' "$folder"/*.{cpp,h}
done
