#pragma once

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan_core.h>

namespace hitmap::capture {

// The functions of the next layer or driver that this layer calls. Functions of extensions that the program
// did not enable are null.
#define HITMAP_INSTANCE_FUNCTIONS(X)                                                                         \
    X(DestroyInstance)                                                                                       \
    X(EnumerateDeviceExtensionProperties)                                                                    \
    X(GetPhysicalDeviceFeatures2)                                                                            \
    X(GetPhysicalDeviceMemoryProperties)                                                                     \
    X(GetPhysicalDeviceProperties)                                                                           \
    X(GetPhysicalDeviceProperties2)                                                                          \
    X(GetPhysicalDeviceQueueFamilyProperties)

#define HITMAP_DEVICE_FUNCTIONS(X)                                                                           \
    X(AllocateCommandBuffers)                                                                                \
    X(AllocateDescriptorSets)                                                                                \
    X(AllocateMemory)                                                                                        \
    X(BeginCommandBuffer)                                                                                    \
    X(BindBufferMemory)                                                                                      \
    X(BindBufferMemory2)                                                                                     \
    X(BindBufferMemory2KHR)                                                                                  \
    X(CmdBeginConditionalRenderingEXT)                                                                       \
    X(CmdBeginRenderPass)                                                                                    \
    X(CmdBeginRenderPass2)                                                                                   \
    X(CmdBeginRenderPass2KHR)                                                                                \
    X(CmdBeginRendering)                                                                                     \
    X(CmdBeginRenderingKHR)                                                                                  \
    X(BuildAccelerationStructuresKHR)                                                                        \
    X(CmdBindDescriptorSets)                                                                                 \
    X(CmdBindPipeline)                                                                                       \
    X(CmdBindVertexBuffers)                                                                                  \
    X(CmdBindVertexBuffers2)                                                                                 \
    X(CmdBindVertexBuffers2EXT)                                                                              \
    X(CmdBuildAccelerationStructuresIndirectKHR)                                                             \
    X(CmdBuildAccelerationStructuresKHR)                                                                     \
    X(CmdCopyAccelerationStructureKHR)                                                                       \
    X(CmdCopyBuffer)                                                                                         \
    X(CmdDispatch)                                                                                           \
    X(CmdDispatchBase)                                                                                       \
    X(CmdDispatchBaseKHR)                                                                                    \
    X(CmdDispatchIndirect)                                                                                   \
    X(CmdDraw)                                                                                               \
    X(CmdDrawIndexed)                                                                                        \
    X(CmdDrawIndexedIndirect)                                                                                \
    X(CmdDrawIndexedIndirectCount)                                                                           \
    X(CmdDrawIndexedIndirectCountAMD)                                                                        \
    X(CmdDrawIndexedIndirectCountKHR)                                                                        \
    X(CmdDrawIndirect)                                                                                       \
    X(CmdDrawIndirectByteCountEXT)                                                                           \
    X(CmdDrawIndirectCount)                                                                                  \
    X(CmdDrawIndirectCountAMD)                                                                               \
    X(CmdDrawIndirectCountKHR)                                                                               \
    X(CmdDrawMultiEXT)                                                                                       \
    X(CmdDrawMultiIndexedEXT)                                                                                \
    X(CmdEndConditionalRenderingEXT)                                                                         \
    X(CmdExecuteCommands)                                                                                    \
    X(CmdPipelineBarrier)                                                                                    \
    X(CmdPushConstants)                                                                                      \
    X(CmdPushDescriptorSetKHR)                                                                               \
    X(CmdPushDescriptorSetWithTemplateKHR)                                                                   \
    X(CmdTraceRaysIndirect2KHR)                                                                              \
    X(CmdTraceRaysIndirectKHR)                                                                               \
    X(CmdTraceRaysKHR)                                                                                       \
    X(CmdUpdateBuffer)                                                                                       \
    X(CmdCopyMemoryToAccelerationStructureKHR)                                                               \
    X(CopyAccelerationStructureKHR)                                                                          \
    X(CreateAccelerationStructureKHR)                                                                        \
    X(CreateBuffer)                                                                                          \
    X(CreateBufferView)                                                                                      \
    X(CreateCommandPool)                                                                                     \
    X(CreateComputePipelines)                                                                                \
    X(CreateDescriptorSetLayout)                                                                             \
    X(CreateDescriptorUpdateTemplate)                                                                        \
    X(CreateDescriptorUpdateTemplateKHR)                                                                     \
    X(CreateFence)                                                                                           \
    X(CreateGraphicsPipelines)                                                                               \
    X(CreatePipelineLayout)                                                                                  \
    X(CreateRayTracingPipelinesKHR)                                                                          \
    X(CreateRayTracingPipelinesNV)                                                                           \
    X(CreateSemaphore)                                                                                       \
    X(CreateShaderModule)                                                                                    \
    X(DebugMarkerSetObjectNameEXT)                                                                           \
    X(DestroyAccelerationStructureKHR)                                                                       \
    X(DestroyBuffer)                                                                                         \
    X(DestroyBufferView)                                                                                     \
    X(DestroyCommandPool)                                                                                    \
    X(DestroyDescriptorPool)                                                                                 \
    X(DestroyDescriptorSetLayout)                                                                            \
    X(DestroyDescriptorUpdateTemplate)                                                                       \
    X(DestroyDescriptorUpdateTemplateKHR)                                                                    \
    X(DestroyDevice)                                                                                         \
    X(DestroyFence)                                                                                          \
    X(DestroyPipeline)                                                                                       \
    X(DestroyPipelineLayout)                                                                                 \
    X(DestroySemaphore)                                                                                      \
    X(DestroyShaderModule)                                                                                   \
    X(EndCommandBuffer)                                                                                      \
    X(FreeCommandBuffers)                                                                                    \
    X(FreeDescriptorSets)                                                                                    \
    X(FreeMemory)                                                                                            \
    X(GetAccelerationStructureDeviceAddressKHR)                                                              \
    X(GetBufferDeviceAddress)                                                                                \
    X(GetBufferMemoryRequirements)                                                                           \
    X(GetDeviceBufferMemoryRequirements)                                                                     \
    X(GetDeviceBufferMemoryRequirementsKHR)                                                                  \
    X(GetFenceStatus)                                                                                        \
    X(GetSemaphoreCounterValue)                                                                              \
    X(MapMemory)                                                                                             \
    X(QueueSubmit)                                                                                           \
    X(QueueSubmit2)                                                                                          \
    X(QueueSubmit2KHR)                                                                                       \
    X(ResetCommandBuffer)                                                                                    \
    X(ResetCommandPool)                                                                                      \
    X(ResetDescriptorPool)                                                                                   \
    X(SetDebugUtilsObjectNameEXT)                                                                            \
    X(UpdateDescriptorSetWithTemplate)                                                                       \
    X(UpdateDescriptorSetWithTemplateKHR)                                                                    \
    X(UpdateDescriptorSets)                                                                                  \
    X(WaitForFences)

#define HITMAP_MEMBER(name) PFN_vk##name name = nullptr;

struct InstanceFunctions {
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr = nullptr;
    HITMAP_INSTANCE_FUNCTIONS(HITMAP_MEMBER)
};

struct DeviceFunctions {
    PFN_vkGetDeviceProcAddr GetDeviceProcAddr = nullptr;
    HITMAP_DEVICE_FUNCTIONS(HITMAP_MEMBER)
};

#undef HITMAP_MEMBER

[[nodiscard]] InstanceFunctions load_functions(VkInstance instance, PFN_vkGetInstanceProcAddr get);
[[nodiscard]] DeviceFunctions load_functions(VkDevice device, PFN_vkGetDeviceProcAddr get);

/// A function that the layer gives the program in the place of the next layer's.
struct Interception {
    const char* name; ///< as the program asks for it
    PFN_vkVoidFunction function;
};

} // namespace hitmap::capture
