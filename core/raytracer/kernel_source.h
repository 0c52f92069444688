#pragma once

#include <span>
#include <string_view>

namespace hitmap {

struct KernelSource {
    std::string_view file; ///< as the kernels' instructions name it
    std::string_view text;
};

/// The source texts of all kernels and the functions that they call, embedded when the program is built.
[[nodiscard]] std::span<const KernelSource> kernel_sources();

} // namespace hitmap
