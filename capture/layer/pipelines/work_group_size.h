#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vulkan/vulkan_core.h>

namespace hitmap::capture {

/// The number of invocations of a work group in x, y and z, with the pipeline's specialization constants.
/// Dimensions that the module computes by OpSpecConstantOp, and all of a module that is not valid, are 1.
[[nodiscard]] std::array<std::uint32_t, 3> work_group_size(std::span<const std::uint32_t> words,
                                                           std::string_view entry_point,
                                                           const VkSpecializationInfo* constants);

} // namespace hitmap::capture
