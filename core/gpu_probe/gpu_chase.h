#pragma once

#include "core/gpu_probe/gpu_buffer.h"
#include "core/probe/chase/chase.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace hitmap {

/// Pointer chases on a Vulkan device: one lane that loads from a storage buffer, timed by the shader clock.
class GpuChase {
public:
    /// The most loads that one dispatch times one by one: their indices and latencies are in shared memory.
    static constexpr std::uint32_t most_each = 2048;
    /// The most loads of one dispatch, which stays far below the limits of drivers on time.
    static constexpr std::uint64_t most_loads = std::uint64_t{1} << 19;

    /// `name` is that of choose_device(). The array has at most `most_bytes`, less if the device allows less.
    /// Throws UsageError and Error.
    GpuChase(std::string_view name, std::uint64_t most_bytes);

    [[nodiscard]] const GpuDescription& device() const { return client_.description(); }
    [[nodiscard]] std::uint64_t array_bytes() const { return array_.words().size() * word_bytes; }

    /// Writes the chain to the array. The next chase begins at its first word. Throws std::out_of_range if a
    /// word is outside.
    void write(const Chain& chain);
    /// Makes `before` loads that are not timed, and then at least `loads` loads with one reading of the clock
    /// before and one after them. Both are rounded up to multiples of 16. Goes on where the last chase ended.
    /// Returns cycles of the clock per load. Throws Cancelled.
    [[nodiscard]] double mean_latency(std::uint64_t before, std::uint64_t loads, const JobContext& job);
    /// Makes `before` loads from the first word of the chain, rounded up to a multiple of 16, and then times
    /// each of `loads` loads, at most most_each, all in one dispatch. An entry has the latency of the load
    /// that returned its index.
    [[nodiscard]] std::vector<ChaseSample> each_latency(std::uint32_t before, std::uint32_t loads);

private:
    [[nodiscard]] VulkanObject<VkPipeline> make_pipeline(std::span<const std::uint32_t> code) const;
    void make_layouts();
    void make_set();
    void dispatch(VkPipeline pipeline, std::uint32_t before, std::uint32_t count);

    VulkanClient client_;
    GpuBuffer array_;
    GpuBuffer result_;
    VulkanObject<VkDescriptorSetLayout> set_layout_;
    VulkanObject<VkPipelineLayout> layout_;
    VulkanObject<VkDescriptorPool> pool_;
    VkDescriptorSet set_{};
    VulkanObject<VkPipeline> many_loads_;
    VulkanObject<VkPipeline> each_load_;
    std::uint32_t first_ = 0; ///< the word where the chain begins
    std::uint32_t at_ = 0;    ///< the word where the next chase begins
};

} // namespace hitmap
