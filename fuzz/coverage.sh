#!/bin/bash
# fuzz/coverage.sh [SECONDS [FORMAT...]]
# As fuzz/run.sh, in a build that counts how often each line runs, which takes some minutes. Prints how many lines of the
# readers of recordings were reached.
build_preset=coverage
. "$(dirname "$0")/setup.sh"
rm -f $out/*.profraw
export LLVM_PROFILE_FILE=$out/unused.profraw # of the programs that make the seeds
build_preset=$build_preset fuzz/run.sh "$@"
formats=${*:2}

# reached NAME WHAT LEAVE_OUT SOURCE...: prints how many lines of the sources NAME_fuzz reached, without functions whose name
# matches LEAVE_OUT. Columns 5 and 6 of the report are the lines and the missed lines of a function.
reached() {
  llvm-profdata merge -o "$out/$1.profdata" "$out/$1"*.profraw
  llvm-cov report "$build/fuzz/$1_fuzz" -instr-profile="$out/$1.profdata" -show-functions -Xdemangler=c++filt "${@:4}" |
    grep -E ' [0-9.]+% .* [0-9.]+%' | grep -vE "^TOTAL|$3" |
    sed -E 's/.* ([0-9]+) +([0-9]+) +[0-9.]+% +([0-9]+) +([0-9]+) +[0-9.]+% +[0-9]+ +[0-9]+ +[0-9.]+%$/\3 \4/' |
    awk -v what="$2" '{lines += $1; missed += $2} END {printf "%d of %d lines of %s reached (%.1f %%)\n", lines - missed, lines, what, 100 * (1 - missed / lines)}'
}

# The lines of the reader are those of core/trace without the functions that only writers call.
sources=(core/trace/io/bytes.{cpp,h} core/trace/hmt/chunks/{chunk,hmt_index}.cpp
  core/trace/hmt/chunks/{block_decoder,block_head,block_model,block_plan,sums_codec,tag_codec}.cpp core/trace/hmt/blocks/block_model.h
  core/trace/hmt/chunks/{info_codec,primitive_codec,scene_boxes,scene_check,scene_codec,scene_columns,scene_normals}.cpp
  core/trace/hmt/chunks/{scene_columns,scene_session}.h core/trace/hmt/file/{hmt_reader,sums_index}.cpp)
writers='WritingCoder|ByteWriter|encode|eflat(er|e_body)|pack_chunk|put_head|write_|best_encoding|estimated_size|padding_is_zero|front_group'
[ -n "$formats" ] || reached hmt "the reader of recordings" "$writers" "${sources[@]}"
for folder in core/trace/import core/trace/formats/*; do
  reached import "$folder" '^$' "$folder"/*.{cpp,h}
done
