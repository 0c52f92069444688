#pragma once

#include <vulkan/vulkan_core.h>

namespace hitmap {

/// The loader of Vulkan, which is found when the program runs, so that the program also starts where there is
/// none.
class VulkanLibrary {
public:
    /// Throws Error that names the package if the library cannot be loaded.
    explicit VulkanLibrary(const char* file = "libvulkan.so.1");
    VulkanLibrary(const VulkanLibrary&) = delete;
    VulkanLibrary& operator=(const VulkanLibrary&) = delete;
    ~VulkanLibrary();

    [[nodiscard]] PFN_vkGetInstanceProcAddr get_proc() const { return get_proc_; }

private:
    void* library_ = nullptr;
    PFN_vkGetInstanceProcAddr get_proc_ = nullptr;
};

} // namespace hitmap
