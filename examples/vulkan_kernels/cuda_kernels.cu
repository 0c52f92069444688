// The kernels of vulkan_kernels for CUDA, from the same sources and with the same input, so that Nsight Compute can
// measure what `hitmap record` has recorded (docs/validation.md). It is not part of the build:
//   nvcc -std=c++17 -O3 -lineinfo -I. -o cuda_kernels examples/vulkan_kernels/cuda_kernels.cu \
//       examples/vulkan_kernels/kernel_cases.cpp
// Usage: cuda_kernels KERNEL [SIZE [SEED]]

#include "examples/vulkan_kernels/kernel_cases.h"

#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "examples/vulkan_kernels/kernels/language.kernel"

// Each kernel has a name space of its own, since their sizes and tiles may have the same names.
namespace matmul_naive_source {
#include "examples/vulkan_kernels/kernels/matmul_naive.kernel"
}
namespace matmul_tiled_source {
#include "examples/vulkan_kernels/kernels/matmul_tiled.kernel"
}
namespace transpose_source {
#include "examples/vulkan_kernels/kernels/transpose.kernel"
}
namespace reduction_source {
#include "examples/vulkan_kernels/kernels/reduction.kernel"
}
namespace histogram_source {
#include "examples/vulkan_kernels/kernels/histogram.kernel"
}
namespace stencil_source {
#include "examples/vulkan_kernels/kernels/stencil.kernel"
}
namespace gather_source {
#include "examples/vulkan_kernels/kernels/gather.kernel"
}
namespace breadth_first_search_source {
#include "examples/vulkan_kernels/kernels/breadth_first_search.kernel"
}

namespace {

using hitmap::kernels::KernelBuffer;
using hitmap::kernels::KernelCase;
using hitmap::kernels::KernelKind;

void check(cudaError_t status, const char* call) {
    if (status != cudaSuccess) throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(status));
}

struct DeviceKernel {
    const char* name;
    const void* function;
    std::vector<const void*> sizes; // constants, by id
};

DeviceKernel device_kernel(const std::string& name) {
    const DeviceKernel kernels[] = {
        {"matmul_naive", (const void*)matmul_naive_source::matmul_naive, {&matmul_naive_source::matrix_size}},
        {"matmul_tiled", (const void*)matmul_tiled_source::matmul_tiled, {&matmul_tiled_source::matrix_size}},
        {"transpose", (const void*)transpose_source::transpose, {&transpose_source::matrix_size}},
        {"reduction", (const void*)reduction_source::reduction,
         {&reduction_source::count, &reduction_source::thread_count}},
        {"histogram", (const void*)histogram_source::histogram, {}},
        {"stencil", (const void*)stencil_source::stencil, {&stencil_source::grid_size}},
        {"gather", (const void*)gather_source::gather, {}},
        {"breadth_first_search", (const void*)breadth_first_search_source::breadth_first_search, {}}};
    for (const DeviceKernel& kernel : kernels)
        if (name == kernel.name) return kernel;
    throw std::invalid_argument("expected the name of a kernel, found " + name);
}

KernelKind kind_of(const std::string& name) {
    for (const KernelKind& kind : hitmap::kernels::kernel_kinds())
        if (kind.name == name) return kind;
    throw std::invalid_argument("expected the name of a kernel, found " + name);
}

void check_results(const KernelCase& work, const std::vector<void*>& buffers) {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        std::vector<std::uint32_t> found(work.buffers[i].words.size());
        check(cudaMemcpy(found.data(), buffers[i], 4 * found.size(), cudaMemcpyDeviceToHost), "cudaMemcpy");
        const std::string wrong = hitmap::kernels::difference(work.buffers[i], found);
        if (!wrong.empty()) throw std::runtime_error(work.name + ": " + wrong);
    }
}

void run(const KernelCase& work) {
    const DeviceKernel kernel = device_kernel(work.name);
    const KernelKind kind = kind_of(work.name);
    for (std::size_t id = 0; id < kernel.sizes.size(); ++id)
        check(cudaMemcpyToSymbol(kernel.sizes[id], &work.sizes[id], 4), "cudaMemcpyToSymbol");
    std::vector<void*> buffers;
    for (const KernelBuffer& buffer : work.buffers) {
        void* memory = nullptr;
        check(cudaMalloc(&memory, 4 * buffer.words.size()), "cudaMalloc");
        check(cudaMemcpy(memory, buffer.words.data(), 4 * buffer.words.size(), cudaMemcpyHostToDevice),
              "cudaMemcpy");
        buffers.push_back(memory);
    }
    std::uint32_t number = 0;
    std::vector<void*> arguments;
    for (void*& buffer : buffers)
        arguments.push_back(&buffer);
    arguments.push_back(&number);
    for (; number < work.launches; ++number)
        check(cudaLaunchKernel(kernel.function, dim3(work.columns, work.rows),
                               dim3(kind.threads_x, kind.threads_y), arguments.data(), 0, nullptr),
              "cudaLaunchKernel");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    check_results(work, buffers);
    std::fprintf(stderr, "%s: the result is that of the CPU; launches: %u\n", work.name.c_str(), work.launches);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 4) {
        std::fprintf(stderr, "usage: cuda_kernels KERNEL [SIZE [SEED]]\n");
        return 2;
    }
    try {
        const auto number = [&](int at, unsigned long otherwise) {
            return static_cast<std::uint32_t>(argc > at ? std::stoul(argv[at]) : otherwise);
        };
        run(hitmap::kernels::make_kernel_case(argv[1], number(2, 0), number(3, 1)));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "cuda_kernels: %s\n", error.what());
        return 1;
    }
}
