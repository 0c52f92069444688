#pragma once

#include <vulkan/vulkan_core.h>

namespace hitmap {

// The functions of Vulkan that the probe calls.
#define HITMAP_PROBE_INSTANCE_FUNCTIONS(X)                                                                   \
    X(CreateDevice)                                                                                          \
    X(DestroyInstance)                                                                                       \
    X(EnumerateDeviceExtensionProperties)                                                                    \
    X(EnumeratePhysicalDevices)                                                                              \
    X(GetDeviceProcAddr)                                                                                     \
    X(GetPhysicalDeviceFeatures2)                                                                            \
    X(GetPhysicalDeviceMemoryProperties)                                                                     \
    X(GetPhysicalDeviceProperties)                                                                           \
    X(GetPhysicalDeviceProperties2)                                                                          \
    X(GetPhysicalDeviceQueueFamilyProperties)

#define HITMAP_PROBE_DEVICE_FUNCTIONS(X)                                                                     \
    X(AllocateCommandBuffers)                                                                                \
    X(AllocateDescriptorSets)                                                                                \
    X(AllocateMemory)                                                                                        \
    X(BeginCommandBuffer)                                                                                    \
    X(BindBufferMemory)                                                                                      \
    X(CmdBindDescriptorSets)                                                                                 \
    X(CmdBindPipeline)                                                                                       \
    X(CmdCopyBuffer)                                                                                         \
    X(CmdDispatch)                                                                                           \
    X(CmdPipelineBarrier)                                                                                    \
    X(CmdPushConstants)                                                                                      \
    X(CreateBuffer)                                                                                          \
    X(CreateCommandPool)                                                                                     \
    X(CreateComputePipelines)                                                                                \
    X(CreateDescriptorPool)                                                                                  \
    X(CreateDescriptorSetLayout)                                                                             \
    X(CreatePipelineLayout)                                                                                  \
    X(CreateShaderModule)                                                                                    \
    X(DestroyBuffer)                                                                                         \
    X(DestroyCommandPool)                                                                                    \
    X(DestroyDescriptorPool)                                                                                 \
    X(DestroyDescriptorSetLayout)                                                                            \
    X(DestroyDevice)                                                                                         \
    X(DestroyPipeline)                                                                                       \
    X(DestroyPipelineLayout)                                                                                 \
    X(DestroyShaderModule)                                                                                   \
    X(EndCommandBuffer)                                                                                      \
    X(FreeCommandBuffers)                                                                                    \
    X(FreeMemory)                                                                                            \
    X(GetBufferMemoryRequirements)                                                                           \
    X(GetDeviceQueue)                                                                                        \
    X(MapMemory)                                                                                             \
    X(QueueSubmit)                                                                                           \
    X(QueueWaitIdle)                                                                                         \
    X(UpdateDescriptorSets)

// NOLINTBEGIN(bugprone-macro-parentheses): the parameter is part of names.
#define HITMAP_DECLARE_FUNCTION(NAME) PFN_vk##NAME NAME = nullptr;
struct VulkanInstanceFunctions {
    HITMAP_PROBE_INSTANCE_FUNCTIONS(HITMAP_DECLARE_FUNCTION)
};
struct VulkanDeviceFunctions {
    HITMAP_PROBE_DEVICE_FUNCTIONS(HITMAP_DECLARE_FUNCTION)
};
#undef HITMAP_DECLARE_FUNCTION
// NOLINTEND(bugprone-macro-parentheses)

/// An object of a Vulkan device, which is destroyed with its owner.
template <class Handle>
class VulkanObject {
public:
    using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);

    VulkanObject() = default;
    VulkanObject(VkDevice device, Handle handle, Destroy destroy)
        : device_(device), handle_(handle), destroy_(destroy) {}
    VulkanObject(VulkanObject&& other) noexcept { swap(other); }
    VulkanObject& operator=(VulkanObject&& other) noexcept {
        swap(other);
        return *this;
    }
    VulkanObject(const VulkanObject&) = delete;
    VulkanObject& operator=(const VulkanObject&) = delete;
    ~VulkanObject() {
        if (handle_ != Handle{}) destroy_(device_, handle_, nullptr);
    }

    [[nodiscard]] Handle get() const { return handle_; }

private:
    void swap(VulkanObject& other) noexcept {
        VkDevice const device = device_;
        Handle const handle = handle_;
        Destroy const destroy = destroy_;
        device_ = other.device_;
        handle_ = other.handle_;
        destroy_ = other.destroy_;
        other.device_ = device;
        other.handle_ = handle;
        other.destroy_ = destroy;
    }

    VkDevice device_{};
    Handle handle_{};
    Destroy destroy_ = nullptr;
};

} // namespace hitmap
