#include "kernel.h"

#include <cstdio>

namespace program {

std::vector<VkDescriptorSetLayoutBinding> storage_bindings(std::uint32_t count, std::uint32_t each) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (std::uint32_t i = 0; i < count; ++i)
        bindings.push_back({i, storage, each, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    return bindings;
}

void barrier(VkCommandBuffer commands) {
    const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_SHADER_WRITE_BIT,
                                 VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         0, 1, &memory, 0, nullptr, 0, nullptr);
}

void print(const Buffer& buffer) {
    for (std::uint64_t i = 0; i < buffer.bytes / 4; ++i)
        std::printf("%x%c", buffer.words[i], i % 16 == 15 ? '\n' : ' ');
    std::printf("\n");
}

Kernel::Kernel(Device& device, const char* shader, std::span<Buffer* const> buffers,
               const VkSpecializationInfo* constants)
    : set_layout(device.make_set_layout(storage_bindings(static_cast<std::uint32_t>(buffers.size())))),
      layout(device.make_layout(std::span(&set_layout, 1), 16)),
      pipeline(device.make_pipeline(shader, layout, constants)),
      set(device.make_set(set_layout)) {
    for (std::uint32_t i = 0; i < buffers.size(); ++i)
        device.write(set, i, 0, storage, {buffers[i]->handle, 0, VK_WHOLE_SIZE});
}

void Kernel::bind(VkCommandBuffer commands) const {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
}

void run(Device& device, std::span<const VkCommandBuffer> commands) {
    device.submit(commands);
    device.finish();
}

void run_kernel(Device& device, const Kernel& kernel, std::uint32_t x) {
    VkCommandBuffer commands = device.make_commands();
    begin(commands);
    kernel.bind(commands);
    vkCmdDispatch(commands, x, 1, 1);
    end(commands);
    run(device, std::span(&commands, 1));
}

} // namespace program
