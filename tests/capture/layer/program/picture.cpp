#include "picture.h"

namespace program {

namespace {

constexpr VkClearColorValue background{.uint32 = {0xabc, 0, 0, 0}};

} // namespace

Picture::Picture(Device& device)
    : device_(device),
      colour_(make_image(colour_format, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                         VK_IMAGE_ASPECT_COLOR_BIT)),
      depth_(
          make_image(depth_format, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, VK_IMAGE_ASPECT_DEPTH_BIT)),
      pixels_(device.make_buffer(std::uint64_t{4} * size * size, VK_BUFFER_USAGE_TRANSFER_DST_BIT)) {
    make_pass();
    const std::array views{colour_.view, depth_.view};
    const VkFramebufferCreateInfo info{
        VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO, nullptr, 0, pass_, 2, views.data(), size, size, 1};
    check(vkCreateFramebuffer(device.handle(), &info, nullptr, &framebuffer_), "vkCreateFramebuffer");
}

Picture::~Picture() {
    vkDestroyFramebuffer(device_.handle(), framebuffer_, nullptr);
    vkDestroyRenderPass(device_.handle(), pass_, nullptr);
    for (const Image& image : {colour_, depth_}) {
        vkDestroyImageView(device_.handle(), image.view, nullptr);
        vkDestroyImage(device_.handle(), image.handle, nullptr);
        vkFreeMemory(device_.handle(), image.memory, nullptr);
    }
}

Picture::Image Picture::make_image(VkFormat format, VkImageUsageFlags usage,
                                   VkImageAspectFlags aspect) const {
    Image made;
    VkImageCreateInfo image{};
    image.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    image.imageType = VK_IMAGE_TYPE_2D;
    image.format = format;
    image.extent = {size, size, 1};
    image.mipLevels = image.arrayLayers = 1;
    image.samples = VK_SAMPLE_COUNT_1_BIT;
    image.usage = usage;
    check(vkCreateImage(device_.handle(), &image, nullptr, &made.handle), "vkCreateImage");
    VkMemoryRequirements needed{};
    vkGetImageMemoryRequirements(device_.handle(), made.handle, &needed);
    std::uint32_t type = 0;
    while ((needed.memoryTypeBits >> type & 1) == 0)
        ++type;
    const VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, nullptr, needed.size, type};
    check(vkAllocateMemory(device_.handle(), &allocate, nullptr, &made.memory), "vkAllocateMemory");
    check(vkBindImageMemory(device_.handle(), made.handle, made.memory, 0), "vkBindImageMemory");
    VkImageViewCreateInfo view{};
    view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    view.image = made.handle;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = format;
    view.subresourceRange = {aspect, 0, 1, 0, 1};
    check(vkCreateImageView(device_.handle(), &view, nullptr, &made.view), "vkCreateImageView");
    return made;
}

void Picture::make_pass() {
    const auto attachment = [](VkFormat format, VkAttachmentStoreOp store, VkImageLayout last) {
        return VkAttachmentDescription{0,
                                       format,
                                       VK_SAMPLE_COUNT_1_BIT,
                                       VK_ATTACHMENT_LOAD_OP_CLEAR,
                                       store,
                                       VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                       VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                       VK_IMAGE_LAYOUT_UNDEFINED,
                                       last};
    };
    const std::array attachments{
        attachment(colour_format, VK_ATTACHMENT_STORE_OP_STORE, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL),
        attachment(depth_format, VK_ATTACHMENT_STORE_OP_DONT_CARE,
                   VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL)};
    const VkAttachmentReference colour{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    const VkAttachmentReference depth{1, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &colour;
    subpass.pDepthStencilAttachment = &depth;
    // Render passes and copies follow one after the other.
    constexpr VkPipelineStageFlags drawing = VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT;
    constexpr VkPipelineStageFlags copying = VK_PIPELINE_STAGE_TRANSFER_BIT;
    constexpr VkAccessFlags any = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    const std::array dependencies{
        VkSubpassDependency{VK_SUBPASS_EXTERNAL, 0, drawing | copying, drawing, any, any, 0},
        VkSubpassDependency{0, VK_SUBPASS_EXTERNAL, drawing, drawing | copying, any, any, 0}};
    const VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                      nullptr,
                                      0,
                                      attachments.size(),
                                      attachments.data(),
                                      1,
                                      &subpass,
                                      dependencies.size(),
                                      dependencies.data()};
    check(vkCreateRenderPass(device_.handle(), &info, nullptr, &pass_), "vkCreateRenderPass");
}

void Picture::begin_pass(VkCommandBuffer commands, VkSubpassContents contents) const {
    std::array<VkClearValue, 2> clear{};
    clear[0].color = background;
    clear[1].depthStencil.depth = 1;
    const VkRenderPassBeginInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                     nullptr,
                                     pass_,
                                     framebuffer_,
                                     {{0, 0}, {size, size}},
                                     clear.size(),
                                     clear.data()};
    vkCmdBeginRenderPass(commands, &info, contents);
}

void Picture::begin_rendering(VkCommandBuffer commands) const {
    change(commands, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    VkRenderingAttachmentInfo colour{};
    colour.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
    colour.imageView = colour_.view;
    colour.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    colour.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    colour.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    colour.clearValue.color = background;
    VkRenderingInfo info{};
    info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
    info.renderArea = {{0, 0}, {size, size}};
    info.layerCount = info.colorAttachmentCount = 1;
    info.pColorAttachments = &colour;
    vkCmdBeginRendering(commands, &info);
}

void Picture::end_rendering(VkCommandBuffer commands) const {
    vkCmdEndRendering(commands);
    change(commands, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
}

void Picture::change(VkCommandBuffer commands, VkImageLayout from, VkImageLayout to) const {
    constexpr VkAccessFlags any = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    const VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                       nullptr,
                                       any,
                                       any,
                                       from,
                                       to,
                                       VK_QUEUE_FAMILY_IGNORED,
                                       VK_QUEUE_FAMILY_IGNORED,
                                       colour_.handle,
                                       {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                         0, nullptr, 0, nullptr, 1, &barrier);
}

void Picture::copy(VkCommandBuffer commands) const {
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {size, size, 1};
    vkCmdCopyImageToBuffer(commands, colour_.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, pixels_.handle, 1,
                           &region);
}

} // namespace program
