#include <array>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "kernel.h"
#include "tasks.h"

namespace program {

namespace {

/// Conditions around dispatches: one that holds, one that does not, and one that is inverted.
void conditional() {
    VkPhysicalDeviceConditionalRenderingFeaturesEXT features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CONDITIONAL_RENDERING_FEATURES_EXT;
    features.conditionalRendering = VK_TRUE;
    Device device({VK_API_VERSION_1_1, {VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME}, &features});
    Buffer& in = device.make_buffer(64);
    Buffer& out = device.make_buffer(64);
    // Words 0 and 1 are 0 and 1.
    Buffer& conditions = device.make_buffer(16, VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT);
    const std::array buffers{&in, &out};
    const Kernel kernel(device, "add", buffers);
    const auto begin_condition =
        device.function<PFN_vkCmdBeginConditionalRenderingEXT>("vkCmdBeginConditionalRenderingEXT");
    const auto end_condition =
        device.function<PFN_vkCmdEndConditionalRenderingEXT>("vkCmdEndConditionalRenderingEXT");
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    const auto dispatch = [&](std::uint32_t groups, VkDeviceSize offset,
                              VkConditionalRenderingFlagsEXT flags) {
        const VkConditionalRenderingBeginInfoEXT info{VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT,
                                                      nullptr, conditions.handle, offset, flags};
        kernel.bind(commands);
        begin_condition(commands, &info);
        vkCmdDispatch(commands, groups, 1, 1);
        barrier(commands);
        end_condition(commands);
    };
    dispatch(1, 4, 0);
    dispatch(2, 0, 0);
    dispatch(2, 0, VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT);
    kernel.bind(commands);
    vkCmdDispatch(commands, 1, 1, 1);
    end(commands);
    run(device, std::span(&commands, 1));
    print(out);
}

/// A secondary command buffer around which a condition may be active. lavapipe 22.3 does not have that, and
/// ignores it.
void inherited_condition() {
    Device device;
    Buffer& in = device.make_buffer(64);
    Buffer& out = device.make_buffer(64);
    const std::array buffers{&in, &out};
    const Kernel kernel(device, "add", buffers);
    const VkCommandBuffer secondary = device.make_commands(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    const VkCommandBufferInheritanceConditionalRenderingInfoEXT inherited{
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_CONDITIONAL_RENDERING_INFO_EXT, nullptr, VK_TRUE};
    begin(secondary, 0, &inherited);
    kernel.bind(secondary);
    vkCmdDispatch(secondary, 2, 1, 1);
    barrier(secondary);
    end(secondary);
    const VkCommandBuffer primary = device.make_commands();
    begin(primary);
    kernel.bind(primary);
    vkCmdDispatch(primary, 1, 1, 1);
    barrier(primary);
    vkCmdExecuteCommands(primary, 1, &secondary);
    kernel.bind(primary);
    vkCmdDispatch(primary, 2, 1, 1);
    end(primary);
    run(device, std::span(&primary, 1));
    print(out);
}

/// What pipelines of specialized.comp are made of.
class Specialized {
public:
    explicit Specialized(Device& device)
        : device_(device),
          in_(device.make_buffer(1024)),
          out_(device.make_buffer(128)),
          set_layout_(device.make_set_layout(storage_bindings(2))),
          layout_(device.make_layout(std::span(&set_layout_, 1))),
          set_(device.make_set(set_layout_)),
          module_(device.make_module("specialized")) {
        device.write(set_, 0, 0, storage, {in_.handle, 0, VK_WHOLE_SIZE});
        device.write(set_, 1, 0, storage, {out_.handle, 0, VK_WHOLE_SIZE});
    }
    ~Specialized() {
        for (const VkPipeline pipeline : pipelines_)
            vkDestroyPipeline(device_.handle(), pipeline, nullptr);
        if (module_ != VK_NULL_HANDLE) vkDestroyShaderModule(device_.handle(), module_, nullptr);
    }
    Specialized(const Specialized&) = delete;
    Specialized& operator=(const Specialized&) = delete;

    /// Pipelines with the constants (factor, work group size), by one call. The first is the base of the
    /// others.
    [[nodiscard]] std::vector<VkPipeline> make(std::span<const std::array<std::uint32_t, 2>> constants,
                                               VkPipelineCache cache = VK_NULL_HANDLE) const {
        static constexpr std::array<VkSpecializationMapEntry, 2> entries{{{0, 0, 4}, {1, 4, 4}}};
        std::vector<VkSpecializationInfo> specializations;
        std::vector<VkComputePipelineCreateInfo> infos;
        specializations.reserve(constants.size());
        for (const auto& values : constants) {
            specializations.push_back({entries.size(), entries.data(), sizeof values, values.data()});
            VkComputePipelineCreateInfo info{};
            info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
            const bool is_base = infos.empty();
            info.flags =
                is_base ? VK_PIPELINE_CREATE_ALLOW_DERIVATIVES_BIT : VK_PIPELINE_CREATE_DERIVATIVE_BIT;
            info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                          nullptr,
                          0,
                          VK_SHADER_STAGE_COMPUTE_BIT,
                          module_,
                          "main",
                          &specializations.back()};
            info.layout = layout_;
            info.basePipelineIndex = is_base ? -1 : 0;
            infos.push_back(info);
        }
        std::vector<VkPipeline> made(infos.size());
        check(vkCreateComputePipelines(device_.handle(), cache, static_cast<std::uint32_t>(infos.size()),
                                       infos.data(), nullptr, made.data()),
              "vkCreateComputePipelines");
        return made;
    }
    void keep(std::span<const VkPipeline> made) {
        pipelines_.insert(pipelines_.end(), made.begin(), made.end());
    }
    void destroy_module() {
        vkDestroyShaderModule(device_.handle(), std::exchange(module_, nullptr), nullptr);
    }
    /// Runs one work group of each pipeline, and prints the results.
    void run_all() {
        const VkCommandBuffer commands = device_.make_commands();
        begin(commands);
        for (const VkPipeline pipeline : pipelines_) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
            vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set_, 0,
                                    nullptr);
            vkCmdDispatch(commands, 1, 1, 1);
            barrier(commands);
        }
        end(commands);
        run(device_, std::span(&commands, 1));
        print(out_);
    }

private:
    Device& device_;
    Buffer& in_;
    Buffer& out_;
    VkDescriptorSetLayout set_layout_;
    VkPipelineLayout layout_;
    VkDescriptorSet set_;
    VkShaderModule module_;
    std::vector<VkPipeline> pipelines_;
};

/// Pipelines that several threads make of one module, some derived from others. The module is destroyed
/// before they run.
void one_module() {
    Device device;
    Specialized made(device);
    std::array<std::vector<VkPipeline>, 4> pipelines;
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < pipelines.size(); ++t)
        threads.emplace_back([&, t] {
            const std::array constants{std::array{t + 1, 8U}, std::array{t + 1, 16U},
                                       std::array{2U, 20U + t}};
            pipelines[t] = made.make(constants);
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const auto& list : pipelines)
        made.keep(list);
    made.destroy_module();
    made.run_all();
}

std::vector<char> data_of(const Device& device, VkPipelineCache cache) {
    std::size_t bytes = 0;
    check(vkGetPipelineCacheData(device.handle(), cache, &bytes, nullptr), "vkGetPipelineCacheData");
    std::vector<char> data(bytes);
    check(vkGetPipelineCacheData(device.handle(), cache, &bytes, data.data()), "vkGetPipelineCacheData");
    return data;
}

/// A pipeline cache, another one of its data, and both merged. Prints whether the data are those of the
/// device.
void cache() {
    Device device;
    Specialized made(device);
    std::array<VkPipelineCache, 2> caches{};
    VkPipelineCacheCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
    check(vkCreatePipelineCache(device.handle(), &info, nullptr, caches.data()), "vkCreatePipelineCache");
    const std::array constants{std::array{3U, 8U}, std::array{5U, 16U}};
    made.keep(made.make(constants, caches[0]));
    const std::vector<char> data = data_of(device, caches[0]);
    info.initialDataSize = data.size();
    info.pInitialData = data.data();
    check(vkCreatePipelineCache(device.handle(), &info, nullptr, &caches[1]), "vkCreatePipelineCache");
    made.keep(made.make(constants, caches[1]));
    check(vkMergePipelineCaches(device.handle(), caches[1], 1, caches.data()), "vkMergePipelineCaches");
    made.run_all();
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(device.physical(), &properties);
    VkPipelineCacheHeaderVersionOne header{};
    if (data.size() >= sizeof header) std::memcpy(&header, data.data(), sizeof header);
    std::printf("%zu bytes, %s\n", data_of(device, caches[1]).size(),
                std::memcmp(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE) == 0
                    ? "of the device"
                    : "of another device");
    for (const VkPipelineCache cache : caches)
        vkDestroyPipelineCache(device.handle(), cache, nullptr);
}

/// Descriptors that an update template writes, and that are copied from another set.
void updates() {
    Device device({VK_API_VERSION_1_1, {}, nullptr});
    Buffer& a = device.make_buffer(64);
    Buffer& b = device.make_buffer(64);
    Buffer& out = device.make_buffer(64);
    device.name(a, "a");
    device.name(b, "b");
    const std::array buffers{&a, &out};
    const Kernel kernel(device, "add", buffers);
    const VkDescriptorSet set = device.make_set(kernel.set_layout);
    const VkDescriptorUpdateTemplateEntry entry{0, 0, 1, storage, 0, 0};
    VkDescriptorUpdateTemplateCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO;
    info.descriptorUpdateEntryCount = 1;
    info.pDescriptorUpdateEntries = &entry;
    info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET;
    info.descriptorSetLayout = kernel.set_layout;
    VkDescriptorUpdateTemplate by = VK_NULL_HANDLE;
    check(vkCreateDescriptorUpdateTemplate(device.handle(), &info, nullptr, &by), "create a template");
    const VkDescriptorBufferInfo second{b.handle, 32, 32};
    vkUpdateDescriptorSetWithTemplate(device.handle(), set, by, &second);
    vkDestroyDescriptorUpdateTemplate(device.handle(), by, nullptr);
    const VkCopyDescriptorSet copy{
        VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, nullptr, kernel.set, 1, 0, set, 1, 0, 1};
    vkUpdateDescriptorSets(device.handle(), 0, nullptr, 1, &copy);
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    kernel.bind(commands);
    vkCmdDispatch(commands, 1, 1, 1);
    barrier(commands);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout, 0, 1, &set, 0, nullptr);
    vkCmdDispatch(commands, 1, 1, 1);
    end(commands);
    run(device, std::span(&commands, 1));
    print(out);
}

/// Two devices of one thread whose submissions alternate.
void two_devices() {
    Device first;
    Device second;
    const std::array devices{&first, &second};
    std::array<std::vector<Buffer*>, 2> buffers;
    std::vector<Kernel> kernels;
    for (std::size_t i = 0; i < 2; ++i) {
        buffers[i] = {&devices[i]->make_buffer(64), &devices[i]->make_buffer(64)};
        devices[i]->name(*buffers[i][0], i == 0 ? "first" : "second");
        devices[i]->name(*buffers[i][1], i == 0 ? "first out" : "second out");
        kernels.emplace_back(*devices[i], "add", buffers[i]);
    }
    for (std::uint32_t i = 0; i < 5; ++i)
        run_kernel(*devices[i % 2], kernels[i % 2], 1 + i % 2);
    for (const auto& list : buffers)
        print(*list[1]);
}

/// Commands that are recorded twice before they are submitted, and some that never are.
void recorded_again() {
    Device device;
    Buffer& in = device.make_buffer(64);
    Buffer& out = device.make_buffer(64);
    const std::array buffers{&in, &out};
    const Kernel kernel(device, "add", buffers);
    const VkCommandBuffer freed = device.make_commands();
    const VkCommandBuffer commands = device.make_commands();
    for (const VkCommandBuffer recorded : {freed, commands, commands}) {
        begin(recorded);
        kernel.bind(recorded);
        vkCmdDispatch(recorded, 2, 1, 1);
        end(recorded);
        if (recorded == freed) vkFreeCommandBuffers(device.handle(), device.pool(), 1, &freed);
    }
    run(device, std::span(&commands, 1));
    print(out);
}

/// One thread destroys command pools with indirect dispatches while another one submits.
void pools() {
    Device device;
    Buffer& in = device.make_buffer(64);
    Buffer& out = device.make_buffer(64);
    Buffer& groups = device.make_buffer(16, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    groups.words[0] = groups.words[1] = groups.words[2] = 1;
    const std::array buffers{&in, &out};
    const Kernel kernel(device, "add", buffers);
    const auto record = [&](VkCommandPool pool) {
        const VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool,
                                               VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
        VkCommandBuffer commands = VK_NULL_HANDLE;
        check(vkAllocateCommandBuffers(device.handle(), &info, &commands), "vkAllocateCommandBuffers");
        begin(commands);
        kernel.bind(commands);
        vkCmdDispatchIndirect(commands, groups.handle, 0);
        end(commands);
        return commands;
    };
    std::thread other([&] {
        for (std::uint32_t i = 0; i < 100; ++i) {
            const VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, 0};
            VkCommandPool pool = VK_NULL_HANDLE;
            check(vkCreateCommandPool(device.handle(), &info, nullptr, &pool), "vkCreateCommandPool");
            record(pool);
            if (i % 2 == 0) check(vkResetCommandPool(device.handle(), pool, 0), "vkResetCommandPool");
            vkDestroyCommandPool(device.handle(), pool, nullptr);
        }
    });
    for (std::uint32_t i = 0; i < 20; ++i) {
        const VkCommandBuffer commands = record(device.pool());
        run(device, std::span(&commands, 1));
        vkFreeCommandBuffers(device.handle(), device.pool(), 1, &commands);
    }
    other.join();
    print(out);
}

/// An inline uniform block, which is in no buffer, in a set that changes after it was bound.
void inline_block() {
    VkPhysicalDeviceVulkan13Features features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    features.inlineUniformBlock = VK_TRUE;
    features.descriptorBindingInlineUniformBlockUpdateAfterBind = VK_TRUE;
    Device device({VK_API_VERSION_1_3, {}, &features});
    const std::array flags{VkDescriptorBindingFlags{0},
                           VkDescriptorBindingFlags{VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT}};
    const VkDescriptorSetLayoutBindingFlagsCreateInfo more{
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO, nullptr, 2, flags.data()};
    const std::array bindings{
        VkDescriptorSetLayoutBinding{0, storage, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        VkDescriptorSetLayoutBinding{1, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 32,
                                     VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    const VkDescriptorSetLayout set_layout =
        device.make_set_layout(bindings, VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT, &more);
    const VkPipelineLayout layout = device.make_layout(std::span(&set_layout, 1));
    const VkPipeline pipeline = device.make_pipeline("inline_block", layout);
    const std::array sizes{VkDescriptorPoolSize{storage, 1},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 32}};
    const VkDescriptorPoolInlineUniformBlockCreateInfo blocks{
        VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO, nullptr, 1};
    const VkDescriptorPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,   &blocks,
                                               VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT, 1,
                                               static_cast<std::uint32_t>(sizes.size()),        sizes.data()};
    VkDescriptorPool pool = VK_NULL_HANDLE;
    check(vkCreateDescriptorPool(device.handle(), &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
    const VkDescriptorSet set = device.make_set(set_layout, pool);
    Buffer& out = device.make_buffer(64);
    device.write(set, 0, 0, storage, {out.handle, 0, VK_WHOLE_SIZE});
    const auto write = [&](std::uint32_t value) {
        std::array<std::uint32_t, 8> values{};
        values.fill(value);
        const VkWriteDescriptorSetInlineUniformBlock data{
            VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK, nullptr, sizeof values,
            values.data()};
        VkWriteDescriptorSet update{};
        update.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        update.pNext = &data;
        update.dstSet = set;
        update.dstBinding = 1;
        update.descriptorCount = sizeof values;
        update.descriptorType = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
        vkUpdateDescriptorSets(device.handle(), 1, &update, 0, nullptr);
    };
    write(1);
    const VkCommandBuffer commands = device.make_commands();
    begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    vkCmdDispatch(commands, 2, 1, 1);
    end(commands);
    write(0x100);
    run(device, std::span(&commands, 1));
    write(0x10000);
    run(device, std::span(&commands, 1));
    print(out);
    vkDestroyDescriptorPool(device.handle(), pool, nullptr);
}

constexpr std::array all{Task{"cache", cache},
                         Task{"conditional", conditional},
                         Task{"inherited-condition", inherited_condition},
                         Task{"inline-block", inline_block},
                         Task{"one-module", one_module},
                         Task{"pools", pools},
                         Task{"recorded-again", recorded_again},
                         Task{"two-devices", two_devices},
                         Task{"updates", updates}};

} // namespace

std::span<const Task> object_tasks() {
    return all;
}

} // namespace program
