#include "capture/layer/resources/texel_bytes.h"

#include <vulkan/vulkan_format_traits.hpp>

namespace hitmap::capture {

std::uint32_t texel_bytes(VkFormat format) {
    return vk::blockSize(static_cast<vk::Format>(format));
}

} // namespace hitmap::capture
