#include "capture/layer/pipelines/ray_tracing_pipeline.h"

#include <algorithm>

#include "capture/layer/pipelines/modules.h"

namespace hitmap::capture {

RayTracingPipeline::RayTracingPipeline(DeviceObject& device,
                                       const VkRayTracingPipelineCreateInfoKHR& original)
    : device_(device), original_(original), info_(original) {
    if (!is_library()) number_ = device.capture->next_pipeline();
    if (original.pLibraryInfo != nullptr)
        for (std::uint32_t i = 0; i < original.pLibraryInfo->libraryCount; ++i)
            if (auto library = device.pipelines.find(original.pLibraryInfo->pLibraries[i]);
                library && library->recorded)
                libraries_.push_back(std::move(library));
    if (const std::string why = refusal(); !why.empty())
        device.capture->note((is_library() ? std::string("a library of ray-tracing shaders")
                                           : "ray-tracing pipeline " + std::to_string(number_)) +
                             " is not recorded: " + why);
    else
        take_stages();
}

std::string RayTracingPipeline::refusal() const {
    if ((device_.facts.stages & stage_ray_tracing) == 0) return device_.facts.no_ray_tracing;
    for (std::uint32_t i = 0; i < original_.groupCount; ++i)
        if (original_.pGroups[i].pShaderGroupCaptureReplayHandle != nullptr)
            return "it replays handles of shader groups, which are those of other code";
    return {};
}

void RayTracingPipeline::take_stages() {
    for (std::uint32_t i = 0; i < original_.stageCount; ++i) {
        const InstrumentedStage& stage = stages_.emplace_back(device_, original_.pStages[i]);
        if (!stage.refused().empty())
            device_.capture->note("a ray-tracing shader is not recorded: " + stage.refused());
        stage_infos_.push_back(stage.info());
        records_ = records_ || stage.records();
    }
    if (!records_) return;
    info_.pStages = stage_infos_.data();
    // The instrumented shaders are compiled now, since they are in no cache.
    info_.flags &=
        ~static_cast<VkPipelineCreateFlags>(VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT);
}

MemoryEdits RayTracingPipeline::edits() const {
    MemoryEdits edits;
    for (const InstrumentedStage& stage : stages_)
        edits.append(stage.edits());
    return edits;
}

bool RayTracingPipeline::links_recorded() const {
    return !libraries_.empty();
}

/// A launch begins with a ray-generation shader, which names it.
std::string RayTracingPipeline::kernel_name() const {
    std::string name;
    for (const InstrumentedStage& stage : stages_)
        if (stage.info().stage == VK_SHADER_STAGE_RAYGEN_BIT_KHR && name.empty()) name = stage.name();
    for (const auto& library : libraries_)
        if (name.empty()) name = library->kernel;
    if (name.empty() && !is_library()) name = "kernel " + std::to_string(number_);
    return name;
}

std::shared_ptr<PipelineObject> RayTracingPipeline::make_object(bool as_program) const {
    auto object = std::make_shared<PipelineObject>();
    object->number = number_;
    object->kernel = kernel_name();
    for (const auto& library : libraries_) {
        object->recorded = true;
        object->module = library->module;
        object->used.insert(object->used.end(), library->used.begin(), library->used.end());
    }
    for (const InstrumentedStage& stage : stages_) {
        if (as_program || !stage.records()) continue;
        object->recorded = true;
        object->module = stage.module();
        add_used_bindings(*stage.module(), object->used);
    }
    keep_each_once(object->used);
    return object;
}

} // namespace hitmap::capture
