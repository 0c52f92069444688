#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan_core.h>

namespace hitmap::test {

/// Sets the variables of the layer, which reads them once in a process: it leaves the spool, which is removed
/// when the process ends. @return the path of the spool
std::string set_layer_variables();

/// What is below the layer in tests of what no driver at hand has: a device that does nothing, and keeps what
/// the layer hands on. The layer is loaded as the loader of Vulkan does it.
class FakeDriver {
public:
    /// What the device says that it has.
    struct Facts {
        VkShaderStageFlags subgroup_stages = VK_SHADER_STAGE_ALL;
        VkBool32 vertex_stores = VK_TRUE;
        VkBool32 fragment_stores = VK_TRUE;
        bool ray_tracing = false;              ///< the program enables VK_KHR_ray_tracing_pipeline
        std::uint32_t refused_ray_tracing = 0; ///< first calls that make no ray-tracing pipelines
    };

    /// Loads the layer and creates an instance and a device through it.
    explicit FakeDriver(const Facts& facts);
    ~FakeDriver();
    FakeDriver(const FakeDriver&) = delete;
    FakeDriver& operator=(const FakeDriver&) = delete;

    [[nodiscard]] VkDevice device() const { return device_; }
    /// A function of the device as the program gets it from the layer.
    template <class Function>
    [[nodiscard]] Function function(const char* name) const {
        return reinterpret_cast<Function>(get_device_(device_, name));
    }

    // Objects that a program gets from its device, and their results.
    [[nodiscard]] VkQueue queue(std::size_t number) {
        return reinterpret_cast<VkQueue>(&queue_objects_.at(number));
    }
    /// The next waits for fences end before the fence is signalled. @param times  number of such waits
    void time_out(std::uint64_t times) { timeouts_ = times; }
    /// A word of the log of the layer, at an offset in bytes.
    [[nodiscard]] std::uint32_t& log_word(std::size_t offset) {
        return *reinterpret_cast<std::uint32_t*>(memory_.at(0).get() + offset);
    }

    // What reached the driver.
    [[nodiscard]] const std::vector<std::uint32_t>& module_words(VkShaderModule module) const;
    struct Pipeline {
        std::vector<VkPipelineShaderStageCreateInfo> stages;
        std::vector<VkVertexInputAttributeDescription> attributes;
        VkPipeline handle = VK_NULL_HANDLE;
        VkDeferredOperationKHR operation = VK_NULL_HANDLE;
        VkPipelineCache cache = VK_NULL_HANDLE;
    };
    [[nodiscard]] const std::vector<Pipeline>& graphics_pipelines() const { return graphics_; }
    [[nodiscard]] const std::vector<Pipeline>& ray_tracing_pipelines() const { return ray_tracing_; }
    /// Of all command buffers, one text each.
    [[nodiscard]] const std::vector<std::string>& commands() const { return commands_; }
    [[nodiscard]] const VkPhysicalDeviceFeatures& enabled() const { return enabled_; }

private:
    friend struct FakeFunctions;
    friend struct FakeCommands;

    /// A dispatchable object: its first word is the loader's.
    struct Object {
        const void* key = nullptr;
        FakeDriver* driver = nullptr;
    };
    template <class Handle>
    Handle next_handle() {
        return reinterpret_cast<Handle>(++handles_);
    }

    Facts facts_;
    Object instance_object_, physical_object_, device_object_, commands_object_;
    std::array<Object, 2> queue_objects_;
    std::uint64_t timeouts_ = 0;
    void* library_ = nullptr;
    PFN_vkGetInstanceProcAddr get_instance_ = nullptr;
    PFN_vkGetDeviceProcAddr get_device_ = nullptr;
    VkInstance instance_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    std::uint64_t handles_ = 0;
    std::vector<std::unique_ptr<std::byte[]>> memory_;
    std::vector<std::pair<VkShaderModule, std::vector<std::uint32_t>>> modules_;
    std::vector<Pipeline> graphics_, ray_tracing_;
    std::vector<std::string> commands_;
    VkPhysicalDeviceFeatures enabled_{};
};

} // namespace hitmap::test
