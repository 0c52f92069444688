#pragma once

#include <array>
#include <cstdint>

#include "device.h"

namespace program {

/// An image of 16 x 16 numbers with depth values, and what is needed to draw into it.
class Picture {
public:
    static constexpr std::uint32_t size = 16; ///< width and height
    static constexpr VkFormat colour_format = VK_FORMAT_R32_UINT;
    static constexpr VkFormat depth_format = VK_FORMAT_D32_SFLOAT;

    explicit Picture(Device& device);
    ~Picture();
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;

    [[nodiscard]] VkRenderPass render_pass() const { return pass_; }
    [[nodiscard]] VkFramebuffer framebuffer() const { return framebuffer_; }
    /// Clears the picture and the depth, and begins a render pass.
    void begin_pass(VkCommandBuffer commands, VkSubpassContents contents) const;
    /// The same without a render pass object, for colour only.
    void begin_rendering(VkCommandBuffer commands) const;
    void end_rendering(VkCommandBuffer commands) const;
    /// Copies the picture, which a render pass has drawn, into pixels().
    void copy(VkCommandBuffer commands) const;
    [[nodiscard]] const Buffer& pixels() const { return pixels_; }

private:
    struct Image {
        VkImage handle = VK_NULL_HANDLE;
        VkDeviceMemory memory = VK_NULL_HANDLE;
        VkImageView view = VK_NULL_HANDLE;
    };
    [[nodiscard]] Image make_image(VkFormat format, VkImageUsageFlags usage, VkImageAspectFlags aspect) const;
    void make_pass();
    void change(VkCommandBuffer commands, VkImageLayout from, VkImageLayout to) const;

    Device& device_;
    Image colour_, depth_;
    VkRenderPass pass_ = VK_NULL_HANDLE;
    VkFramebuffer framebuffer_ = VK_NULL_HANDLE;
    Buffer& pixels_;
};

} // namespace program
