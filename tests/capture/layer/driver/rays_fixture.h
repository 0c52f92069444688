#pragma once

#include "tests/capture/layer/driver/fake_driver.h"
#include "tests/capture/spirv/spirv_tools.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <vulkan/vulkan_core.h>

#include "capture/spool/spool_events.h"

namespace hitmap::test {

inline constexpr std::uint32_t stage_count = 6;
inline constexpr std::array<std::pair<VkShaderStageFlagBits, const char*>, stage_count> all_stages{
    {{VK_SHADER_STAGE_RAYGEN_BIT_KHR, "bounce.rgen-1.5"},
     {VK_SHADER_STAGE_MISS_BIT_KHR, "sky.rmiss-1.5"},
     {VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR, "hit.rchit-1.5"},
     {VK_SHADER_STAGE_ANY_HIT_BIT_KHR, "mask.rahit-1.5"},
     {VK_SHADER_STAGE_INTERSECTION_BIT_KHR, "inside.rint-1.5"},
     {VK_SHADER_STAGE_CALLABLE_BIT_KHR, "shade.rcall-1.5"}}};

/// The layer above a driver that says that it has ray tracing. No driver at hand has it.
class Rays : public testing::Test {
protected:
    void start(FakeDriver::Facts facts = {}) {
        facts.ray_tracing = true;
        driver_ = std::make_unique<FakeDriver>(facts);
        for (const auto& [bit, shader] : all_stages)
            stages_.push_back(stage(bit, shader));
        group_.sType = VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR;
        info_.sType = VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR;
        info_.stageCount = stage_count;
        info_.pStages = stages_.data();
        info_.groupCount = 1;
        info_.pGroups = &group_;
    }
    /// A function of the device.
    template <class Function, class... Arguments>
    auto call(const char* name, Arguments... arguments) {
        return driver_->function<Function>(name)(arguments...);
    }
    VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits bit, const std::string& shader) {
        const std::vector<std::uint32_t> words = capture::compiled_shader(shader);
        const VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0,
                                            words.size() * 4, words.data()};
        VkShaderModule module = VK_NULL_HANDLE;
        call<PFN_vkCreateShaderModule>("vkCreateShaderModule", driver_->device(), &info, nullptr, &module);
        return {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                nullptr,
                0,
                bit,
                module,
                "main",
                &specialization_};
    }
    VkPipeline make(VkResult expected = VK_SUCCESS, VkDeferredOperationKHR operation = VK_NULL_HANDLE) {
        const auto cache = reinterpret_cast<VkPipelineCache>(77);
        VkPipeline pipeline = VK_NULL_HANDLE;
        testing::internal::CaptureStderr();
        EXPECT_EQ(call<PFN_vkCreateRayTracingPipelinesKHR>("vkCreateRayTracingPipelinesKHR",
                                                           driver_->device(), operation, cache, 1U, &info_,
                                                           nullptr, &pipeline),
                  expected);
        said_ = testing::internal::GetCapturedStderr();
        return pipeline;
    }
    [[nodiscard]] const std::vector<std::uint32_t>& words_of(std::size_t pipeline, std::size_t stage) const {
        return driver_->module_words(driver_->ray_tracing_pipelines().at(pipeline).stages.at(stage).module);
    }

    VkCommandBuffer begin_commands() {
        const VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, 0};
        VkCommandPool pool = VK_NULL_HANDLE;
        call<PFN_vkCreateCommandPool>("vkCreateCommandPool", driver_->device(), &pool_info, nullptr, &pool);
        const VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool,
                                               VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
        VkCommandBuffer commands = VK_NULL_HANDLE;
        call<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers", driver_->device(), &info, &commands);
        const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, 0,
                                             nullptr};
        call<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer", commands, &begin);
        return commands;
    }
    void bind(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipeline pipeline) {
        call<PFN_vkCmdBindPipeline>("vkCmdBindPipeline", commands, point, pipeline);
    }
    void trace(VkCommandBuffer commands) {
        const VkStridedDeviceAddressRegionKHR tables[] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
        call<PFN_vkCmdTraceRaysKHR>("vkCmdTraceRaysKHR", commands, &tables[0], &tables[1], &tables[2],
                                    &tables[3], 64U, 32U, 2U);
    }
    void submit(VkCommandBuffer commands) {
        call<PFN_vkEndCommandBuffer>("vkEndCommandBuffer", commands);
        VkQueue queue = VK_NULL_HANDLE;
        call<PFN_vkGetDeviceQueue>("vkGetDeviceQueue", driver_->device(), 0U, 0U, &queue);
        VkSubmitInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
        info.commandBufferCount = 1;
        info.pCommandBuffers = &commands;
        EXPECT_EQ(call<PFN_vkQueueSubmit>("vkQueueSubmit", queue, 1U, &info, VkFence{VK_NULL_HANDLE}),
                  VK_SUCCESS);
    }
    /// The last launches of the spool.
    [[nodiscard]] std::vector<capture::SpoolLaunch> launches(std::size_t last) const;
    /// The descriptors of a launch, such as "set 0, binding 1: 256 bytes".
    [[nodiscard]] std::vector<std::string> descriptors(std::uint32_t table) const;
    /// Binds a set with a buffer of 256 bytes at binding 1.
    void bind_set(VkCommandBuffer commands);

    std::string spool_ = set_layer_variables();
    std::unique_ptr<FakeDriver> driver_;
    VkSpecializationInfo specialization_{};
    std::vector<VkPipelineShaderStageCreateInfo> stages_;
    VkRayTracingShaderGroupCreateInfoKHR group_{};
    VkRayTracingPipelineCreateInfoKHR info_{};
    std::string said_;
};

} // namespace hitmap::test
