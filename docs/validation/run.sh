#!/bin/bash
# Records the examples with `hitmap record`, measures the same kernels with Nsight Compute if a GPU of NVIDIA is there, and
# writes tables that compare both: docs/validation.md.
# Usage: docs/validation/run.sh [BUILD [FOLDER]]   (default: build/release, and validation in the working folder)
#   HITMAP_DEVICE   a part of the name of the Vulkan device (default: the first device)
#   HITMAP_PRESET   the preset of that GPU (default: turing-rtx2080ti; `hitmap presets` lists them)
#   HITMAP_SIZES    sizes other than the default, e.g. "matmul_naive=64 gather=4096"
#   HITMAP_LOG      memory of the log (default: 1GiB)
# Needs python3 and a build with the examples; for measurements also nvcc and ncu. Without them it only records.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
build=$(realpath -m "${1:-build/release}")
folder=${2:-validation}
device=${HITMAP_DEVICE:-}
preset=${HITMAP_PRESET:-turing-rtx2080ti}
log=${HITMAP_LOG:-1GiB}
hitmap=$build/app/hitmap
kernels="matmul_naive matmul_tiled transpose reduction histogram stencil gather breadth_first_search"
level=3 # of the breadth-first search, which has a launch for each level; most vertices of the default graph are near it

# Before anything is recorded.
for program in app/hitmap examples/vulkan_kernels/vulkan_kernels examples/vulkan_tracer/vulkan_tracer; do
    [ -x "$build/$program" ] || { echo "run.sh: $build: expected a build with $program, found none" >&2; exit 1; }
done
"$hitmap" presets "$preset" >/dev/null || exit 1 # The message lists the presets.
mkdir -p "$folder"

size_of() {
    local pair
    for pair in ${HITMAP_SIZES:-}; do
        [ "${pair%=*}" != "$1" ] || { echo "${pair#*=}"; return; }
    done
    echo 0 # the default
}

first_launch() {
    case $1 in breadth_first_search) echo $level ;; *) echo 0 ;; esac
}

record() { # NAME [options of hitmap record] -- PROGRAM...
    local name=$1
    shift
    echo "recording $name" >&2
    "$hitmap" record -o "$folder/$name.hmt" --log "$log" "$@" >&2
}

for kernel in $kernels; do
    first=$(first_launch "$kernel")
    record "$kernel" --dispatches "$first:$((first + 1))" -- "$build/examples/vulkan_kernels/vulkan_kernels" \
        "$kernel" --size "$(size_of "$kernel")" --device "$device"
done
tracer_size=$(size_of tracer)
[ "$tracer_size" != 0 ] || tracer_size=256
for kernel in while-while if-if pixel; do
    record "tracer-$kernel" -- "$build/examples/vulkan_tracer/vulkan_tracer" builtin:atrium --kernel "$kernel" \
        --resolution "${tracer_size}x$tracer_size" --device "$device"
done

measured=
if command -v nvcc >/dev/null && command -v ncu >/dev/null; then
    measured=yes
    nvcc -std=c++17 -O3 -lineinfo -arch=native -I"$source" -o "$folder/cuda_kernels" \
        "$source/examples/vulkan_kernels/cuda_kernels.cu" "$source/examples/vulkan_kernels/kernel_cases.cpp"
    for kernel in $kernels; do
        echo "measuring $kernel" >&2
        ncu --csv --page raw --print-units base --metrics "$(python3 -B "$here/validate.py" metrics)" --cache-control all \
            --clock-control none --kernel-name "$kernel" --launch-skip "$(first_launch "$kernel")" --launch-count 1 \
            --log-file "$folder/$kernel.csv" "$folder/cuda_kernels" "$kernel" "$(size_of "$kernel")" >&2
    done
else
    echo "nvcc or ncu is missing: nothing is measured" >&2
fi

validate() {
    python3 -B "$here/validate.py" "$1" "$folder" --hitmap "$hitmap" --preset "$preset"
}
{
    echo "# Requests and sectors beside closed forms"
    echo
    validate forms
    echo "These requests and sectors are those of loads, stores and atomics. Those below, as Nsight Compute counts them, are of"
    echo "loads and stores, so that \`histogram\` has half as many requests there: a load and an atomic for each number."
    echo
    echo "# $preset, measured and simulated"
    echo
    validate table
    if [ -n "$measured" ]; then
        echo "# Fitted on half of the kernels"
        echo
        validate fit
    fi
} >"$folder/result.md"
cat "$folder/result.md"
