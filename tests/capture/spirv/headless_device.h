#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>
#include <vulkan/vulkan.h>

namespace hitmap::capture {

/// A buffer in memory of host and device.
struct HeadlessBuffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    std::uint64_t address = 0;
    std::span<std::byte> bytes;

    template <class T>
    std::span<T> as() const {
        return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
};

/// A descriptor of set 0, or an array of them if there are several buffers.
struct HeadlessBinding {
    std::uint32_t binding;
    VkDescriptorType type;
    std::vector<const HeadlessBuffer*> buffers;
};

class HeadlessDraw;

/// @throws std::runtime_error if a call failed
void require(VkResult result, const char* what);

/// The Vulkan device of a CPU (lavapipe), without window, that runs compute shaders one at a time.
class HeadlessDevice {
public:
    /// @throws std::runtime_error
    HeadlessDevice();
    ~HeadlessDevice();
    HeadlessDevice(const HeadlessDevice&) = delete;
    HeadlessDevice& operator=(const HeadlessDevice&) = delete;

    /// A buffer filled with zeros, which lives as long as the device.
    HeadlessBuffer& buffer(std::size_t bytes);

    /// Prepared for running many times.
    class Kernel;
    /// @param push  push constants
    std::unique_ptr<Kernel> kernel(std::span<const std::uint32_t> words,
                                   const std::vector<HeadlessBinding>& bindings,
                                   const std::vector<std::byte>& push, std::array<std::uint32_t, 3> groups);
    /// Runs a kernel and waits for it.
    void run(Kernel& kernel);

private:
    friend class HeadlessDraw;
    void make_device();
    VkCommandBuffer begin_commands(Kernel& kernel);

    VkInstance instance_ = VK_NULL_HANDLE;
    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    std::vector<std::unique_ptr<HeadlessBuffer>> buffers_;
};

class HeadlessDevice::Kernel {
public:
    explicit Kernel(VkDevice device) : device_(device) {}
    ~Kernel();
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

private:
    friend class HeadlessDevice;
    friend class HeadlessDraw;
    void make_layout(const std::vector<HeadlessBinding>& bindings, std::size_t push_bytes);
    void write_descriptors(const std::vector<HeadlessBinding>& bindings);

    VkDevice device_;
    VkShaderModule module_ = VK_NULL_HANDLE;
    VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
    VkPipeline pipeline_ = VK_NULL_HANDLE;
    VkDescriptorPool descriptors_ = VK_NULL_HANDLE;
    VkDescriptorSet set_ = VK_NULL_HANDLE;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    std::vector<VkBufferView> views_;
};

} // namespace hitmap::capture
