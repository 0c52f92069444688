#include "tasks.h"

#include <array>
#include <cstdio>
#include <cstring>

#include "device.h"

namespace program {

namespace {

constexpr VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

std::vector<VkDescriptorSetLayoutBinding> storage_bindings(std::uint32_t count, std::uint32_t each = 1) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (std::uint32_t i = 0; i < count; ++i)
        bindings.push_back({i, storage, each, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    return bindings;
}

void print(const Buffer& buffer) {
    for (std::uint64_t i = 0; i < buffer.bytes / 4; ++i)
        std::printf("%x%c", buffer.words[i], i % 16 == 15 ? '\n' : ' ');
    std::printf("\n");
}

/// A pipeline with one set of storage buffers, and what is needed to dispatch it.
struct Kernel {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorSet set;

    Kernel(Device& device, const char* shader, std::span<Buffer* const> buffers,
           const VkSpecializationInfo* constants = nullptr)
        : set_layout(device.make_set_layout(storage_bindings(static_cast<std::uint32_t>(buffers.size())))),
          layout(device.make_layout(std::span(&set_layout, 1), 16)),
          pipeline(device.make_pipeline(shader, layout, constants)),
          set(device.make_set(set_layout)) {
        for (std::uint32_t i = 0; i < buffers.size(); ++i)
            device.write(set, i, 0, storage, {buffers[i]->handle, 0, VK_WHOLE_SIZE});
    }
    void bind(VkCommandBuffer commands) const {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    }
};

/// Two work groups of 20 x 1 x 1: branches, a loop with a trip count for each lane, a barrier, a tail.
void divergence() {
    Device device;
    Buffer& in = device.make_buffer(40 * 4);
    Buffer& out = device.make_buffer(40 * 4);
    device.name(in, "input");
    const std::array buffers{&in, &out};
    const Kernel kernel(device, "divergence", buffers);
    VkCommandBuffer commands = device.make_commands();
    begin(commands);
    kernel.bind(commands);
    vkCmdDispatch(commands, 2, 1, 1);
    end(commands);
    device.submit(std::span(&commands, 1));
    device.finish();
    print(out);
}

constexpr std::array all_tasks{
    Task{"divergence", divergence},
};

} // namespace

std::span<const Task> tasks() {
    return all_tasks;
}

} // namespace program
