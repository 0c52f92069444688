#include "capture/layer/pipelines/graphics_pipeline.h"

#include <algorithm>

#include "capture/layer/pipelines/modules.h"

namespace hitmap::capture {

namespace {

constexpr VkGraphicsPipelineLibraryFlagsEXT vertex_input =
    VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT;
constexpr VkGraphicsPipelineLibraryFlagsEXT pre_rasterization =
    VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT;
constexpr VkGraphicsPipelineLibraryFlagsEXT fragment = VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;
constexpr VkGraphicsPipelineLibraryFlagsEXT fragment_output =
    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT;

bool is_library(const VkGraphicsPipelineCreateInfo& info) {
    return (info.flags & VK_PIPELINE_CREATE_LIBRARY_BIT_KHR) != 0;
}

} // namespace

GraphicsPipeline::GraphicsPipeline(DeviceObject& device, const VkGraphicsPipelineCreateInfo& original)
    : device_(device), info_(original), chain_(original.pNext) {
    if (!device.records_draws()) {
        refuse(device.facts.other_stages);
        return;
    }
    find_parts();
    take_libraries();
    take_stages();
    if (refused_.empty() && has(vertex_input)) add_vertex_input();
    chain_.remove(VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO); // that of the program's pipeline
    info_.pNext = chain_.first();
    // The instrumented shader is compiled now, since it is in no cache, and derived from no pipeline.
    info_.flags &= ~static_cast<VkPipelineCreateFlags>(
        VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT | VK_PIPELINE_CREATE_DERIVATIVE_BIT);
    info_.basePipelineHandle = VK_NULL_HANDLE;
    info_.basePipelineIndex = -1;
}

void GraphicsPipeline::refuse(const std::string& why) {
    if (refused_.empty()) refused_ = why;
}

/// Vulkan, VkGraphicsPipelineLibraryCreateInfoEXT: without it, a pipeline that is no library and uses none
/// has all parts.
void GraphicsPipeline::find_parts() {
    const auto* const library = find_in_chain<VkGraphicsPipelineLibraryCreateInfoEXT>(
        info_.pNext, VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT);
    const auto* const linked = find_in_chain<VkPipelineLibraryCreateInfoKHR>(
        info_.pNext, VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR);
    if (library != nullptr)
        parts_ = library->flags;
    else if (!is_library(info_) && (linked == nullptr || linked->libraryCount == 0))
        parts_ = vertex_input | pre_rasterization | fragment | fragment_output;
}

void GraphicsPipeline::take_libraries() {
    constexpr VkStructureType type = VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR;
    const auto* const linked = chain_.find<VkPipelineLibraryCreateInfoKHR>(type);
    if (linked == nullptr) return;
    for (std::uint32_t i = 0; i < linked->libraryCount; ++i) {
        auto library = device_.pipelines.find(linked->pLibraries[i]);
        if (!library || library->instrumented == VK_NULL_HANDLE)
            return refuse("a library that it is made of is not recorded");
        library_handles_.push_back(library->instrumented);
        libraries_.push_back(std::move(library));
    }
    chain_.set(type, &VkPipelineLibraryCreateInfoKHR::pLibraries, library_handles_.data());
}

void GraphicsPipeline::take_stages() {
    constexpr VkShaderStageFlags known = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    if (!has(pre_rasterization) && !has(fragment)) return;
    for (std::uint32_t i = 0; i < info_.stageCount && refused_.empty(); ++i) {
        if ((info_.pStages[i].stage & known) == 0)
            refuse("it has tessellation, geometry, task or mesh shaders");
        else
            take_stage(info_.pStages[i]);
    }
    for (const InstrumentedStage& stage : stages_)
        stage_infos_.push_back(stage.info());
    if (refused_.empty()) info_.pStages = stage_infos_.data();
}

void GraphicsPipeline::take_stage(const VkPipelineShaderStageCreateInfo& info) {
    const InstrumentedStage& stage = stages_.emplace_back(device_, info);
    if (!stage.refused().empty()) return refuse(stage.refused());
    // A fragment shader that is not recorded need not know its draw.
    if (!stage.is_instrumented() && info.stage == VK_SHADER_STAGE_VERTEX_BIT)
        refuse("its vertex shader cannot hand on the number of the draw");
}

bool GraphicsPipeline::has_dynamic(VkDynamicState state) const {
    const VkPipelineDynamicStateCreateInfo* const dynamic = info_.pDynamicState;
    return dynamic != nullptr && std::count(dynamic->pDynamicStates,
                                            dynamic->pDynamicStates + dynamic->dynamicStateCount, state) != 0;
}

/// Adds the number of the draw: 32 bits of a buffer that does not advance.
void GraphicsPipeline::add_vertex_input() {
    if (has_dynamic(VK_DYNAMIC_STATE_VERTEX_INPUT_EXT) || info_.pVertexInputState == nullptr)
        return refuse("its vertex input is dynamic");
    const DeviceFacts& facts = device_.facts;
    vertex_input_ = *info_.pVertexInputState;
    bindings_.assign(vertex_input_.pVertexBindingDescriptions,
                     vertex_input_.pVertexBindingDescriptions + vertex_input_.vertexBindingDescriptionCount);
    attributes_.assign(vertex_input_.pVertexAttributeDescriptions,
                       vertex_input_.pVertexAttributeDescriptions +
                           vertex_input_.vertexAttributeDescriptionCount);
    for (const auto& binding : bindings_)
        if (binding.binding == facts.draw_binding)
            return refuse("it uses the last binding of vertex buffers");
    for (const auto& attribute : attributes_)
        if (attribute.location == facts.draw_input)
            return refuse("it uses the last location of vertex inputs");
    bindings_.push_back({facts.draw_binding, 0, VK_VERTEX_INPUT_RATE_INSTANCE});
    attributes_.push_back({facts.draw_input, facts.draw_binding, VK_FORMAT_R32_UINT, 0});
    vertex_input_.vertexBindingDescriptionCount = static_cast<std::uint32_t>(bindings_.size());
    vertex_input_.pVertexBindingDescriptions = bindings_.data();
    vertex_input_.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(attributes_.size());
    vertex_input_.pVertexAttributeDescriptions = attributes_.data();
    info_.pVertexInputState = &vertex_input_;
}

VkPipeline GraphicsPipeline::make() {
    VkPipeline made = VK_NULL_HANDLE;
    MemoryEdits edits = chain_.edits();
    for (const InstrumentedStage& stage : stages_)
        edits.append(stage.edits());
    const AppliedEdits applied(edits);
    if (!applied.done()) {
        refuse(read_only_chain);
        return VK_NULL_HANDLE;
    }
    // Without the program's cache, which must not contain instrumented code.
    if (device_.next.CreateGraphicsPipelines(device_.handle, VK_NULL_HANDLE, 1, &info_, nullptr, &made) ==
        VK_SUCCESS)
        return made;
    refuse("the driver refuses the pipeline");
    return VK_NULL_HANDLE;
}

/// The kernel is named by the shaders that are recorded.
void GraphicsPipeline::describe(PipelineObject& object) const {
    const auto add_name = [&](const std::string& name) {
        if (!name.empty()) object.kernel += (object.kernel.empty() ? "" : " + ") + name;
    };
    object.dynamic_stride = has_dynamic(VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE);
    const bool discards = has(pre_rasterization) && info_.pRasterizationState != nullptr &&
                          info_.pRasterizationState->rasterizerDiscardEnable != VK_FALSE &&
                          !has_dynamic(VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE);
    // Without rasterization the pointer need not be valid.
    const auto* const samples =
        has(fragment | fragment_output) && !discards ? info_.pMultisampleState : nullptr;
    object.alpha_to_coverage = has_dynamic(VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT) ||
                               (samples != nullptr && samples->alphaToCoverageEnable != VK_FALSE);
    for (const auto& library : libraries_) {
        if (library->recorded) add_name(library->kernel);
        object.recorded = object.recorded || library->recorded;
        object.dynamic_stride = object.dynamic_stride || library->dynamic_stride;
        object.alpha_to_coverage = object.alpha_to_coverage || library->alpha_to_coverage;
        object.tests_early = object.tests_early || library->tests_early;
        object.used.insert(object.used.end(), library->used.begin(), library->used.end());
        if (!object.module) object.module = library->module;
    }
    for (const InstrumentedStage& stage : stages_) {
        if (!stage.records()) continue;
        object.recorded = true;
        object.module = stage.module();
        object.tests_early = object.tests_early || stage.module()->instrumented.tests_early;
        add_name(stage.name());
        add_used_bindings(*stage.module(), object.used);
    }
    keep_each_once(object.used);
}

/// From now on, render passes are counted.
void GraphicsPipeline::begin_use() const {
    Capture& capture = *device_.capture;
    device_.draws->use();
    if (capture.settings().contents)
        capture.note(
            "the contents of buffers that only draws use are not recorded: nothing can be copied inside "
            "a render pass");
}

std::shared_ptr<PipelineObject> GraphicsPipeline::make_object() {
    auto object = std::make_shared<PipelineObject>();
    if (refused_.empty()) describe(*object);
    // The samples that a fragment covers are not known before its shader has run.
    if (object->tests_early && object->alpha_to_coverage) refuse("it has alpha to coverage");
    const bool is_whole = !is_library(info_);
    if (is_whole) {
        object->number = device_.capture->next_pipeline();
        if (object->kernel.empty()) object->kernel = "kernel " + std::to_string(object->number);
    }
    // A library that records nothing itself may be linked with one that does.
    if (refused_.empty() && (!is_whole || object->recorded)) object->instrumented = make();
    if (object->instrumented == VK_NULL_HANDLE) object->recorded = false;
    if (object->recorded && is_whole) begin_use();
    if (!refused_.empty()) device_.capture->note("a graphics pipeline is not recorded: " + refused_);
    return object;
}

} // namespace hitmap::capture
