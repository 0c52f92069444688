#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"
#include "capture/layer/pipelines/modules.h"
#include "capture/layer/pipelines/work_group_size.h"
#include "capture/layer/vulkan/chain.h"

/// Shader modules and pipelines. Modules are instrumented when a pipeline is made of them.
namespace hitmap::capture {

namespace {

VKAPI_ATTR VkResult VKAPI_CALL create_module(VkDevice handle, const VkShaderModuleCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkShaderModule* module) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.CreateShaderModule(handle, info, allocator, module);
    if (result == VK_SUCCESS) device.modules.put(*module, make_module(*info));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_module(VkDevice handle, VkShaderModule module,
                                          const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    if (const auto object = device.modules.take(module)) free_module(device, *object);
    device.next.DestroyShaderModule(handle, module, allocator);
}

/// A pipeline that the program makes, and the same with an instrumented shader.
struct ComputePipeline {
    VkComputePipelineCreateInfo info{}; ///< with the instrumented shader, if there is one
    std::optional<Chain> chain;         ///< of the stage, if it is changed
    std::shared_ptr<ModuleObject> module;
    bool own_module = false; ///< of this pipeline alone
    bool instrumented = false;

    ComputePipeline(DeviceObject& device, const VkComputePipelineCreateInfo& original);

    [[nodiscard]] MemoryEdits edits() const { return chain ? chain->edits() : MemoryEdits(); }
};

ComputePipeline::ComputePipeline(DeviceObject& device, const VkComputePipelineCreateInfo& original)
    : info(original) {
    constexpr VkStructureType inline_type = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    VkPipelineShaderStageCreateInfo& stage = info.stage;
    if (stage.module != VK_NULL_HANDLE) {
        module = device.modules.find(stage.module);
    } else if (const auto* const code = find_in_chain<VkShaderModuleCreateInfo>(stage.pNext, inline_type)) {
        module = make_module(*code);
        own_module = true;
    }
    if (!module) {
        device.capture->note("a pipeline is not recorded: the program gives no code for it");
        return;
    }
    instrument_once(device, *module);
    if (module->handle == VK_NULL_HANDLE) return;
    if (own_module) {
        chain.emplace(stage.pNext);
        chain->remove(inline_type);
        stage.pNext = chain->first();
    }
    stage.module = module->handle;
    // The instrumented shader is compiled now, since it is in no cache.
    info.flags &=
        ~static_cast<VkPipelineCreateFlags>(VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT);
    instrumented = true;
}

std::string kernel_name(const ComputePipeline& pipeline, const char* entry_point, std::uint32_t number) {
    std::string name = module_name(*pipeline.module);
    if (name.empty()) name = "kernel " + std::to_string(number);
    return std::string_view(entry_point) == "main" ? name : name + ":" + entry_point;
}

std::shared_ptr<PipelineObject> make_object(DeviceObject& device, const ComputePipeline& pipeline) {
    auto object = std::make_shared<PipelineObject>();
    object->number = device.capture->next_pipeline();
    object->recorded = pipeline.instrumented;
    object->module = pipeline.module;
    if (!pipeline.module) return object;
    const VkPipelineShaderStageCreateInfo& stage = pipeline.info.stage;
    object->kernel = kernel_name(pipeline, stage.pName, object->number);
    const auto block = work_group_size(pipeline.module->words, stage.pName, stage.pSpecializationInfo);
    object->block = block.size;
    object->block_is_known = block.is_known;
    add_used_bindings(*pipeline.module, object->used);
    return object;
}

using Infos = std::vector<VkComputePipelineCreateInfo>;

Infos instrumented_infos(const std::vector<ComputePipeline>& pipelines) {
    Infos infos;
    for (const ComputePipeline& pipeline : pipelines)
        infos.push_back(pipeline.info);
    return infos;
}

MemoryEdits edits_of(const std::vector<ComputePipeline>& pipelines) {
    MemoryEdits edits;
    for (const ComputePipeline& pipeline : pipelines)
        edits.append(pipeline.edits());
    return edits;
}

/// Makes a second, instrumented pipeline for each of the program's.
void make_second(DeviceObject& device, const std::vector<ComputePipeline>& pipelines,
                 std::vector<std::shared_ptr<PipelineObject>>& objects) {
    for (std::size_t i = 0; i < pipelines.size(); ++i) {
        if (!pipelines[i].instrumented) continue;
        VkComputePipelineCreateInfo info = pipelines[i].info;
        // The base of a derived pipeline is the program's, which is made otherwise.
        info.flags &= ~static_cast<VkPipelineCreateFlags>(VK_PIPELINE_CREATE_DERIVATIVE_BIT);
        VkPipeline second = VK_NULL_HANDLE;
        const AppliedEdits applied(pipelines[i].edits());
        if (applied.done() && device.next.CreateComputePipelines(device.handle, VK_NULL_HANDLE, 1, &info,
                                                                 nullptr, &second) == VK_SUCCESS)
            objects[i]->instrumented = second;
        else
            objects[i]->recorded = false;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL create_compute(VkDevice handle, VkPipelineCache cache, std::uint32_t count,
                                              const VkComputePipelineCreateInfo* infos,
                                              const VkAllocationCallbacks* allocator, VkPipeline* handles) {
    DeviceObject& device = device_of(handle);
    std::vector<ComputePipeline> pipelines;
    pipelines.reserve(count);
    std::vector<std::shared_ptr<PipelineObject>> objects;
    for (std::uint32_t i = 0; i < count; ++i) {
        pipelines.emplace_back(device, infos[i]);
        objects.push_back(make_object(device, pipelines.back()));
    }
    const bool any = std::any_of(pipelines.begin(), pipelines.end(),
                                 [](const ComputePipeline& pipeline) { return pipeline.instrumented; });
    const bool some_kernels = !device.capture->settings().kernels.empty();
    VkResult result = VK_ERROR_UNKNOWN;
    bool was_called = false;
    if (any && !some_kernels) {
        // Without the program's cache, which must not contain instrumented code.
        const Infos changed = instrumented_infos(pipelines);
        const AppliedEdits applied(edits_of(pipelines));
        was_called = applied.done();
        if (was_called)
            result = device.next.CreateComputePipelines(handle, VK_NULL_HANDLE, count, changed.data(),
                                                        allocator, handles);
    }
    if (result != VK_SUCCESS) {
        if (any && !some_kernels) {
            device.capture->note(objects.front()->kernel + " is not recorded: " +
                                 (was_called ? "the driver refuses the pipeline" : read_only_chain));
            for (std::uint32_t i = 0; was_called && i < count; ++i)
                if (handles[i] != VK_NULL_HANDLE) device.next.DestroyPipeline(handle, handles[i], allocator);
            for (const auto& object : objects)
                object->recorded = false;
        }
        result = device.next.CreateComputePipelines(handle, cache, count, infos, allocator, handles);
        if (any && some_kernels) make_second(device, pipelines, objects);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        if (pipelines[i].own_module) free_module(device, *pipelines[i].module);
        if (handles[i] != VK_NULL_HANDLE) device.pipelines.put(handles[i], objects[i]);
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_pipeline(VkDevice handle, VkPipeline pipeline,
                                            const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    if (const auto object = device.pipelines.take(pipeline); object && object->instrumented != VK_NULL_HANDLE)
        device.next.DestroyPipeline(handle, object->instrumented, nullptr);
    device.next.DestroyPipeline(handle, pipeline, allocator);
}

} // namespace

std::span<const Interception> pipeline_interceptions() {
    static const std::array list{
        intercept("vkCreateShaderModule", create_module),
        intercept("vkDestroyShaderModule", destroy_module),
        intercept("vkCreateComputePipelines", create_compute),
        intercept("vkDestroyPipeline", destroy_pipeline),
    };
    return list;
}

} // namespace hitmap::capture
