#include "tests/capture/spirv/headless_draw.h"

#include <algorithm>

namespace hitmap::capture {

HeadlessDraw::HeadlessDraw(HeadlessDevice& device, std::span<const std::uint32_t> vertex,
                           std::span<const std::uint32_t> fragment, const HeadlessBuffer& buffer,
                           std::uint32_t vertices)
    : device_(device), kernel_(device.device_), pixels_(device.buffer(size * size * sizeof(float))) {
    const std::vector<HeadlessBinding> bindings{{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, {&buffer}}};
    kernel_.make_layout(bindings, 0);
    kernel_.write_descriptors(bindings);
    make_image();
    make_pipeline(vertex, fragment);
    record(vertices);
}

HeadlessDraw::~HeadlessDraw() {
    vkDestroyImageView(device_.device_, view_, nullptr);
    vkDestroyImage(device_.device_, image_, nullptr);
    vkFreeMemory(device_.device_, memory_, nullptr);
    vkDestroyShaderModule(device_.device_, fragment_, nullptr);
}

std::vector<float> HeadlessDraw::run() {
    device_.run(kernel_);
    const auto pixels = pixels_.as<float>();
    return {pixels.begin(), pixels.end()};
}

void HeadlessDraw::make_image() {
    const VkImageCreateInfo image{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                  .imageType = VK_IMAGE_TYPE_2D,
                                  .format = VK_FORMAT_R32_SFLOAT,
                                  .extent = {size, size, 1},
                                  .mipLevels = 1,
                                  .arrayLayers = 1,
                                  .samples = VK_SAMPLE_COUNT_1_BIT,
                                  .usage =
                                      VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
    require(vkCreateImage(device_.device_, &image, nullptr, &image_), "vkCreateImage");
    VkMemoryRequirements needed;
    vkGetImageMemoryRequirements(device_.device_, image_, &needed);
    const VkMemoryAllocateInfo allocate{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .allocationSize = needed.size};
    require(vkAllocateMemory(device_.device_, &allocate, nullptr, &memory_), "vkAllocateMemory");
    require(vkBindImageMemory(device_.device_, image_, memory_, 0), "vkBindImageMemory");
    const VkImageViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                     .image = image_,
                                     .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                     .format = VK_FORMAT_R32_SFLOAT,
                                     .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    require(vkCreateImageView(device_.device_, &view, nullptr, &view_), "vkCreateImageView");
}

void HeadlessDraw::make_pipeline(std::span<const std::uint32_t> vertex,
                                 std::span<const std::uint32_t> fragment) {
    const auto module = [&](std::span<const std::uint32_t> words, VkShaderModule& out) {
        const VkShaderModuleCreateInfo create{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                              .codeSize = words.size_bytes(),
                                              .pCode = words.data()};
        require(vkCreateShaderModule(device_.device_, &create, nullptr, &out), "vkCreateShaderModule");
    };
    module(vertex, kernel_.module_);
    module(fragment, fragment_);
    const auto stage = [](VkShaderStageFlagBits bit, VkShaderModule shader) {
        return VkPipelineShaderStageCreateInfo{.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                               .stage = bit,
                                               .module = shader,
                                               .pName = "main"};
    };
    const VkPipelineShaderStageCreateInfo stages[] = {stage(VK_SHADER_STAGE_VERTEX_BIT, kernel_.module_),
                                                      stage(VK_SHADER_STAGE_FRAGMENT_BIT, fragment_)};
    const VkPipelineVertexInputStateCreateInfo input{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    const VkPipelineInputAssemblyStateCreateInfo assembly{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkViewport viewport{0, 0, size, size, 0, 1};
    const VkRect2D scissor{{0, 0}, {size, size}};
    const VkPipelineViewportStateCreateInfo view{.sType =
                                                     VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                 .viewportCount = 1,
                                                 .pViewports = &viewport,
                                                 .scissorCount = 1,
                                                 .pScissors = &scissor};
    const VkPipelineRasterizationStateCreateInfo raster{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo samples{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineColorBlendAttachmentState blend{.colorWriteMask = VK_COLOR_COMPONENT_R_BIT};
    const VkPipelineColorBlendStateCreateInfo blends{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &blend};
    const VkFormat format = VK_FORMAT_R32_SFLOAT;
    const VkPipelineRenderingCreateInfo rendering{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                  .colorAttachmentCount = 1,
                                                  .pColorAttachmentFormats = &format};
    const VkGraphicsPipelineCreateInfo pipeline{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                                .pNext = &rendering,
                                                .stageCount = 2,
                                                .pStages = stages,
                                                .pVertexInputState = &input,
                                                .pInputAssemblyState = &assembly,
                                                .pViewportState = &view,
                                                .pRasterizationState = &raster,
                                                .pMultisampleState = &samples,
                                                .pColorBlendState = &blends,
                                                .layout = kernel_.layout_};
    require(
        vkCreateGraphicsPipelines(device_.device_, VK_NULL_HANDLE, 1, &pipeline, nullptr, &kernel_.pipeline_),
        "vkCreateGraphicsPipelines");
}

void HeadlessDraw::record(std::uint32_t vertices) {
    VkCommandBuffer commands = device_.begin_commands(kernel_);
    const auto change = [&](VkImageLayout from, VkImageLayout to) {
        const VkImageMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                           .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                           .dstAccessMask =
                                               VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                           .oldLayout = from,
                                           .newLayout = to,
                                           .image = image_,
                                           .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             0, 0, nullptr, 0, nullptr, 1, &barrier);
    };
    change(VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    const VkRenderingAttachmentInfo attachment{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                               .imageView = view_,
                                               .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                               .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                               .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
    const VkRenderingInfo rendering{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                    .renderArea = {{0, 0}, {size, size}},
                                    .layerCount = 1,
                                    .colorAttachmentCount = 1,
                                    .pColorAttachments = &attachment};
    vkCmdBeginRendering(commands, &rendering);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, kernel_.pipeline_);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, kernel_.layout_, 0, 1, &kernel_.set_,
                            0, nullptr);
    vkCmdDraw(commands, vertices, 1, 0, 0);
    vkCmdEndRendering(commands);
    change(VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    const VkBufferImageCopy copy{.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                 .imageExtent = {size, size, 1}};
    vkCmdCopyImageToBuffer(commands, image_, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, pixels_.buffer, 1, &copy);
    require(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
}

} // namespace hitmap::capture
