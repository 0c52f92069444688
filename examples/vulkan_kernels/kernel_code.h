#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap::kernels {

/// The SPIR-V of a kernel of kernel_kinds(), compiled from the folder kernels at build time; empty if there
/// is none.
[[nodiscard]] std::span<const std::uint32_t> kernel_code(std::string_view name);

} // namespace hitmap::kernels
