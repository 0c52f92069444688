"""Compiles the kernels of examples/vulkan_kernels for CUDA and compares the accesses of global memory in the PTX with those
of their sources: cuda_test.py SOURCE NVCC. No GPU is needed.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

# Loads, stores and atomics in the source of each kernel. Compilers may repeat the bodies of loops.
EXPECTED = {"transpose": (1, 1, 0), "reduction": (1, 0, 1), "histogram": (1, 0, 1), "stencil": (5, 1, 0), "gather": (2, 1, 0),
            "breadth_first_search": (5, 1, 0)}
LOOPS = {"matmul_naive": (2, 1, 0), "matmul_tiled": (2, 1, 0)}


def accesses(ptx):
    """The numbers of loads, stores and atomics of global memory by kernel."""
    kernels = {}
    for body in re.split(r"\.entry ", ptx)[1:]:
        name = re.search(r"_source\d+([a-z_]+)E", body.split("(")[0]).group(1)
        kinds = collections.Counter(re.findall(r"\s(ld|st|atom|red)\.global\.", body))
        if re.search(r"\s(ld|st|atom|red)\.(?:relaxed\.|volatile\.)?[bfsu]\d", body):
            kinds["generic"] += 1  # addresses whose space the compiler does not know
        kernels[name] = (kinds["ld"], kinds["st"], kinds["atom"] + kinds["red"]), kinds["generic"]
    return kernels


def main():
    source, nvcc = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        example = source / "examples/vulkan_kernels"
        command = [nvcc, "-std=c++17", "-O3", f"-I{source}"]
        subprocess.run([*command, "-ptx", "-o", folder / "kernels.ptx", example / "cuda_kernels.cu"], check=True)
        subprocess.run([*command, "-o", folder / "cuda_kernels", example / "cuda_kernels.cu", example / "kernel_cases.cpp"],
                       check=True)
        found = accesses((folder / "kernels.ptx").read_text())
        refused = subprocess.run([folder / "cuda_kernels", "gather", "100"], capture_output=True, text=True)
    wrong = [f"{name}: expected loads, stores and atomics {numbers}, found {found.get(name)}"
             for name, numbers in EXPECTED.items() if found.get(name) != (numbers, 0)]
    for name, (loads, stores, atomics) in LOOPS.items():
        numbers, generic = found[name]
        if numbers[0] % loads != 0 or numbers[1:] != (stores, atomics) or generic:
            wrong.append(f"{name}: expected a multiple of {loads} loads, {stores} stores, found {found[name]}")
    if len(found) != len(EXPECTED) + len(LOOPS):
        wrong.append(f"expected 8 kernels, found {sorted(found)}")
    message = "cuda_kernels: gather: expected a size (loads) that is a multiple of 256 and at most 4194304, found 100\n"
    if (refused.returncode, refused.stderr) != (1, message):
        wrong.append(f"expected {message!r}, found {refused.returncode}, {refused.stderr!r}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
