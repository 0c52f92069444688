#include "tests/capture/layer/driver/fake_driver.h"
#include "tests/capture/spirv/spirv_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace hitmap::test {

namespace {

using capture::compiled_shader;
using capture::validation_errors;
using testing::HasSubstr;

/// The layer above a driver that keeps what it gets. What the layer says is on standard error.
class PassedOn : public testing::Test {
protected:
    PassedOn() { set_layer_variables(); }

    void start(const FakeDriver::Facts& facts) { driver_ = std::make_unique<FakeDriver>(facts); }

    VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits bit, const std::string& shader) {
        const std::vector<std::uint32_t> words = compiled_shader(shader);
        const VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0,
                                            words.size() * 4, words.data()};
        VkShaderModule module = VK_NULL_HANDLE;
        driver_->function<PFN_vkCreateShaderModule>("vkCreateShaderModule")(driver_->device(), &info, nullptr,
                                                                            &module);
        return {
            VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, nullptr, 0, bit, module, "main", nullptr};
    }

    /// Makes a pipeline of pull.vert and demote.frag. @return what the layer said
    std::string draw_pipeline() {
        const VkPipelineShaderStageCreateInfo stages[] = {
            stage(VK_SHADER_STAGE_VERTEX_BIT, "pull.vert-1.5"),
            stage(VK_SHADER_STAGE_FRAGMENT_BIT, "demote.frag-1.6")};
        VkPipelineVertexInputStateCreateInfo input{};
        input.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
        VkPipelineMultisampleStateCreateInfo samples{};
        samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
        VkGraphicsPipelineCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
        info.stageCount = 2;
        info.pStages = stages;
        info.pVertexInputState = &input;
        info.pMultisampleState = &samples;
        VkPipeline pipeline = VK_NULL_HANDLE;
        testing::internal::CaptureStderr();
        driver_->function<PFN_vkCreateGraphicsPipelines>("vkCreateGraphicsPipelines")(
            driver_->device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
        std::string said = testing::internal::GetCapturedStderr();
        driver_->function<PFN_vkDestroyPipeline>("vkDestroyPipeline")(driver_->device(), pipeline, nullptr);
        return said;
    }

    [[nodiscard]] const std::vector<std::uint32_t>&
    words_of(const VkPipelineShaderStageCreateInfo& stage) const {
        return driver_->module_words(stage.module);
    }

    std::unique_ptr<FakeDriver> driver_;
};

} // namespace

TEST_F(PassedOn, AGraphicsPipelineIsMadeTwiceAndTheSecondRecordsBothStages) {
    start({});
    EXPECT_EQ(draw_pipeline(), "");
    EXPECT_EQ(driver_->enabled().vertexPipelineStoresAndAtomics, VK_TRUE);
    EXPECT_EQ(driver_->enabled().fragmentStoresAndAtomics, VK_TRUE);
    const auto& made = driver_->graphics_pipelines();
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(words_of(made[0].stages[0]), compiled_shader("pull.vert-1.5")) << "the program's own";
    EXPECT_EQ(made[0].attributes.size(), 0U);
    for (const VkPipelineShaderStageCreateInfo& stage : made[1].stages) {
        EXPECT_EQ(validation_errors(words_of(stage)), "");
        EXPECT_GT(words_of(stage).size(), 1000U) << "code that records";
    }
    ASSERT_EQ(made[1].attributes.size(), 1U) << "the number of the draw";
    EXPECT_EQ(made[1].attributes[0].location, 15U);
    EXPECT_EQ(made[1].attributes[0].binding, 15U);
}

TEST_F(PassedOn, AStageWithoutStoresIsNamedByTheFeatureAndHandsTheNumberOn) {
    start({VK_SHADER_STAGE_ALL, VK_FALSE, VK_TRUE});
    EXPECT_THAT(draw_pipeline(), HasSubstr("vertex shaders are not recorded: fake device lacks the feature "
                                           "vertexPipelineStoresAndAtomics\n"));
    EXPECT_EQ(driver_->enabled().vertexPipelineStoresAndAtomics, VK_FALSE);
    const auto& made = driver_->graphics_pipelines();
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(validation_errors(words_of(made[1].stages[0])), "");
    EXPECT_LT(words_of(made[1].stages[0]).size(), words_of(made[1].stages[1]).size());
}

TEST_F(PassedOn, ADeviceThatRecordsNoDrawsGetsThePipelineAsItIs) {
    start({VK_SHADER_STAGE_COMPUTE_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, VK_TRUE, VK_FALSE});
    EXPECT_THAT(draw_pipeline(),
                HasSubstr("a graphics pipeline is not recorded: vertex shaders are not recorded: "
                          "fake device does not have their stage in subgroupSupportedStages; "
                          "fragment shaders are not recorded: fake device lacks the feature "
                          "fragmentStoresAndAtomics\n"));
    ASSERT_EQ(driver_->graphics_pipelines().size(), 1U);
}

} // namespace hitmap::test
