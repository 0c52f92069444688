#include "draw_pipeline.h"

#include <array>
#include <fstream>
#include <iterator>

namespace program {

namespace {

constexpr VkShaderStageFlags both_stages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

struct Push {
    float depth;
    std::uint32_t row;
};

/// The fixed state of all pipelines, and a VkGraphicsPipelineCreateInfo that points to it.
struct DrawState {
    VkVertexInputBindingDescription binding{0, 4, VK_VERTEX_INPUT_RATE_INSTANCE};
    VkVertexInputAttributeDescription attribute{0, 0, VK_FORMAT_R32_UINT, 0};
    VkPipelineVertexInputStateCreateInfo input{};
    VkPipelineInputAssemblyStateCreateInfo assembly{};
    VkRect2D whole{{0, 0}, {Picture::size, Picture::size}};
    VkViewport area{0, 0, Picture::size, Picture::size, 0, 1};
    VkPipelineViewportStateCreateInfo viewport{};
    VkPipelineRasterizationStateCreateInfo rasterization{};
    VkPipelineMultisampleStateCreateInfo samples{};
    VkPipelineDepthStencilStateCreateInfo depth{};
    VkPipelineColorBlendAttachmentState mask{};
    VkPipelineColorBlendStateCreateInfo blend{};
    VkDynamicState scissor = VK_DYNAMIC_STATE_SCISSOR;
    VkPipelineDynamicStateCreateInfo dynamic{};
    VkPipelineRenderingCreateInfo rendering{};
    VkGraphicsPipelineLibraryCreateInfoEXT library{};
    VkGraphicsPipelineCreateInfo info{};

    DrawState(VkPipelineLayout layout, bool tests_depth);
    /// Becomes the state of a library of one part, for vkCmdBeginRendering.
    void keep(VkGraphicsPipelineLibraryFlagsEXT part);
    DrawState(const DrawState&) = delete;
    DrawState& operator=(const DrawState&) = delete;
};

DrawState::DrawState(VkPipelineLayout layout, bool tests_depth) {
    input.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
    input.vertexBindingDescriptionCount = input.vertexAttributeDescriptionCount = 1;
    input.pVertexBindingDescriptions = &binding;
    input.pVertexAttributeDescriptions = &attribute;
    assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
    viewport.viewportCount = viewport.scissorCount = 1;
    viewport.pViewports = &area;
    viewport.pScissors = &whole;
    rasterization.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    rasterization.lineWidth = 1;
    samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    depth.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
    depth.depthTestEnable = depth.depthWriteEnable = tests_depth ? VK_TRUE : VK_FALSE;
    depth.depthCompareOp = VK_COMPARE_OP_LESS;
    mask.colorWriteMask = VK_COLOR_COMPONENT_R_BIT;
    blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
    blend.attachmentCount = 1;
    blend.pAttachments = &mask;
    dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
    dynamic.dynamicStateCount = 1;
    dynamic.pDynamicStates = &scissor;
    info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    info.pVertexInputState = &input;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &rasterization;
    info.pMultisampleState = &samples;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = layout;
}

void DrawState::keep(VkGraphicsPipelineLibraryFlagsEXT part) {
    const bool inputs = part == VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT;
    const bool outputs = part == VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT;
    rendering.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO;
    rendering.colorAttachmentCount = outputs ? 1 : 0;
    rendering.pColorAttachmentFormats = &Picture::colour_format;
    library = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT, inputs ? nullptr : &rendering,
               part};
    info.pNext = &library;
    info.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
    info.pDynamicState = nullptr;
}

VkPipelineShaderStageCreateInfo stage_of(VkShaderStageFlagBits stage, VkShaderModule module) {
    return {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, nullptr, 0, stage, module, "main", nullptr};
}

VkShaderModule make_module(const Device& device, const std::vector<std::uint32_t>& words) {
    const VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0,
                                        words.size() * 4, words.data()};
    VkShaderModule module = VK_NULL_HANDLE;
    check(vkCreateShaderModule(device.handle(), &info, nullptr, &module), "vkCreateShaderModule");
    return module;
}

VkPipeline make(const Device& device, const VkGraphicsPipelineCreateInfo& info) {
    VkPipeline pipeline = VK_NULL_HANDLE;
    check(vkCreateGraphicsPipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
          "vkCreateGraphicsPipelines");
    return pipeline;
}

} // namespace

std::vector<std::uint32_t> shader_words(const std::string& name) {
    std::ifstream file(std::string(PROGRAM_SHADERS "/") + name + ".spv", std::ios::binary);
    const std::vector<char> code{std::istreambuf_iterator<char>(file), {}};
    if (code.empty()) throw std::runtime_error(name + ".spv: cannot be read");
    std::vector<std::uint32_t> words(code.size() / 4);
    std::copy(code.begin(), code.end(), reinterpret_cast<char*>(words.data()));
    return words;
}

DrawLayout::DrawLayout(Device& device) : device_(device) {
    const std::array bindings{
        VkDescriptorSetLayoutBinding{0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, both_stages, nullptr},
        VkDescriptorSetLayoutBinding{1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 1, both_stages, nullptr}};
    set_layout_ = device.make_set_layout(bindings);
    const VkPushConstantRange push{both_stages, 0, sizeof(Push)};
    const VkPipelineLayoutCreateInfo info{
        VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 1, &set_layout_, 1, &push};
    check(vkCreatePipelineLayout(device.handle(), &info, nullptr, &layout_), "vkCreatePipelineLayout");
}

DrawLayout::~DrawLayout() {
    vkDestroyPipelineLayout(device_.handle(), layout_, nullptr);
}

VkDescriptorSet DrawLayout::make_set(const Buffer& parameters, const Buffer& values) const {
    VkDescriptorSet set = device_.make_set(set_layout_);
    device_.write(set, 0, 0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, {parameters.handle, 0, VK_WHOLE_SIZE});
    device_.write(set, 1, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, {values.handle, 0, 2048});
    return set;
}

void DrawLayout::bind(VkCommandBuffer commands, VkDescriptorSet set, std::uint32_t offset, float depth,
                      std::uint32_t row, const std::optional<VkRect2D>& scissor) const {
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_, 0, 1, &set, 1, &offset);
    const Push push{depth, row};
    vkCmdPushConstants(commands, layout_, both_stages, 0, sizeof push, &push);
    if (scissor) vkCmdSetScissor(commands, 0, 1, &*scissor);
}

DrawPipeline::DrawPipeline(Device& device, const DrawLayout& layout, const Picture& picture,
                           const std::string& fragment, bool tests_depth)
    : device_(device) {
    DrawState state(layout.handle(), tests_depth);
    const std::array modules{make_module(device, shader_words("draw.vert")),
                             make_module(device, shader_words(fragment))};
    const std::array stages{stage_of(VK_SHADER_STAGE_VERTEX_BIT, modules[0]),
                            stage_of(VK_SHADER_STAGE_FRAGMENT_BIT, modules[1])};
    state.info.stageCount = stages.size();
    state.info.pStages = stages.data();
    state.info.renderPass = picture.render_pass();
    pipeline_ = make(device, state.info);
    for (VkShaderModule module : modules)
        vkDestroyShaderModule(device.handle(), module, nullptr);
}

DrawPipeline::DrawPipeline(Device& device, const DrawLayout& layout, const std::string& fragment)
    : device_(device) {
    const std::array modules{make_module(device, shader_words("draw.vert")),
                             make_module(device, shader_words(fragment))};
    const VkPipelineShaderStageCreateInfo vertex_stage = stage_of(VK_SHADER_STAGE_VERTEX_BIT, modules[0]);
    const VkPipelineShaderStageCreateInfo fragment_stage = stage_of(VK_SHADER_STAGE_FRAGMENT_BIT, modules[1]);
    for (VkGraphicsPipelineLibraryFlagsEXT part = 1; part <= 8; part *= 2) {
        DrawState state(layout.handle(), false);
        state.keep(part);
        if (part == VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT)
            state.info.pStages = &vertex_stage;
        if (part == VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT)
            state.info.pStages = &fragment_stage;
        state.info.stageCount = state.info.pStages == nullptr ? 0 : 1;
        libraries_.push_back(make(device, state.info));
    }
    const VkPipelineLibraryCreateInfoKHR linked{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR, nullptr,
                                                static_cast<std::uint32_t>(libraries_.size()),
                                                libraries_.data()};
    VkGraphicsPipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    info.pNext = &linked;
    info.layout = layout.handle();
    pipeline_ = make(device, info);
    for (VkShaderModule module : modules)
        vkDestroyShaderModule(device.handle(), module, nullptr);
}

DrawPipeline::~DrawPipeline() {
    vkDestroyPipeline(device_.handle(), pipeline_, nullptr);
    for (VkPipeline library : libraries_)
        vkDestroyPipeline(device_.handle(), library, nullptr);
}

} // namespace program
