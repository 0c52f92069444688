#pragma once

#include <span>
#include <string_view>

namespace hitmap {

struct KernelSource {
    std::string_view file; ///< the name that the kernels' instructions have for it
    std::string_view text;
};

/// The source texts of all kernels and of the functions that they call, embedded at build time.
[[nodiscard]] std::span<const KernelSource> kernel_sources();

} // namespace hitmap
