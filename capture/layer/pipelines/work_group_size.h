#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vulkan/vulkan_core.h>

namespace hitmap::capture {

/// The number of invocations of a work group in x, y and z.
struct WorkGroupSize {
    /// Dimensions that the module computes by OpSpecConstantOp, and all of a module that is not valid, are 1.
    std::array<std::uint32_t, 3> size{1, 1, 1};
    bool is_known = false; ///< in all dimensions
};

/// @param constants  the specialization of the pipeline; may be null
[[nodiscard]] WorkGroupSize work_group_size(std::span<const std::uint32_t> words,
                                            std::string_view entry_point,
                                            const VkSpecializationInfo* constants);

} // namespace hitmap::capture
