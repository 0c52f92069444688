#pragma once

#include "tests/capture/spirv/headless_device.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap::capture {

/// Draws one triangle list into an image of 32-bit floats with dynamic rendering. Vertices come from
/// gl_VertexIndex.
class HeadlessDraw {
public:
    static constexpr std::uint32_t size = 16; ///< width and height of the image

    /// @param buffer  a storage buffer, at set 0, binding 0 of both stages
    HeadlessDraw(HeadlessDevice& device, std::span<const std::uint32_t> vertex,
                 std::span<const std::uint32_t> fragment, const HeadlessBuffer& buffer,
                 std::uint32_t vertices);
    ~HeadlessDraw();
    HeadlessDraw(const HeadlessDraw&) = delete;
    HeadlessDraw& operator=(const HeadlessDraw&) = delete;

    /// Draws into an image of zeros. @return the pixels, row by row
    std::vector<float> run();

private:
    void make_image();
    void make_pipeline(std::span<const std::uint32_t> vertex, std::span<const std::uint32_t> fragment);
    void record(std::uint32_t vertices);

    HeadlessDevice& device_;
    HeadlessDevice::Kernel kernel_; // its layout and descriptors
    VkShaderModule fragment_ = VK_NULL_HANDLE;
    VkImage image_ = VK_NULL_HANDLE;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    VkImageView view_ = VK_NULL_HANDLE;
    const HeadlessBuffer& pixels_;
};

} // namespace hitmap::capture
