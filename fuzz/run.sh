#!/bin/bash
# Builds every fuzz target and runs each for SECONDS (default 30). Prints how many lines of the reader of recordings were
# reached. Needs clang-14, llvm-14 and libclang-rt-14-dev.
. "$(dirname "$0")/setup.sh"
seconds=${1:-30}
build_target fuzz_targets

# Seeds. The first digit of a text chooses its reader, in the order of fuzz/text_fuzz.cpp.
$build/fuzz/make_seeds $build/hmt_seeds
mkdir -p $build/text_seeds $build/session_seeds
printf '0"ID","Kernel Name","a__b.sum"\n"","","sector"\n"0","k","1,234"\n' > $build/text_seeds/counters
printf '1run,index,latency\n0,0,300\n0,1,100\n1,0,300\n' > $build/text_seeds/chase
for preset in resources/presets/*.json; do { printf 2; cat "$preset"; } > "$build/text_seeds/$(basename "$preset")"; done
printf '3{"position":[0,1.2,4],"target":[0,1,0],"up":[0,1,0],"fov_y_degrees":40}' > $build/text_seeds/camera
printf '4{"metric":"l1-misses","frames":8,"frame":2,"frame_count":3,"camera":{"position":[0,1,4],"forward":[0,0,-1]},"box_levels":[0,3],"colour_map":"viridis","range_mode":"manual","range_min":0.5,"range_max":1}' \
  > $build/text_seeds/view
for experiment in docs/experiments/*.json; do { printf 5; cat "$experiment"; } > "$build/text_seeds/$(basename "$experiment")"; done
printf '7{"format":"hitmap layout","version":1,"allocations":[{"name":"f","role":"faces","address":"0x7f00","bytes":120,"stride":12,"index_bytes":4},{"role":"vertices","address":0,"bytes":96,"stride":4,"element_bytes":12,"layout":"planar"}],"image":{"width":4,"height":4},"pixels":"writes","camera":{"position":[0,1,4],"target":[0,1,0]},"mesh":{"file":"a.obj"}}' > $build/text_seeds/layout
printf '6sm,warp,lane,address,bytes,operation,line\n0,0,0,0x1000,4,load,a.cu:7\n0,0,1,4100,4,load,a.cu:7\n1,3,31,64,16,store,\n' > $build/text_seeds/accesses
printf '6I  0401ab70,3\n L 1fff000648,8\n#buf a 0x5000 64 16 12 faces\n#line 0x401ab73 a.c:7 main\nI  0401ab73,5\n M 00005010,70\n' > $build/text_seeds/lackey
address=$(printf ' 0x%016x' {1..32})
printf '6MEMTRACE: CTX 0x1 - LAUNCH - Kernel pc 0x1 - Kernel name k - grid launch id 1 - grid size 2,1,1 - block size 32,1,1 - nregs 1 - shmem 0 - cuda stream id 0\nMEMTRACE: CTX 0x1 - grid_launch_id 0 - CTA 1,0,0 - warp 3 - LDG.E.64 -%s\n' "$address" > $build/text_seeds/nvbit
{ printf 6; cat tests/trace/accelsim/data/kernel-1.traceg; } > $build/text_seeds/accelsim
printf '6-kernel name = _Z1kv\n-grid dim = (2,1,1)\n-block dim = (33,1,1)\n-shmem base_addr = 0x1000000\n-local mem base_addr = 0x2000000\n-accelsim tracer version = 6\n-enable lineinfo = 1\n#traces\n1 0 0 0 3 4 17 0010 00000003 1 R4 LD.E 1 R2 4 2 0x2000010 -16 7 8 NoVal\n0 0 0 1 3 5 18 0020 00000001 0 STL 1 R2 4 1 0x10 0\n0 0 0 1 3 5 18 0030 00000001 0 UTMALDG 0 0 0x10 0 256 0 4 0x7f000000 2 64\n' > $build/text_seeds/accelsim_raw
printf '6MemcpyHtoD,0x1000,256\nkernel-1.traceg\n' > $build/text_seeds/accelsim_list
printf '6Kernel k - grid size 2,1,1 - block size 32,1,1 - nregs 1 - shmem 0 - cuda stream id 0\nCTA 1,0,0 - warp 3 - STG -%s\n' "$address" > $build/text_seeds/nvbit14
{ printf 6; gzip -dc tests/trace/data/rt_plain.trace; } > $build/text_seeds/rtmemtracer
{ printf 6; cat tests/trace/data/rt_gbla.trace; } > $build/text_seeds/rtmemtracer-gbla
printf '6Kernel Launch: k\n  Memory accesses: 3\n  [0] Read access of global memory by thread (1,0,0) at address 0x7f00 (size is 4 bytes)\n  [1] Write access of local memory by thread (2,1,0) at address 0x7f04 (size is 8 bytes)\n' > $build/text_seeds/memory_tracker
printf '6Format: <data address>: <data size>, <(r)ead/(w)rite/opcode>\n0x401000:  5, call\n0x7ffe00: 64, w\n' > $build/text_seeds/memtrace
printf '60x401000,r,8,0x5000\n0x401004,w,4,0x5008\n' > $build/text_seeds/memtrace_x86
printf '6\x01\0\0\0\0\0\0\0\x00\x50\0\0\0\0\0\0\x08\0\0\0\0\0\0\0\x00\x10\x40\0\0\0\0\0' > $build/text_seeds/memtrace_binary
printf '6\x19\0\0\0\x05\0\0\0\0\0\0\0\x0a\0\x04\0\x00\x10\x40\0\0\0\0\0\x11\0\x02\0\x02\x03\0\0\0\0\0\0\x1c\0\x03\0\x07\0\0\0\0\0\0\0\0\0\x08\0\x00\x50\0\0\0\0\0\0' > $build/text_seeds/drmemtrace
printf '6<--record#-> <--instr#->: <---tid---> <record details>\n 1 0: 9 <marker: tid 9 on core 7>\n 2 1: 9 read 8 byte(s) @ 0x5000 by PC 0x401000\n' > $build/text_seeds/view
printf '6order,launch,sm,warp,lane,kind,element,source,l1_hits,l1_lookups,l2_hits,l2_lookups\n0,0,2,7,0,box,1,1,0,1,0,1\n1,2,2,7,1,face,3,,0.5,1,1,1\n' > $build/text_seeds/elements
printf '6\n=====\nLDG.E 0x7f0a00000000 0x7f0a00000004 \n=====\nSTG 0x10 ' > $build/text_seeds/ppt_gpu
printf '0{"hitmap_session":1,"panes":[{"recording":"a.hmt","hash":"sha256:00","preset":"turing-rtx2080ti","l1":"64KiB:128/32:4:lru","only":{"allocation":"nodes"},"view":{"frames":4},"selection":{"kind":"face","element":3}},{"recording":"builtin:atrium","reference":0}],"links":{"camera":false},"active":1,"bookmarks":{"1":{"frames":2}},"layout":"AAAA"}' \
  > $build/session_seeds/session

# fuzz NAME: runs NAME_fuzz and prints its statistics, or the end of its log if it fails.
fuzz() {
  mkdir -p "$build/$1_corpus"
  LLVM_PROFILE_FILE=$build/$1.profraw "$build/fuzz/$1_fuzz" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
    -print_final_stats=1 -artifact_prefix=$build/ -max_total_time="$seconds" -verbosity=0 \
    "$build/$1_corpus" "$build/$1_seeds" 2> "$build/$1.log" || { tail -40 "$build/$1.log"; exit 1; }
  echo "$1: $(grep -E 'executed_units|peak_rss' "$build/$1.log" | tr -s ' \n' ' ')"
}
fuzz hmt
fuzz text
fuzz session

llvm-profdata-14 merge -o $build/fuzzing.profdata $build/hmt.profraw
# The lines of the reader are those of core/trace without the functions that only writers call. Columns 5 and 6 of the
# report are the lines and the missed lines of a function.
sources=(core/trace/io/bytes.{cpp,h} core/trace/hmt/container/{chunk,hmt_index}.cpp
  core/trace/hmt/blocks/{block_decoder,block_head,block_model,block_plan,sums_codec,tag_codec}.cpp core/trace/hmt/blocks/block_model.h
  core/trace/hmt/scene/{info_codec,scene_boxes,scene_check,scene_codec,scene_columns,scene_normals}.cpp
  core/trace/hmt/scene/{scene_columns,scene_session}.h core/trace/hmt/file/{hmt_reader,sums_index}.cpp)
writers='WritingCoder|ByteWriter|encode|eflat(er|e_body)|pack_chunk|put_head|write_|best_encoding|estimated_size|padding_is_zero|front_group'
llvm-cov-14 report $build/fuzz/hmt_fuzz -instr-profile=$build/fuzzing.profdata -show-functions -Xdemangler=c++filt "${sources[@]}" |
  grep -E ' [0-9.]+% .* [0-9.]+%' | grep -vE "^TOTAL|$writers" |
  sed -E 's/.* ([0-9]+) +([0-9]+) +[0-9.]+% +([0-9]+) +([0-9]+) +[0-9.]+% +[0-9]+ +[0-9]+ +[0-9.]+%$/\3 \4/' |
  awk '{lines += $1; missed += $2} END {printf "%d of %d lines of the reader of recordings reached (%.1f %%)\n", lines - missed, lines, 100 * (1 - missed / lines)}'
