#pragma once

#include <cstdint>
#include <vulkan/vulkan_core.h>

namespace hitmap::capture {

/// Bytes of a texel of a texel buffer. 0: not known.
[[nodiscard]] std::uint32_t texel_bytes(VkFormat format);

} // namespace hitmap::capture
