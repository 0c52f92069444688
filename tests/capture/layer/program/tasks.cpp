#include "tasks.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "draws.h"
#include "kernel.h"

namespace program {

namespace {

/// Work groups of 20 x 1 x 1: branches, a loop with a trip count for each lane, a barrier, a tail.
void divergence() {
    Device device;
    Buffer& in = device.make_buffer(40 * 4);
    Buffer& out = device.make_buffer(40 * 4);
    device.name(in, "input");
    const std::array buffers{&in, &out};
    run_kernel(device, Kernel(device, "divergence", buffers), 2);
    print(out);
}

/// A device on which nothing runs.
void idle() {
    Device device;
    const Buffer& out = device.make_buffer(8 * 4);
    print(out);
}

/// Work groups of 5 x 3 x 2, atomics, stores of parts of a vector.
void odd() {
    Device device;
    Buffer& counters = device.make_buffer(3 * 4);
    Buffer& out = device.make_buffer(90 * 16);
    const std::array buffers{&counters, &out};
    run_kernel(device, Kernel(device, "odd", buffers), 3);
    print(out);
}

/// An array of descriptors with a constant and a dynamic index, a specialization and a push constant.
void arrays() {
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.features.shaderStorageBufferArrayDynamicIndexing = VK_TRUE;
    Device device({VK_API_VERSION_1_1, {}, &features});
    std::vector<VkDescriptorSetLayoutBinding> bindings = storage_bindings(2);
    bindings[0].descriptorCount = 3;
    const VkDescriptorSetLayout set_layout = device.make_set_layout(bindings);
    const VkPipelineLayout layout = device.make_layout(std::span(&set_layout, 1), 4);
    const std::uint32_t step = 2;
    const VkSpecializationMapEntry entry{3, 0, 4};
    const VkSpecializationInfo constants{1, &entry, 4, &step};
    const VkPipeline pipeline = device.make_pipeline("arrays", layout, &constants);
    const VkDescriptorSet set = device.make_set(set_layout);
    Buffer& shared = device.make_buffer(4096);
    Buffer& second = device.make_buffer(400);
    Buffer& out = device.make_buffer(16 * 4);
    device.name(shared, "shared");
    device.name(second, "second");
    device.write(set, 0, 0, storage, {shared.handle, 256, 512});
    device.write(set, 0, 1, storage, {second.handle, 0, VK_WHOLE_SIZE});
    device.write(set, 0, 2, storage, {shared.handle, 1024, 1024});
    device.write(set, 1, 0, storage, {out.handle, 0, VK_WHOLE_SIZE});
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    for (const std::uint32_t chosen : {0U, 1U}) {
        vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &chosen);
        vkCmdDispatch(commands, 2, 1, 1);
        barrier(commands);
    }
    end(commands);
    run(device, std::span(&commands, 1));
    print(out);
}

/// Dynamic offsets, which change between dispatches.
void dynamic() {
    Device device;
    std::vector<VkDescriptorSetLayoutBinding> bindings = storage_bindings(2);
    bindings[0].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    const VkDescriptorSetLayout set_layout = device.make_set_layout(bindings);
    const VkPipelineLayout layout = device.make_layout(std::span(&set_layout, 1));
    const VkPipeline pipeline = device.make_pipeline("add", layout);
    const VkDescriptorSet set = device.make_set(set_layout);
    Buffer& in = device.make_buffer(1024);
    Buffer& out = device.make_buffer(8 * 4);
    device.write(set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, {in.handle, 256, 64});
    device.write(set, 1, 0, storage, {out.handle, 0, VK_WHOLE_SIZE});
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    for (const std::uint32_t offset : {0U, 256U, 512U}) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 1, &offset);
        vkCmdDispatch(commands, 1, 1, 1);
        barrier(commands);
    }
    end(commands);
    run(device, std::span(&commands, 1));
    print(out);
}

/// Pushed descriptors and an update template.
void pushed() {
    Device device({VK_API_VERSION_1_1, {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME}, nullptr});
    const auto bindings = storage_bindings(2);
    const VkDescriptorSetLayout push_layout =
        device.make_set_layout(bindings, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR);
    const VkPipelineLayout layout = device.make_layout(std::span(&push_layout, 1));
    const VkPipeline pipeline = device.make_pipeline("add", layout);
    Buffer& a = device.make_buffer(32);
    Buffer& b = device.make_buffer(32);
    Buffer& out = device.make_buffer(32);
    device.name(a, "a");
    device.name(b, "b");

    std::array<VkDescriptorBufferInfo, 2> infos{VkDescriptorBufferInfo{a.handle, 0, VK_WHOLE_SIZE},
                                                VkDescriptorBufferInfo{out.handle, 0, VK_WHOLE_SIZE}};
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.descriptorCount = 2; // the second is of the next binding
    write.descriptorType = storage;
    write.pBufferInfo = infos.data();
    const VkDescriptorUpdateTemplateEntry entry{0, 0, 1, storage, 0, 0};
    VkDescriptorUpdateTemplateCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO;
    info.descriptorUpdateEntryCount = 1;
    info.pDescriptorUpdateEntries = &entry;
    info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR;
    info.pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE;
    info.pipelineLayout = layout;
    VkDescriptorUpdateTemplate by = VK_NULL_HANDLE;
    check(vkCreateDescriptorUpdateTemplate(device.handle(), &info, nullptr, &by), "create a template");
    const VkDescriptorBufferInfo second{b.handle, 0, VK_WHOLE_SIZE};

    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    device.function<PFN_vkCmdPushDescriptorSetKHR>("vkCmdPushDescriptorSetKHR")(
        commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &write);
    vkCmdDispatch(commands, 1, 1, 1);
    barrier(commands);
    device.function<PFN_vkCmdPushDescriptorSetWithTemplateKHR>("vkCmdPushDescriptorSetWithTemplateKHR")(
        commands, by, layout, 0, &second);
    vkCmdDispatch(commands, 1, 1, 1);
    end(commands);
    run(device, std::span(&commands, 1));
    vkDestroyDescriptorUpdateTemplate(device.handle(), by, nullptr);
    print(out);
}

/// Command buffers that are submitted again, secondary ones that are executed twice, an indirect dispatch,
/// and descriptors that change between the recording of commands and their submission.
void commands() {
    Device device;
    Buffer& in = device.make_buffer(64);
    Buffer& other = device.make_buffer(64);
    Buffer& out = device.make_buffer(64);
    device.name(in, "in");
    device.name(other, "other");
    Buffer& groups = device.make_buffer(16, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    groups.words[1] = 2, groups.words[2] = 1, groups.words[3] = 1;
    const std::array buffers{&in, &out};
    const Kernel kernel(device, "add", buffers);

    const VkCommandBuffer secondary = device.make_commands(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    begin(secondary, VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT);
    kernel.bind(secondary);
    vkCmdDispatch(secondary, 1, 1, 1);
    barrier(secondary);
    end(secondary);
    const VkCommandBuffer primary = device.make_commands();
    begin(primary);
    const std::array twice{secondary, secondary};
    vkCmdExecuteCommands(primary, 2, twice.data());
    kernel.bind(primary);
    vkCmdDispatchIndirect(primary, groups.handle, 4);
    barrier(primary);
    end(primary);
    run(device, std::span(&primary, 1));
    device.write(kernel.set, 0, 0, storage, {other.handle, 0, VK_WHOLE_SIZE});
    // A change of the set makes the commands invalid, so that they are recorded again.
    begin(secondary, VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT);
    kernel.bind(secondary);
    vkCmdDispatch(secondary, 1, 1, 1);
    barrier(secondary);
    end(secondary);
    begin(primary);
    vkCmdExecuteCommands(primary, 1, &secondary);
    end(primary);
    run(device, std::span(&primary, 1));
    run(device, std::span(&primary, 1));
    print(out);
}

/// Device addresses: a list that lanes follow for a different number of steps.
void addresses() {
    VkPhysicalDeviceVulkan12Features features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features.bufferDeviceAddress = VK_TRUE;
    Device device({VK_API_VERSION_1_2, {}, &features});
    Buffer& nodes = device.make_buffer(5 * 16, VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                                                   VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    Buffer& out = device.make_buffer(16 * 4);
    device.name(nodes, "nodes");
    const VkDeviceAddress first = device.address(nodes);
    for (std::uint32_t i = 0; i < 5; ++i) {
        const VkDeviceAddress next = first + (i + 2) % 5 * 16;
        std::memcpy(nodes.words + i * 4, &next, 8);
        nodes.words[i * 4 + 2] = i + 1;
    }
    const std::array buffers{&out};
    const Kernel kernel(device, "addresses", buffers);
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    kernel.bind(commands);
    vkCmdPushConstants(commands, kernel.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, &first);
    vkCmdDispatch(commands, 1, 1, 1);
    end(commands);
    run(device, std::span(&commands, 1));
    print(out);
}

/// Texel buffers and a uniform buffer.
void texels() {
    Device device;
    const std::array bindings{VkDescriptorSetLayoutBinding{0, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 1,
                                                           VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
                              VkDescriptorSetLayoutBinding{1, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1,
                                                           VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
                              VkDescriptorSetLayoutBinding{2, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1,
                                                           VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    const VkDescriptorSetLayout set_layout = device.make_set_layout(bindings);
    const VkPipelineLayout layout = device.make_layout(std::span(&set_layout, 1));
    const VkPipeline pipeline = device.make_pipeline("texels", layout);
    const VkDescriptorSet set = device.make_set(set_layout);
    Buffer& texels = device.make_buffer(256, VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT);
    Buffer& halves = device.make_buffer(256, VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT);
    Buffer& small = device.make_buffer(48, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    std::array<VkBufferView, 2> views{};
    VkBufferViewCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO;
    info.buffer = texels.handle;
    info.format = VK_FORMAT_R32_UINT;
    info.offset = 64;
    info.range = VK_WHOLE_SIZE;
    check(vkCreateBufferView(device.handle(), &info, nullptr, views.data()), "vkCreateBufferView");
    info.buffer = halves.handle;
    info.format = VK_FORMAT_R16_UINT;
    info.offset = 0;
    check(vkCreateBufferView(device.handle(), &info, nullptr, &views[1]), "vkCreateBufferView");
    for (std::uint32_t i = 0; i < 2; ++i) {
        VkWriteDescriptorSet write{};
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstSet = set;
        write.dstBinding = i;
        write.descriptorCount = 1;
        write.descriptorType = bindings[i].descriptorType;
        write.pTexelBufferView = &views[i];
        vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
    }
    device.write(set, 2, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, {small.handle, 0, VK_WHOLE_SIZE});
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    vkCmdDispatch(commands, 2, 1, 1);
    end(commands);
    run(device, std::span(&commands, 1));
    for (const VkBufferView view : views)
        vkDestroyBufferView(device.handle(), view, nullptr);
    print(texels);
}

/// More records than a small log has room for.
void many() {
    Device device;
    Buffer& in = device.make_buffer(4096 * 4);
    Buffer& out = device.make_buffer(64 * 32 * 4);
    const std::array buffers{&in, &out};
    run_kernel(device, Kernel(device, "many", buffers), 64);
    print(out);
}

/// 39 dispatches of 27 units of log each, or 38 and one of 19 units. A log of 1,045 units has room for the
/// latter. In it, the last record is where the others have one that is longer.
void refill() {
    Device device;
    Buffer& in = device.make_buffer(64);
    Buffer& out = device.make_buffer(64);
    const std::array buffers{&in, &out};
    const Kernel add(device, "add", buffers), halves(device, "halves", std::span(buffers).first(1));
    for (const Kernel* const last : {&halves, &add}) {
        const VkCommandBuffer commands = device.make_commands();
        begin(commands);
        for (unsigned i = 0; i < 39; ++i) {
            (i == 38 ? *last : add).bind(commands);
            vkCmdDispatch(commands, 1, 1, 1);
            barrier(commands);
        }
        end(commands);
        run(device, std::span(&commands, 1));
    }
    print(out);
}

/// Devices in several threads.
void threads() {
    std::array<std::vector<std::uint32_t>, 3> results;
    std::vector<std::thread> running;
    for (std::size_t t = 0; t < results.size(); ++t)
        running.emplace_back([&results, t] {
            Device device;
            Buffer& in = device.make_buffer(64);
            Buffer& out = device.make_buffer(64);
            const std::array buffers{&in, &out};
            const Kernel kernel(device, "add", buffers);
            for (std::size_t i = 0; i < 5 + t; ++i)
                run_kernel(device, kernel, 2);
            results[t].assign(out.words, out.words + 16);
        });
    for (std::thread& thread : running)
        thread.join();
    for (const auto& words : results)
        for (const std::uint32_t word : words)
            std::printf("%x\n", word);
}

/// Waits for a value of a timeline semaphore that the program sets after the submission. When that has ended,
/// the commands and the set that they used are changed.
void timeline() {
    VkPhysicalDeviceVulkan12Features features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features.timelineSemaphore = VK_TRUE;
    Device device({VK_API_VERSION_1_2, {}, &features});
    const VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, nullptr,
                                         VK_SEMAPHORE_TYPE_TIMELINE, 0};
    const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type, 0};
    VkSemaphore semaphore = VK_NULL_HANDLE;
    check(vkCreateSemaphore(device.handle(), &info, nullptr, &semaphore), "vkCreateSemaphore");
    Buffer& in = device.make_buffer(64);
    Buffer& other = device.make_buffer(64);
    Buffer& out = device.make_buffer(64);
    device.name(in, "in");
    device.name(other, "other");
    Buffer& groups = device.make_buffer(16, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    groups.words[0] = 2, groups.words[1] = 1, groups.words[2] = 1;
    const std::array buffers{&in, &out};
    const Kernel kernel(device, "add", buffers);
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    kernel.bind(commands);
    vkCmdDispatchIndirect(commands, groups.handle, 0);
    end(commands);
    const std::uint64_t value = 1;
    VkTimelineSemaphoreSubmitInfo values{};
    values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
    values.waitSemaphoreValueCount = 1;
    values.pWaitSemaphoreValues = &value;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.pNext = &values;
    submit.waitSemaphoreCount = 1;
    submit.pWaitSemaphores = &semaphore;
    submit.pWaitDstStageMask = &stage;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    check(vkQueueSubmit(device.queue(), 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    const VkSemaphoreSignalInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, nullptr, semaphore, 1};
    check(vkSignalSemaphore(device.handle(), &signal), "vkSignalSemaphore");
    device.finish();
    check(vkResetCommandPool(device.handle(), device.pool(), 0), "vkResetCommandPool");
    device.write(kernel.set, 0, 0, storage, {other.handle, 0, VK_WHOLE_SIZE});
    vkDestroySemaphore(device.handle(), semaphore, nullptr);
    print(out);
}

/// Something that Vulkan does not allow, so that a test can see that the validation layer is there.
void invalid() {
    Device device;
    VkDescriptorPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    if (vkCreateDescriptorPool(device.handle(), &info, nullptr, &pool) == VK_SUCCESS)
        vkDestroyDescriptorPool(device.handle(), pool, nullptr);
}

constexpr std::array all_tasks{
    Task{"addresses", addresses},
    Task{"arrays", arrays},
    Task{"commands", commands},
    Task{"divergence", divergence},
    Task{"draws", draws},
    Task{"draw_libraries", draw_libraries},
    Task{"dynamic", dynamic},
    Task{"idle", idle},
    Task{"invalid", invalid},
    Task{"many", many},
    Task{"odd", odd},
    Task{"pushed", pushed},
    Task{"texels", texels},
    Task{"refill", refill},
    Task{"threads", threads},
    Task{"timeline", timeline},
};

} // namespace

std::span<const Task> tasks() {
    return all_tasks;
}

} // namespace program
