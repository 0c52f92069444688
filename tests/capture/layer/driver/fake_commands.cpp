#include "tests/capture/layer/driver/fake_commands.h"

#include "tests/capture/layer/driver/fake_driver.h"

#include <array>
#include <cstdint>
#include <string>

namespace hitmap::test {

/// Finds the driver through the object that each function gets.
struct FakeCommands {
    template <class Handle>
    static FakeDriver& of(Handle object) {
        return *reinterpret_cast<FakeDriver::Object*>(object)->driver;
    }
    static void note(VkCommandBuffer commands, const std::string& text) {
        of(commands).commands_.push_back(text);
    }
    template <class Handle>
    static std::string number(Handle handle) {
        return std::to_string(reinterpret_cast<std::uint64_t>(handle));
    }

    template <class Info, class Handle>
    static VkResult create(VkDevice device, const Info*, const VkAllocationCallbacks*, Handle* handle) {
        *handle = of(device).template next_handle<Handle>();
        return VK_SUCCESS;
    }
    template <class Handle>
    static void destroy(VkDevice, Handle, const VkAllocationCallbacks*) {}
    static VkResult allocate_sets(VkDevice device, const VkDescriptorSetAllocateInfo*, VkDescriptorSet* set) {
        *set = of(device).next_handle<VkDescriptorSet>();
        return VK_SUCCESS;
    }
    static void update_sets(VkDevice, std::uint32_t, const VkWriteDescriptorSet*, std::uint32_t,
                            const VkCopyDescriptorSet*) {}
    static VkResult allocate_commands(VkDevice device, const VkCommandBufferAllocateInfo*,
                                      VkCommandBuffer* commands) {
        *commands = reinterpret_cast<VkCommandBuffer>(&of(device).commands_object_);
        return VK_SUCCESS;
    }
    static VkResult begin(VkCommandBuffer, const VkCommandBufferBeginInfo*) { return VK_SUCCESS; }
    static VkResult end(VkCommandBuffer) { return VK_SUCCESS; }
    static void get_queue(VkDevice device, std::uint32_t, std::uint32_t number, VkQueue* queue) {
        *queue = of(device).queue(number);
    }
    static VkResult submit(VkQueue, std::uint32_t, const VkSubmitInfo*, VkFence) { return VK_SUCCESS; }
    static VkResult wait(VkDevice device, std::uint32_t, const VkFence*, VkBool32, std::uint64_t) {
        if (of(device).timeouts_ == 0) return VK_SUCCESS;
        --of(device).timeouts_;
        return VK_TIMEOUT;
    }

    static void bind_pipeline(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipeline pipeline) {
        const bool is_rays = point == VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR;
        note(commands, "bind " + std::string(is_rays ? "rays " : "compute ") + number(pipeline));
    }
    static VkResult set_name(VkDevice, const VkDebugUtilsObjectNameInfoEXT*) { return VK_SUCCESS; }
    static void bind_sets(VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, std::uint32_t,
                          std::uint32_t, const VkDescriptorSet*, std::uint32_t, const std::uint32_t*) {}
    static void dispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        note(commands, "dispatch " + std::to_string(x * y * z));
    }
    static void barrier(VkCommandBuffer, VkPipelineStageFlags, VkPipelineStageFlags, VkDependencyFlags,
                        std::uint32_t, const VkMemoryBarrier*, std::uint32_t, const VkBufferMemoryBarrier*,
                        std::uint32_t, const VkImageMemoryBarrier*) {}
    static void update(VkCommandBuffer commands, VkBuffer, VkDeviceSize offset, VkDeviceSize,
                       const void* data) {
        note(commands, "update " + std::to_string(offset) + " to " +
                           std::to_string(*static_cast<const std::uint32_t*>(data)));
    }
    using Region = VkStridedDeviceAddressRegionKHR;
    static void trace(VkCommandBuffer commands, const Region* generation, const Region* miss,
                      const Region* hit, const Region* callable, std::uint32_t x, std::uint32_t y,
                      std::uint32_t z) {
        note(commands, "trace " + std::to_string(generation->deviceAddress) + " " +
                           std::to_string(miss->deviceAddress) + " " + std::to_string(hit->deviceAddress) +
                           " " + std::to_string(callable->deviceAddress) + ", " + std::to_string(x) + " x " +
                           std::to_string(y) + " x " + std::to_string(z));
    }
    static void trace_indirect(VkCommandBuffer commands, const Region*, const Region*, const Region*,
                               const Region*, VkDeviceAddress size) {
        note(commands, "trace of the size at " + std::to_string(size));
    }
    static void trace_indirect2(VkCommandBuffer commands, VkDeviceAddress all) {
        note(commands, "trace of what is at " + std::to_string(all));
    }
};

namespace {

template <class Function>
std::pair<std::string_view, PFN_vkVoidFunction> entry(const char* name, Function* function) {
    return {name, reinterpret_cast<PFN_vkVoidFunction>(function)};
}

} // namespace

std::span<const std::pair<std::string_view, PFN_vkVoidFunction>> fake_commands() {
    using F = FakeCommands;
    static const std::array functions{
        entry("vkCreateDescriptorSetLayout",
              F::create<VkDescriptorSetLayoutCreateInfo, VkDescriptorSetLayout>),
        entry("vkCreateDescriptorPool", F::create<VkDescriptorPoolCreateInfo, VkDescriptorPool>),
        entry("vkAllocateDescriptorSets", F::allocate_sets),
        entry("vkUpdateDescriptorSets", F::update_sets),
        entry("vkCreateCommandPool", F::create<VkCommandPoolCreateInfo, VkCommandPool>),
        entry("vkAllocateCommandBuffers", F::allocate_commands),
        entry("vkBeginCommandBuffer", F::begin),
        entry("vkEndCommandBuffer", F::end),
        entry("vkGetDeviceQueue", F::get_queue),
        entry("vkCreateFence", F::create<VkFenceCreateInfo, VkFence>),
        entry("vkDestroyFence", F::destroy<VkFence>),
        entry("vkWaitForFences", F::wait),
        entry("vkQueueSubmit", F::submit),
        entry("vkSetDebugUtilsObjectNameEXT", F::set_name),
        entry("vkCmdBindPipeline", F::bind_pipeline),
        entry("vkCmdBindDescriptorSets", F::bind_sets),
        entry("vkCmdDispatch", F::dispatch),
        entry("vkCmdPipelineBarrier", F::barrier),
        entry("vkCmdUpdateBuffer", F::update),
        entry("vkCmdTraceRaysKHR", F::trace),
        entry("vkCmdTraceRaysIndirectKHR", F::trace_indirect),
        entry("vkCmdTraceRaysIndirect2KHR", F::trace_indirect2),
    };
    return functions;
}

} // namespace hitmap::test
