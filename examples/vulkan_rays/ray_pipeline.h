#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "examples/vulkan/shader_inputs.h"

namespace hitmap::vulkan {

/// What a ray-tracing pipeline is made of: one shader of each of these stages.
struct RayPipelineParts {
    std::span<const std::uint32_t> ray_generation; ///< SPIR-V, as the others
    std::span<const std::uint32_t> miss;
    std::span<const std::uint32_t> closest_hit;
    std::string name; ///< for tools
    std::span<const VkDescriptorType> bindings;
    std::span<const std::uint32_t> specialization; ///< of the ray-generation shader
    std::uint32_t push_constant_bytes = 0;
};

/// A ray-tracing pipeline, with a shader binding table of one record for each of its three groups.
class RayPipeline {
public:
    /// The device must outlive it. Throws Error.
    RayPipeline(const VulkanDevice& device, const RayPipelineParts& parts);

    [[nodiscard]] ShaderInputs& inputs() { return inputs_; }
    /// Runs width x height ray-generation shaders and waits for them. Throws Error.
    void launch(std::uint32_t width, std::uint32_t height, std::span<const std::byte> push_constants) const;

private:
    void make_pipeline(const RayPipelineParts& parts);
    void make_table();

    const VulkanDevice& device_;
    ShaderInputs inputs_;
    Owned<VkPipeline> pipeline_;
    std::optional<DeviceBuffer> table_;
    VkStridedDeviceAddressRegionKHR ray_generation_{};
    VkStridedDeviceAddressRegionKHR miss_{};
    VkStridedDeviceAddressRegionKHR hit_{};
};

} // namespace hitmap::vulkan
