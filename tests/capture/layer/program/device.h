#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>
#include <vulkan/vulkan_core.h>

/// A small headless Vulkan program: the part that all its tasks have in common.
namespace program {

/// Throws std::runtime_error unless the call succeeded.
void check(VkResult result, const char* call);

struct Buffer {
    VkBuffer handle = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    std::uint32_t* words = nullptr; ///< mapped
    std::uint64_t bytes = 0;
};

/// Features and extensions that a task needs beyond Vulkan 1.0.
struct DeviceNeeds {
    std::uint32_t api_version = VK_API_VERSION_1_0;
    std::vector<const char*> extensions;
    const void* features = nullptr; ///< chained to VkDeviceCreateInfo
};

/// An instance, the first device and its first queue. Nothing is freed twice, and everything at the end.
class Device {
public:
    explicit Device(const DeviceNeeds& needs = {});
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    [[nodiscard]] VkDevice handle() const { return device_; }
    [[nodiscard]] VkQueue queue() const { return queue_; }
    [[nodiscard]] VkPhysicalDevice physical() const { return physical_; }
    [[nodiscard]] VkCommandPool pool() const { return pool_; }
    template <class Function>
    [[nodiscard]] Function function(const char* name) const {
        return reinterpret_cast<Function>(vkGetDeviceProcAddr(device_, name));
    }

    /// A buffer in memory of the host, filled with 0, 1, 2, ... as words.
    Buffer& make_buffer(std::uint64_t bytes, VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    [[nodiscard]] VkDeviceAddress address(const Buffer& buffer) const;
    void name(const Buffer& buffer, const char* text) const;

    /// A layout of one set with one binding for each count, of one type.
    VkDescriptorSetLayout make_set_layout(std::span<const VkDescriptorSetLayoutBinding> bindings,
                                          VkDescriptorSetLayoutCreateFlags flags = 0,
                                          const void* more = nullptr);
    VkPipelineLayout make_layout(std::span<const VkDescriptorSetLayout> sets, std::uint32_t push_bytes = 0);
    /// @param pool  null: one of the device
    VkDescriptorSet make_set(VkDescriptorSetLayout layout, VkDescriptorPool pool = VK_NULL_HANDLE);
    /// The SPIR-V file NAME.spv in the folder of the program's shaders; the caller destroys it.
    [[nodiscard]] VkShaderModule make_module(const std::string& shader) const;
    /// A pipeline of the SPIR-V file NAME.spv in the folder of the program's shaders.
    VkPipeline make_pipeline(const std::string& shader, VkPipelineLayout layout,
                             const VkSpecializationInfo* constants = nullptr,
                             VkPipelineCreateFlags flags = 0);
    VkCommandBuffer make_commands(VkCommandBufferLevel level = VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    void write(VkDescriptorSet set, std::uint32_t binding, std::uint32_t element, VkDescriptorType type,
               const VkDescriptorBufferInfo& buffer) const;

    void submit(std::span<const VkCommandBuffer> commands) const;
    void finish() const; ///< waits for the queue

private:
    VkInstance instance_ = VK_NULL_HANDLE;
    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    VkDescriptorPool descriptors_ = VK_NULL_HANDLE;
    std::vector<std::unique_ptr<Buffer>> buffers_;
    std::vector<VkDescriptorSetLayout> set_layouts_;
    std::vector<VkPipelineLayout> layouts_;
    std::vector<VkPipeline> pipelines_;
};

/// Begins and ends the recording of a command buffer.
/// @param inherited  chained to that of a secondary command buffer
void begin(VkCommandBuffer commands, VkCommandBufferUsageFlags flags = 0, const void* inherited = nullptr);
void end(VkCommandBuffer commands);

} // namespace program
