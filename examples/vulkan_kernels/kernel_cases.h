#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The work of the eight kernels. It needs nothing but C++17 and its library, since the CUDA program uses it,
/// too.
namespace hitmap::kernels {

/// A buffer of 32-bit words, which are unsigned integers or the bits of floats.
struct KernelBuffer {
    std::string name;
    std::vector<std::uint32_t> words;    ///< what it holds before the first launch
    std::vector<std::uint32_t> expected; ///< after the last launch; computed on the CPU, exact
};

/// A kernel with its input and the result that it has to have.
struct KernelCase {
    std::string name;
    std::vector<KernelBuffer> buffers; ///< by binding, or parameter in CUDA
    std::vector<std::uint32_t> sizes;  ///< by the id of SIZE in the kernel
    std::uint32_t columns = 1;         ///< work groups
    std::uint32_t rows = 1;
    std::uint32_t launches = 1; ///< numbered from 0; each gets its number
};

struct KernelKind {
    std::string name;
    /// What a size is: the width of square matrices and grids, or a number of threads or vertices.
    std::string unit;
    std::uint32_t default_size = 0;
    std::uint32_t multiple = 0;  ///< sizes are a multiple of this number
    std::uint32_t most = 0;      ///< largest size
    std::uint32_t threads_x = 0; ///< of a work group
    std::uint32_t threads_y = 0;
};

/// The kernels in a fixed order.
[[nodiscard]] const std::vector<KernelKind>& kernel_kinds();

/// Makes the input and the expected result of a kernel: the same for the same arguments, everywhere. Throws
/// std::invalid_argument that says what was expected if there is no such kernel, or no such size of it.
/// @param size  0: the default size
[[nodiscard]] KernelCase make_kernel_case(const std::string& name, std::uint32_t size, std::uint32_t seed);

/// Compares a buffer with what it has to hold. Returns an empty text, or names the first word that differs.
/// @param found  as many words as the buffer has
[[nodiscard]] std::string difference(const KernelBuffer& buffer, const std::vector<std::uint32_t>& found);

} // namespace hitmap::kernels
