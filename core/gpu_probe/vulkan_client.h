#pragma once

#include "core/gpu_probe/device_choice.h"
#include "core/gpu_probe/vulkan_functions.h"
#include "core/gpu_probe/vulkan_library.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace hitmap {

/// Throws Error that names the call if it did not succeed.
void check_vulkan(VkResult result, std::string_view call);

/// An instance of Vulkan and its devices.
class VulkanInstance {
public:
    explicit VulkanInstance(const VulkanLibrary& library);
    VulkanInstance(const VulkanInstance&) = delete;
    VulkanInstance& operator=(const VulkanInstance&) = delete;
    ~VulkanInstance();

    [[nodiscard]] const VulkanInstanceFunctions& functions() const { return functions_; }
    [[nodiscard]] const std::vector<VkPhysicalDevice>& devices() const { return devices_; }
    /// Of each device, in the same order.
    [[nodiscard]] const std::vector<GpuDescription>& descriptions() const { return descriptions_; }

private:
    VkInstance instance_{};
    VulkanInstanceFunctions functions_;
    std::vector<VkPhysicalDevice> devices_;
    std::vector<GpuDescription> descriptions_;
};

/// A device with one queue for compute shaders that can read the shader clock.
class VulkanClient {
public:
    /// `name` is that of choose_device(). Throws its errors, and Error that names the feature that the device
    /// lacks.
    explicit VulkanClient(std::string_view name);
    VulkanClient(const VulkanClient&) = delete;
    VulkanClient& operator=(const VulkanClient&) = delete;
    ~VulkanClient();

    [[nodiscard]] const GpuDescription& description() const { return description_; }
    [[nodiscard]] VkDevice get() const { return device_; }
    [[nodiscard]] const VulkanDeviceFunctions& functions() const { return functions_; }
    [[nodiscard]] const VkPhysicalDeviceLimits& limits() const { return limits_; }
    [[nodiscard]] const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }
    /// Returns the first type of memory that `bits` allow and that has the properties. Throws Error if there
    /// is none.
    [[nodiscard]] std::uint32_t memory_type(std::uint32_t bits, VkMemoryPropertyFlags wanted) const;
    /// Records commands, submits them and waits until the device has executed them.
    void run(const std::function<void(VkCommandBuffer)>& record) const;

private:
    [[nodiscard]] std::uint32_t compute_family() const;
    void check_features() const;
    void make_device();

    VulkanLibrary library_;
    VulkanInstance instance_{library_};
    GpuDescription description_;
    VkPhysicalDevice physical_{};
    VkPhysicalDeviceLimits limits_{};
    VkPhysicalDeviceMemoryProperties memory_{};
    VkDevice device_{};
    VkQueue queue_{};
    VulkanDeviceFunctions functions_;
    VkCommandPool commands_{};
};

} // namespace hitmap
