#include "core/gpu_probe/gpu_chase.h"

#include "core/gpu_probe/each_load.h"
#include "core/gpu_probe/many_loads.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace hitmap {

namespace {

constexpr std::uint64_t loads_of_a_round = 16;

std::uint64_t array_words(const VulkanClient& client, std::uint64_t most_bytes) {
    constexpr std::uint64_t share_of_memory = 4;
    std::uint64_t heap = 0;
    for (std::uint32_t i = 0; i < client.memory().memoryHeapCount; ++i)
        if ((client.memory().memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0)
            heap = std::max(heap, client.memory().memoryHeaps[i].size);
    return std::min(
               {most_bytes, std::uint64_t{client.limits().maxStorageBufferRange}, heap / share_of_memory}) /
           word_bytes;
}

struct Work {
    std::uint32_t start;
    std::uint32_t before;
    std::uint32_t count;
};

} // namespace

GpuChase::GpuChase(std::string_view name, std::uint64_t most_bytes)
    : client_(name),
      array_(client_, array_words(client_, most_bytes)),
      result_(client_, std::size_t{2} * most_each) {
    make_layouts();
    make_set();
    many_loads_ = make_pipeline(many_loads_code);
    each_load_ = make_pipeline(each_load_code);
}

void GpuChase::make_layouts() {
    const VulkanDeviceFunctions& call = client_.functions();
    std::array<VkDescriptorSetLayoutBinding, 2> bindings{};
    for (std::uint32_t i = 0; i < bindings.size(); ++i) {
        bindings.at(i).binding = i;
        bindings.at(i).descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        bindings.at(i).descriptorCount = 1;
        bindings.at(i).stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    VkDescriptorSetLayoutCreateInfo set_info{};
    set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set_info.bindingCount = bindings.size();
    set_info.pBindings = bindings.data();
    VkDescriptorSetLayout set_layout{};
    check_vulkan(call.CreateDescriptorSetLayout(client_.get(), &set_info, nullptr, &set_layout),
                 "vkCreateDescriptorSetLayout");
    set_layout_ = {client_.get(), set_layout, call.DestroyDescriptorSetLayout};
    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(Work)};
    VkPipelineLayoutCreateInfo layout_info{};
    layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layout_info.setLayoutCount = 1;
    layout_info.pSetLayouts = &set_layout;
    layout_info.pushConstantRangeCount = 1;
    layout_info.pPushConstantRanges = &constants;
    VkPipelineLayout layout{};
    check_vulkan(call.CreatePipelineLayout(client_.get(), &layout_info, nullptr, &layout),
                 "vkCreatePipelineLayout");
    layout_ = {client_.get(), layout, call.DestroyPipelineLayout};
}

void GpuChase::make_set() {
    const VulkanDeviceFunctions& call = client_.functions();
    std::array<VkDescriptorBufferInfo, 2> buffers{};
    std::array<VkWriteDescriptorSet, 2> writes{};
    const VkDescriptorSetLayout set_layout = set_layout_.get();
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, writes.size()};
    VkDescriptorPoolCreateInfo pool_info{};
    pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    pool_info.maxSets = 1;
    pool_info.poolSizeCount = 1;
    pool_info.pPoolSizes = &size;
    VkDescriptorPool pool{};
    check_vulkan(call.CreateDescriptorPool(client_.get(), &pool_info, nullptr, &pool),
                 "vkCreateDescriptorPool");
    pool_ = {client_.get(), pool, call.DestroyDescriptorPool};
    VkDescriptorSetAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    allocate.descriptorPool = pool;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &set_layout;
    check_vulkan(call.AllocateDescriptorSets(client_.get(), &allocate, &set_), "vkAllocateDescriptorSets");
    for (std::uint32_t i = 0; i < writes.size(); ++i) {
        buffers.at(i) = {i == 0 ? array_.get() : result_.get(), 0, VK_WHOLE_SIZE};
        writes.at(i).sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes.at(i).dstSet = set_;
        writes.at(i).dstBinding = i;
        writes.at(i).descriptorCount = 1;
        writes.at(i).descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        writes.at(i).pBufferInfo = &buffers.at(i);
    }
    call.UpdateDescriptorSets(client_.get(), writes.size(), writes.data(), 0, nullptr);
}

VulkanObject<VkPipeline> GpuChase::make_pipeline(std::span<const std::uint32_t> code) const {
    const VulkanDeviceFunctions& call = client_.functions();
    VkShaderModuleCreateInfo module_info{};
    module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    module_info.codeSize = code.size_bytes();
    module_info.pCode = code.data();
    VkShaderModule module{};
    check_vulkan(call.CreateShaderModule(client_.get(), &module_info, nullptr, &module),
                 "vkCreateShaderModule");
    const VulkanObject<VkShaderModule> owned(client_.get(), module, call.DestroyShaderModule);
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.layout = layout_.get();
    VkPipeline pipeline{};
    check_vulkan(call.CreateComputePipelines(client_.get(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
                 "vkCreateComputePipelines");
    return {client_.get(), pipeline, call.DestroyPipeline};
}

void GpuChase::write(const Chain& chain) {
    const std::span<std::uint32_t> words = array_.words();
    const auto word = [&](std::uint64_t i) {
        if (chain[i] >= words.size()) throw std::out_of_range("a word of a chase is outside of the array");
        return static_cast<std::uint32_t>(chain[i]);
    };
    std::uint32_t last = 0;
    std::uint32_t from = word(chain.size() - 1);
    for (std::uint64_t i = 0; i < chain.size(); ++i) {
        const std::uint32_t to = word(i);
        words[from] = to;
        from = to;
        last = std::max(last, to);
    }
    array_.upload(std::size_t{last} + 1);
    first_ = at_ = word(0);
}

void GpuChase::dispatch(VkPipeline pipeline, std::uint32_t before, std::uint32_t count) {
    const VulkanDeviceFunctions& call = client_.functions();
    client_.run([&](VkCommandBuffer commands) {
        const Work work{at_, before, count};
        call.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        call.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1, &set_, 0,
                                   nullptr);
        call.CmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(work), &work);
        call.CmdDispatch(commands, 1, 1, 1);
    });
}

double GpuChase::mean_latency(std::uint64_t before, std::uint64_t loads, const JobContext& job) {
    const auto rounds_of = [](std::uint64_t number) {
        return (number + loads_of_a_round - 1) / loads_of_a_round;
    };
    std::uint64_t untimed = rounds_of(before);
    std::uint64_t timed = std::max<std::uint64_t>(rounds_of(loads), 1);
    std::uint64_t made = 0;
    std::uint64_t cycles = 0;
    while (untimed + timed > 0) {
        job.check();
        const std::uint64_t first = std::min(untimed, most_loads / loads_of_a_round);
        const std::uint64_t then = std::min(timed, most_loads / loads_of_a_round - first);
        dispatch(many_loads_.get(), static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(then));
        result_.download(2);
        at_ = result_.words()[0];
        untimed -= first;
        timed -= then;
        made += then * loads_of_a_round;
        if (then > 0) cycles += result_.words()[1];
    }
    return static_cast<double>(cycles) / static_cast<double>(made);
}

std::vector<ChaseSample> GpuChase::each_latency(std::uint32_t before, std::uint32_t loads) {
    at_ = first_;
    const std::uint32_t count = std::min(loads, most_each);
    dispatch(each_load_.get(), (before + 15) / 16, count);
    result_.download(std::size_t{2} * count);
    std::vector<ChaseSample> samples;
    for (std::uint32_t i = 0; i < count; ++i)
        samples.push_back({result_.words()[2 * i], result_.words()[2 * i + 1]});
    return samples;
}

} // namespace hitmap
