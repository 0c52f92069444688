#include "draws.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "draw_pipeline.h"

namespace program {

namespace {

constexpr VkBufferUsageFlags storage_usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

void print_words(const Buffer& buffer) {
    for (std::uint64_t i = 0; i < buffer.bytes / 4; ++i)
        std::printf("%x%c", buffer.words[i], i % 16 == 15 ? '\n' : ' ');
    std::printf("\n");
}

/// The buffers that draws read, with names.
struct DrawBuffers {
    Buffer& tints;
    Buffer& first;
    Buffer& second;
    Buffer& values;
    Buffer& stored;
    Buffer& indirect;

    explicit DrawBuffers(Device& device)
        : tints(device.make_buffer(16, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT)),
          first(device.make_buffer(16, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT)),
          second(device.make_buffer(16, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT)),
          values(device.make_buffer(4096, storage_usage)),
          stored(device.make_buffer(4096, storage_usage)),
          indirect(device.make_buffer(16, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT)) {
        device.name(first, "first parameters");
        device.name(second, "second parameters");
        device.name(values, "values");
        device.name(stored, "stored");
        second.words[0] = 40;
        const VkDrawIndirectCommand command{3, 1, 0, 1};
        std::copy_n(&command.vertexCount, 4, indirect.words);
    }
};

/// add.comp, which is bound before the render pass and dispatched after it.
struct Addition {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorSet set;

    Addition(Device& device, const Buffer& in, const Buffer& out) {
        const std::array bindings{VkDescriptorSetLayoutBinding{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                               VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
                                  VkDescriptorSetLayoutBinding{1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                               VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
        set_layout = device.make_set_layout(bindings);
        layout = device.make_layout(std::span(&set_layout, 1));
        pipeline = device.make_pipeline("add", layout);
        set = device.make_set(set_layout);
        device.write(set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, {in.handle, 0, VK_WHOLE_SIZE});
        device.write(set, 1, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, {out.handle, 0, VK_WHOLE_SIZE});
    }
    void bind(VkCommandBuffer commands) const {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    }
};

VkCommandBuffer secondary(Device& device, const Picture& picture) {
    VkCommandBuffer commands = device.make_commands(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    const VkCommandBufferInheritanceInfo inheritance{VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
                                                     nullptr,
                                                     picture.render_pass(),
                                                     0,
                                                     picture.framebuffer(),
                                                     VK_FALSE,
                                                     0,
                                                     0};
    const VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr,
                                        VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT, &inheritance};
    check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
    return commands;
}

void bind_tints(VkCommandBuffer commands, const DrawBuffers& buffers) {
    const VkDeviceSize offset = 4;
    vkCmdBindVertexBuffers(commands, 0, 1, &buffers.tints.handle, &offset);
}

} // namespace

void draws() {
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.features.fragmentStoresAndAtomics = VK_TRUE;
    Device device({VK_API_VERSION_1_1, {}, &features});
    const DrawBuffers buffers(device);
    Buffer& in = device.make_buffer(64);
    Buffer& out = device.make_buffer(64);
    const Addition addition(device, in, out);
    const Picture picture(device);
    const DrawLayout layout(device);
    const DrawPipeline pipeline(device, layout, picture, "draw.frag", true);
    const DrawPipeline storing(device, layout, picture, "draw_store.frag", false);
    VkDescriptorSet first = layout.make_set(buffers.first, buffers.values);
    VkDescriptorSet second = layout.make_set(buffers.second, buffers.values);
    VkDescriptorSet third = layout.make_set(buffers.first, buffers.stored);

    std::array<VkCommandBuffer, 2> inner{};
    for (std::uint32_t i = 0; i < 2; ++i) {
        inner[i] = secondary(device, picture);
        vkCmdBindPipeline(inner[i], VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.handle());
        bind_tints(inner[i], buffers);
        layout.bind(inner[i], i == 0 ? first : second, 0, 0.5F, 8,
                    VkRect2D{{0, static_cast<int>(2 * i)}, {16, 2}});
        vkCmdDraw(inner[i], 3, 1, 0, 0);
        end(inner[i]);
    }
    VkCommandBuffer commands = device.make_commands();
    begin(commands);
    addition.bind(commands);
    picture.begin_pass(commands, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.handle());
    bind_tints(commands, buffers);
    layout.bind(commands, first, 0, 0.25F, 8, VkRect2D{{0, 0}, {8, 16}});
    vkCmdDraw(commands, 3, 1, 0, 2);
    layout.bind(commands, second, 1024, 0.75F, 16, VkRect2D{{0, 0}, {16, 16}});
    vkCmdBindIndexBuffer(commands, buffers.tints.handle, 0, VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(commands, 3, 1, 0, 0, 0);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, storing.handle());
    layout.bind(commands, third, 0, 0, 16, VkRect2D{{0, 4}, {16, 4}});
    vkCmdDrawIndirect(commands, buffers.indirect.handle, 0, 1, 0);
    vkCmdEndRenderPass(commands);
    picture.copy(commands);
    vkCmdDispatch(commands, 1, 1, 1);
    end(commands);
    VkCommandBuffer again = device.make_commands();
    begin(again);
    picture.begin_pass(again, VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
    vkCmdExecuteCommands(again, inner.size(), inner.data());
    vkCmdEndRenderPass(again);
    picture.copy(again);
    end(again);
    for (VkCommandBuffer submitted : {commands, again, commands}) {
        device.submit(std::span(&submitted, 1));
        device.finish();
        print_words(picture.pixels());
    }
    print_words(buffers.stored);
    print_words(out);
}

void draw_libraries() {
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT libraries{};
    libraries.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT;
    libraries.graphicsPipelineLibrary = VK_TRUE;
    VkPhysicalDeviceVulkan13Features features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    features.pNext = &libraries;
    features.dynamicRendering = VK_TRUE;
    Device device({VK_API_VERSION_1_3,
                   {VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME, VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME},
                   &features});
    const DrawBuffers buffers(device);
    const Picture picture(device);
    const DrawLayout layout(device);
    const DrawPipeline pipeline(device, layout, "draw.frag");
    VkDescriptorSet set = layout.make_set(buffers.second, buffers.values);
    VkCommandBuffer commands = device.make_commands();
    begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.handle());
    bind_tints(commands, buffers);
    picture.begin_rendering(commands);
    layout.bind(commands, set, 0, 0.5F, 8, {});
    vkCmdDraw(commands, 3, 1, 0, 0);
    layout.bind(commands, set, 512, 0.5F, 16, {});
    vkCmdDraw(commands, 3, 1, 0, 1);
    picture.end_rendering(commands);
    picture.copy(commands);
    end(commands);
    device.submit(std::span(&commands, 1));
    device.finish();
    print_words(picture.pixels());
}

} // namespace program
