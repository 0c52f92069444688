#pragma once

#include <string>
#include <vector>
#include <vulkan/vulkan_core.h>

#include "capture/layer/device/device.h"
#include "capture/layer/vulkan/chain.h"

namespace hitmap::capture {

/// The features of a device that recording needs, and a VkDeviceCreateInfo with them besides what the program
/// asks for.
class RecordedFeatures {
public:
    /// The structures must outlive this object.
    RecordedFeatures(const InstanceObject& instance, VkPhysicalDevice physical,
                     const VkDeviceCreateInfo& info, const Settings& settings);
    RecordedFeatures(const RecordedFeatures&) = delete;
    RecordedFeatures& operator=(const RecordedFeatures&) = delete;

    /// What the device lacks, as the end of a sentence; empty: nothing.
    [[nodiscard]] const std::string& missing() const { return missing_; }
    [[nodiscard]] const DeviceFacts& facts() const { return facts_; }
    [[nodiscard]] const VkDeviceCreateInfo& info() const { return info_; }
    /// Changes of structures of the program that info() points to, for the time of the call.
    [[nodiscard]] const MemoryEdits& edits() const { return chain_.edits(); }

private:
    void ask(const InstanceObject& instance, VkPhysicalDevice physical, const Settings& settings);
    void ask_extensions(const InstanceObject& instance, VkPhysicalDevice physical, const Settings& settings);
    void ask_stages(const VkPhysicalDeviceFeatures& features, const VkPhysicalDeviceLimits& limits,
                    VkShaderStageFlags with_subgroups);
    void ask_ray_tracing(VkShaderStageFlags with_subgroups, VkDriverId driver);
    void enable_features();
    void enable_addresses();
    void enable_atomics();
    void enable_extensions();
    void refuse(const std::string& why);
    [[nodiscard]] bool supports(const char* extension) const;
    void add_extension(const char* name);

    DeviceFacts facts_;
    std::string missing_;
    VkDeviceCreateInfo info_;
    Chain chain_;
    std::vector<VkExtensionProperties> supported_;
    std::vector<const char*> extensions_;

    // Structures that info_ points to.
    VkPhysicalDeviceFeatures features_{};
    VkPhysicalDeviceBufferDeviceAddressFeatures addresses_{};
    VkPhysicalDeviceShaderAtomicInt64Features atomics_{};
    VkPhysicalDeviceShaderClockFeaturesKHR clock_{};
    VkPhysicalDeviceShaderSMBuiltinsFeaturesNV sm_builtins_{};
    VkPhysicalDeviceShaderCoreBuiltinsFeaturesARM core_builtins_{};
};

} // namespace hitmap::capture
