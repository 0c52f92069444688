#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "capture/layer/device/device.h"
#include "capture/layer/pipelines/instrumented_stage.h"

namespace hitmap::capture {

/// A ray-tracing pipeline, or a library of some of its shaders, with instrumented shaders. It takes the place
/// of the program's: the program asks its pipeline for handles of shader groups, which are valid with no
/// other. (Vulkan, "Ray Tracing Pipelines")
class RayTracingPipeline {
public:
    /// @param original  must outlive this object
    RayTracingPipeline(DeviceObject& device, const VkRayTracingPipelineCreateInfoKHR& original);

    /// With the instrumented shaders.
    [[nodiscard]] const VkRayTracingPipelineCreateInfoKHR& info() const { return info_; }
    /// Changes of structures of the program that info() points to, for the time of a call.
    [[nodiscard]] MemoryEdits edits() const;
    /// Whether a shader of it, or of its libraries, records something.
    [[nodiscard]] bool records() const { return records_ || links_recorded(); }

    /// What the layer knows of the pipeline.
    /// @param as_program  the driver made it with the program's own shaders, besides those of libraries
    [[nodiscard]] std::shared_ptr<PipelineObject> make_object(bool as_program) const;

private:
    [[nodiscard]] bool is_library() const {
        return (original_.flags & VK_PIPELINE_CREATE_LIBRARY_BIT_KHR) != 0;
    }
    [[nodiscard]] std::string refusal() const;
    void take_stages();
    [[nodiscard]] bool links_recorded() const;
    [[nodiscard]] std::string kernel_name() const;

    DeviceObject& device_;
    const VkRayTracingPipelineCreateInfoKHR& original_;
    VkRayTracingPipelineCreateInfoKHR info_;
    bool records_ = false;     ///< a shader of its own does
    std::uint32_t number_ = 0; ///< libraries have none
    std::deque<InstrumentedStage> stages_;
    std::vector<std::shared_ptr<PipelineObject>> libraries_; ///< that are recorded

    std::vector<VkPipelineShaderStageCreateInfo> stage_infos_; ///< to which info_ points
};

} // namespace hitmap::capture
