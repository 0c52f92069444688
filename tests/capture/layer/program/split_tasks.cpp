#include <algorithm>
#include <array>

#include "kernel.h"
#include "tasks.h"

namespace program {

namespace {

constexpr std::array<std::uint32_t, 3> grid{5, 4, 3};

struct GridTask {
    Buffer* in;
    Buffer* counters;
    Buffer* out;
    Kernel kernel;

    explicit GridTask(Device& device, const VkSpecializationInfo* constants = nullptr)
        : in(&device.make_buffer(1024 * 4)),
          counters(&device.make_buffer(4 * 4)),
          out(&device.make_buffer(5 * 4 * 3 * 20 * 4)),
          kernel(device, "grid", std::array{in, counters, out}, constants) {}
    void bind(VkCommandBuffer commands, std::uint32_t seed) const {
        kernel.bind(commands);
        vkCmdPushConstants(commands, kernel.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &seed);
    }
};

/// A grid in three dimensions whose work groups use its size, shared memory, barriers and atomics, twice in
/// commands that are submitted twice.
void grid_twice() {
    Device device;
    const GridTask task(device);
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    for (const std::uint32_t seed : {1U, 1000U}) {
        task.bind(commands, seed);
        vkCmdDispatch(commands, grid[0], grid[1], grid[2]);
        barrier(commands);
    }
    end(commands);
    run(device, std::span(&commands, 1));
    run(device, std::span(&commands, 1));
    print(*task.counters);
    print(*task.out);
}

/// The same, whose size the device reads, in a secondary command buffer.
void grid_indirect() {
    Device device;
    const GridTask task(device);
    Buffer& groups = device.make_buffer(16, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    std::copy(grid.begin(), grid.end(), groups.words + 1);
    const VkCommandBuffer secondary = device.make_commands(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    begin(secondary, VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT);
    task.bind(secondary, 5);
    vkCmdDispatchIndirect(secondary, groups.handle, 4);
    barrier(secondary);
    end(secondary);
    const VkCommandBuffer primary = device.make_commands();
    begin(primary);
    const std::array twice{secondary, secondary};
    vkCmdExecuteCommands(primary, 2, twice.data());
    end(primary);
    run(device, std::span(&primary, 1));
    print(*task.counters);
    print(*task.out);
}

/// Work groups with some hundred loads each.
void long_groups() {
    Device device;
    const std::uint32_t steps = 300;
    const VkSpecializationMapEntry entry{0, 0, 4};
    const VkSpecializationInfo constants{1, &entry, 4, &steps};
    const GridTask task(device, &constants);
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    task.bind(commands, 1);
    vkCmdDispatch(commands, 2, 1, 1);
    end(commands);
    run(device, std::span(&commands, 1));
    print(*task.out);
}

/// Work groups that begin with number (1, 0, 0).
void base() {
    Device device({VK_API_VERSION_1_1, {}, nullptr});
    Buffer& in = device.make_buffer(4096 * 4);
    Buffer& out = device.make_buffer(std::uint64_t{64} * 32 * 4);
    const std::array buffers{&in, &out};
    const VkDescriptorSetLayout set_layout = device.make_set_layout(storage_bindings(2));
    const VkPipelineLayout layout = device.make_layout(std::span(&set_layout, 1));
    const VkPipeline pipeline =
        device.make_pipeline("many", layout, nullptr, VK_PIPELINE_CREATE_DISPATCH_BASE_BIT);
    const VkDescriptorSet set = device.make_set(set_layout);
    for (std::uint32_t i = 0; i < buffers.size(); ++i)
        device.write(set, i, 0, storage, {buffers[i]->handle, 0, VK_WHOLE_SIZE});
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    vkCmdDispatchBase(commands, 1, 0, 0, 2, 1, 1);
    barrier(commands);
    vkCmdDispatchBase(commands, 3, 1, 0, 2, 2, 1); // rows 1 and 2, whose work groups do the same
    end(commands);
    run(device, std::span(&commands, 1));
    print(out);
}

constexpr std::array all{Task{"base", base}, Task{"grid", grid_twice}, Task{"grid-indirect", grid_indirect},
                         Task{"long", long_groups}};

} // namespace

std::span<const Task> split_tasks() {
    return all;
}

} // namespace program
