#!/bin/bash
# fuzz/run.sh [SECONDS [FORMAT...]]
# Builds every fuzz target and runs each for SECONDS (default 30), one on each processor at a time; the readers of
# recordings of other programs for an eighth of it each. With FORMAT, the name of a folder in build/asan/fuzzing/import_seeds,
# runs only the readers of these formats, for SECONDS each. Needs clang, llvm and libclang-rt-dev.
. "$(dirname "$0")/setup.sh"
seconds=${1:-30}
formats=${*:2}
import_seconds=$seconds
[ -n "$formats" ] || import_seconds=$(((seconds + 7) / 8))
build_target fuzz_targets

# Seeds. The first digit of a text chooses its reader, in the order of fuzz/text_fuzz.cpp.
$build/fuzz/make_seeds $out/hmt_seeds $out/import_seeds $out/tree_seeds
mkdir -p $out/text_seeds $out/session_seeds $out/lsp_seeds
printf '0"ID","Kernel Name","a__b.sum"\n"","","sector"\n"0","k","1,234"\n' > $out/text_seeds/counters
printf '1run,index,latency\n0,0,300\n0,1,100\n1,0,300\n' > $out/text_seeds/chase
for preset in resources/presets/*.json; do { printf 2; cat "$preset"; } > "$out/text_seeds/$(basename "$preset")"; done
printf '3{"position":[0,1.2,4],"target":[0,1,0],"up":[0,1,0],"fov_y_degrees":40}' > $out/text_seeds/camera
printf '4{"metric":"l1-misses","frames":8,"frame":2,"frame_count":3,"camera":{"position":[0,1,4],"forward":[0,0,-1]},"box_levels":[0,3],"only_ranges":{"face-slant":[60,90]},"named_ranges":[{"name":"steep","only_ranges":{"face-l1-hit-rate":[0,0.5],"box-level":[1,2]}}],"colour_map":"viridis","range_mode":"manual","range_min":0.5,"range_max":1}' \
  > $out/text_seeds/view
for experiment in docs/experiments/*.json; do { printf 5; cat "$experiment"; } > "$out/text_seeds/$(basename "$experiment")"; done
for recipe in docs/figures/*.json; do { printf 7; cat "$recipe"; } > "$out/text_seeds/figure-$(basename "$recipe")"; done
printf '6{"format":"hitmap layout","version":1,"allocations":[{"name":"f","role":"faces","address":"0x7f00","bytes":120,"stride":12,"index_bytes":4},{"role":"vertices","address":0,"bytes":96,"stride":4,"element_bytes":12,"layout":"planar"}],"image":{"width":4,"height":4},"pixels":"writes","camera":{"position":[0,1,4],"target":[0,1,0]},"mesh":{"file":"a.obj"}}' > $out/text_seeds/layout
printf '0{"hitmap_session":1,"panes":[{"recording":"a.hmt","hash":"sha256:00","preset":"turing-rtx2080ti","l1":"64KiB:128/32:4:lru","only":{"allocation":"nodes"},"view":{"frames":4,"named_ranges":[{"name":"a","only_ranges":{"face-area":[0,1]}}]},"selection":{"kind":"face","element":3}},{"recording":"builtin:atrium","reference":0}],"links":{"camera":false},"active":1,"bookmarks":{"1":{"frames":2}},"layout":"AAAA"}' \
  > $out/session_seeds/session

# The first digit chooses what fuzz/lsp_fuzz.cpp does with the messages.
lsp_start='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":null,"capabilities":{"workspace":{"codeLens":{"refreshSupport":true}},"textDocument":{"hover":{"contentFormat":["markdown"]}}},"initializationOptions":{"diagnostics":false}}}'
lsp_open='{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a/core/raytracer/traversal.cpp","languageId":"cpp","version":1,"text":"int a;\n// \u00e4\n"}}}'
lsp_change='{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a/core/raytracer/traversal.cpp","version":2},"contentChanges":[{"text":"b"}]}}'
lsp_ask='"params":{"textDocument":{"uri":"file:///a/core/raytracer/traversal.cpp"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}},"position":{"line":1,"character":2}}}'
printf '0Content-Length: %d\r\nContent-Type: x\r\n\r\n%sContent-Length: 2\r\n\r\n{}' ${#lsp_start} "$lsp_start" > $out/lsp_seeds/framing
for choice in 1 2; do
  printf '%s' "$choice" "$lsp_start" $'\n' "$lsp_open" $'\n' "$lsp_change" $'\n' > $out/lsp_seeds/messages-$choice
  for method in codeLens inlayHint hover; do
    printf '{"jsonrpc":"2.0","id":"%s","method":"textDocument/%s",%s\n' $method $method "$lsp_ask" >> $out/lsp_seeds/messages-$choice
  done
  printf '%s\n' '{"jsonrpc":"2.0","id":7,"method":"workspace/executeCommand","params":{"command":"hitmap.toggleDiagnostics","arguments":[]}}' \
    '{"jsonrpc":"2.0","id":8,"method":"shutdown"}' '{"jsonrpc":"2.0","method":"exit"}' >> $out/lsp_seeds/messages-$choice
done

# Modules of the tests of the SPIR-V rewriter, of several versions.
targets=(hmt tree text session lsp)
if [ -x $build/fuzz/spirv_fuzz ]; then
  targets+=(spirv)
  mkdir -p $out/spirv_seeds
  for shader in tests/capture/spirv/shaders/*; do
    for version in vulkan1.0 vulkan1.1 spirv1.4 vulkan1.2 vulkan1.3; do
      module=$out/spirv_seeds/$(basename "$shader")-$version
      glslangValidator -V --quiet --target-env $version -g -o "$module" "$shader" > /dev/null || rm -f "$module"
    done
  done
fi

# fuzz NAME SECONDS [FORMAT]: runs NAME_fuzz, for import_fuzz with one format, and prints its statistics, or the end of its
# log if it fails.
fuzz() {
  local run=$1${3:+-$3} seeds=$out/$1_seeds${3:+/$3}
  mkdir -p "$out/${run}_corpus"
  LLVM_PROFILE_FILE=$out/$run.profraw "$build/fuzz/$1_fuzz" -timeout=20 -rss_limit_mb=2048 -max_len=65536 \
    -print_final_stats=1 -artifact_prefix=$out/ -max_total_time="$2" -verbosity=0 \
    ${3:+--format=$3} "$out/${run}_corpus" "$seeds" 2> "$out/$run.log" || { tail -40 "$out/$run.log"; return 1; }
  echo "$run, $2 s: $(grep -E 'executed_units|peak_rss|stat::modules' "$out/$run.log" | tr -s ' \n' ' ')"
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
if [ -z "$formats" ]; then
  for target in "${targets[@]}"; do start $target "$seconds"; done
fi
for format in ${formats:-$(ls $out/import_seeds)}; do start import "$import_seconds" "$format"; done
while [ $running -gt 0 ]; do
  wait -n || failed=1
  running=$((running - 1))
done
exit $failed
