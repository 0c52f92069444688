#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vulkan/vulkan.h>

#include "examples/vulkan/owned.h"

namespace hitmap::vulkan {

/// Throws Error that names the call if it did not succeed.
void check(VkResult result, std::string_view call);

/// Which way of hardware ray tracing a program uses.
enum class RayUse : std::uint8_t { none, query, pipeline };

/// What a program needs from a device besides compute shaders.
struct DeviceNeeds {
    std::string program; ///< its name, for tools
    bool float64 = false;
    bool int64 = false;
    bool ballots = false;       ///< and votes of subgroups
    RayUse rays = RayUse::none; ///< needs Vulkan 1.2
};

/// A Vulkan device that can run compute shaders, with one queue.
class VulkanDevice {
public:
    /// Takes the first device whose name contains `name` (any device if it is empty). Throws Error that says
    /// what is missing if there is none, or if it lacks what the program needs.
    VulkanDevice(std::string_view name, const DeviceNeeds& needs);
    VulkanDevice(const VulkanDevice&) = delete;
    VulkanDevice& operator=(const VulkanDevice&) = delete;
    ~VulkanDevice();

    [[nodiscard]] VkDevice get() const { return device_; }
    /// The properties of an extension. @param type  of the structure
    template <class Properties>
    [[nodiscard]] Properties properties(VkStructureType type) const {
        Properties wanted{};
        wanted.sType = type;
        VkPhysicalDeviceProperties2 all{};
        all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
        all.pNext = &wanted;
        vkGetPhysicalDeviceProperties2(physical_, &all);
        wanted.pNext = nullptr;
        return wanted;
    }
    /// A function of an extension. Throws Error if the device does not have it.
    template <class Function>
    [[nodiscard]] Function function(const char* name) const {
        return reinterpret_cast<Function>(function_named(name));
    }
    [[nodiscard]] const VkPhysicalDeviceLimits& limits() const { return properties_.limits; }
    [[nodiscard]] std::string name() const { return properties_.deviceName; }
    /// Whether it is software that runs on the CPU: work groups then run one after the other on each core.
    [[nodiscard]] bool is_cpu() const { return properties_.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }
    /// Lanes of a subgroup, which is what CUDA calls a warp.
    [[nodiscard]] std::uint32_t subgroup_size() const { return subgroup_size_; }
    /// Returns a type of memory that `bits` allow and that has the properties. Throws Error if there is none.
    [[nodiscard]] std::uint32_t memory_type(std::uint32_t bits, VkMemoryPropertyFlags wanted) const;

    /// Records commands, submits them and waits until the device has executed them. They see all that those
    /// of earlier calls wrote.
    void run(const std::function<void(VkCommandBuffer)>& record) const;
    /// Gives an object a name that tools show, if the loader knows VK_EXT_debug_utils.
    void set_name(VkObjectType type, std::uint64_t handle, const std::string& name) const;

private:
    void make_instance();
    void choose(std::string_view name);
    void check_features();
    [[nodiscard]] std::uint32_t compute_family() const;
    void make_device();
    [[nodiscard]] PFN_vkVoidFunction function_named(const char* name) const;

    DeviceNeeds needs_;
    VkInstance instance_{};
    VkPhysicalDevice physical_{};
    VkPhysicalDeviceProperties properties_{};
    VkPhysicalDeviceMemoryProperties memory_{};
    std::uint32_t subgroup_size_ = 0;
    VkDevice device_{};
    VkQueue queue_{};
    Owned<VkCommandPool> commands_;
    PFN_vkSetDebugUtilsObjectNameEXT set_name_ = nullptr;
};

} // namespace hitmap::vulkan
