#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "capture/layer/device/device.h"
#include "capture/layer/pipelines/instrumented_stage.h"
#include "capture/layer/vulkan/chain.h"

namespace hitmap::capture {

/// A graphics pipeline, or a library of some of its parts, as the program makes it, and the same with
/// instrumented shaders. (Vulkan, "Graphics Pipelines": its parts are vertex input, pre-rasterization
/// shaders, fragment shader and fragment output.)
class GraphicsPipeline {
public:
    /// @param original  must outlive this object
    GraphicsPipeline(DeviceObject& device, const VkGraphicsPipelineCreateInfo& original);
    GraphicsPipeline(const GraphicsPipeline&) = delete;
    GraphicsPipeline& operator=(const GraphicsPipeline&) = delete;
    ~GraphicsPipeline() = default;

    /// What the layer knows of the pipeline, with the instrumented one if the driver makes it.
    [[nodiscard]] std::shared_ptr<PipelineObject> make_object();

private:
    void find_parts();
    void take_libraries();
    void take_stages();
    void take_stage(const VkPipelineShaderStageCreateInfo& info);
    void add_vertex_input();
    [[nodiscard]] bool has_dynamic(VkDynamicState state) const;
    [[nodiscard]] bool has(VkGraphicsPipelineLibraryFlagsEXT part) const { return (parts_ & part) != 0; }
    void refuse(const std::string& why);
    void describe(PipelineObject& object) const;
    void begin_use() const;
    [[nodiscard]] VkPipeline make();

    DeviceObject& device_;
    VkGraphicsPipelineCreateInfo info_; ///< with instrumented shaders
    Chain chain_;
    VkGraphicsPipelineLibraryFlagsEXT parts_ = 0; ///< that it defines itself
    std::string refused_;                         ///< why it is not recorded; empty: it is
    std::deque<InstrumentedStage> stages_;
    std::vector<std::shared_ptr<PipelineObject>> libraries_;

    // Structures that info_ points to.
    std::vector<VkPipelineShaderStageCreateInfo> stage_infos_;
    std::vector<VkPipeline> library_handles_;
    VkPipelineVertexInputStateCreateInfo vertex_input_{};
    std::vector<VkVertexInputBindingDescription> bindings_;
    std::vector<VkVertexInputAttributeDescription> attributes_;
};

} // namespace hitmap::capture
