#pragma once

#include <optional>
#include <string>
#include <vector>

#include "picture.h"

namespace program {

/// The words of NAME.spv in the folder of the program's shaders.
[[nodiscard]] std::vector<std::uint32_t> shader_words(const std::string& name);

/// What draws of this program have in common: descriptors of a uniform buffer and of a storage buffer with
/// dynamic offset, push constants, one vertex input of 32 bits for each instance, a dynamic scissor.
class DrawLayout {
public:
    explicit DrawLayout(Device& device);
    ~DrawLayout();
    DrawLayout(const DrawLayout&) = delete;
    DrawLayout& operator=(const DrawLayout&) = delete;

    [[nodiscard]] VkPipelineLayout handle() const { return layout_; }
    /// @param values  from which descriptors have 2048 bytes
    [[nodiscard]] VkDescriptorSet make_set(const Buffer& parameters, const Buffer& values) const;
    /// Sets everything that a draw needs but its pipeline. @param scissor  unless it is static
    void bind(VkCommandBuffer commands, VkDescriptorSet set, std::uint32_t offset, float depth,
              std::uint32_t row, const std::optional<VkRect2D>& scissor) const;

private:
    Device& device_;
    VkDescriptorSetLayout set_layout_;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
};

/// A pipeline of draw.vert and a fragment shader.
class DrawPipeline {
public:
    /// Draws in the render pass of a picture.
    DrawPipeline(Device& device, const DrawLayout& layout, const Picture& picture,
                 const std::string& fragment, bool tests_depth);
    /// The same of four libraries, for vkCmdBeginRendering, with the fragment shader's code in the structure.
    DrawPipeline(Device& device, const DrawLayout& layout, const std::string& fragment);
    ~DrawPipeline();
    DrawPipeline(const DrawPipeline&) = delete;
    DrawPipeline& operator=(const DrawPipeline&) = delete;

    [[nodiscard]] VkPipeline handle() const { return pipeline_; }

private:
    Device& device_;
    VkPipeline pipeline_ = VK_NULL_HANDLE;
    std::vector<VkPipeline> libraries_; ///< must exist as long as the pipeline that links them
};

} // namespace program
