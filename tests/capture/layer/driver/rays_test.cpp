#include "tests/capture/layer/driver/rays_fixture.h"

#include <gmock/gmock.h>

#include <string>

/// Pipelines that trace rays, and the commands that do so.
namespace hitmap::test {

namespace {

using capture::compiled_shader;
using capture::validation_errors;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;

std::string text(VkPipeline pipeline) {
    return std::to_string(reinterpret_cast<std::uint64_t>(pipeline));
}

} // namespace

TEST_F(Rays, EachStageOfAPipelineIsInstrumentedInItsPlace) {
    start();
    const VkPipeline pipeline = make();
    EXPECT_EQ(said_, "");
    ASSERT_EQ(driver_->ray_tracing_pipelines().size(), 1U);
    const FakeDriver::Pipeline& made = driver_->ray_tracing_pipelines()[0];
    EXPECT_EQ(made.handle, pipeline) << "whose handles of shader groups the program asks for";
    EXPECT_EQ(made.cache, VkPipelineCache{VK_NULL_HANDLE}) << "the program's cache has no instrumented code";
    ASSERT_EQ(made.stages.size(), stage_count);
    for (std::size_t i = 0; i < stage_count; ++i) {
        EXPECT_EQ(validation_errors(words_of(0, i)), "") << all_stages[i].second;
        EXPECT_GT(words_of(0, i).size(), compiled_shader(all_stages[i].second).size() + 200);
        EXPECT_EQ(made.stages[i].stage, all_stages[i].first);
        EXPECT_EQ(made.stages[i].pSpecializationInfo, &specialization_);
    }
}

TEST_F(Rays, AnOperationThatIsToBeDeferredIsDoneAtOnce) {
    start();
    make(VK_OPERATION_NOT_DEFERRED_KHR, reinterpret_cast<VkDeferredOperationKHR>(5));
    EXPECT_EQ(driver_->ray_tracing_pipelines().at(0).operation, VkDeferredOperationKHR{VK_NULL_HANDLE});
}

TEST_F(Rays, AStageWithoutSubgroupsIsNamedAndThePipelineStaysAsItIs) {
    start({VK_SHADER_STAGE_ALL &
           ~VkShaderStageFlags{VK_SHADER_STAGE_MISS_BIT_KHR | VK_SHADER_STAGE_CALLABLE_BIT_KHR}});
    const auto operation = reinterpret_cast<VkDeferredOperationKHR>(5);
    make(VK_OPERATION_DEFERRED_KHR, operation);
    EXPECT_THAT(said_, ContainsRegex("ray-tracing pipeline [0-9]+ is not recorded: fake device does not have "
                                     "these stages in subgroupSupportedStages: miss, callable\n"));
    EXPECT_EQ(words_of(0, 0), compiled_shader("bounce.rgen-1.5"));
    EXPECT_EQ(driver_->ray_tracing_pipelines()[0].operation, operation);
    EXPECT_EQ(driver_->ray_tracing_pipelines()[0].cache, reinterpret_cast<VkPipelineCache>(77));
}

TEST_F(Rays, HandlesThatAreReplayedKeepTheCodeThatTheyAreOf) {
    start();
    const std::uint32_t handle = 0;
    group_.pShaderGroupCaptureReplayHandle = &handle;
    make();
    EXPECT_THAT(said_, HasSubstr("it replays handles of shader groups, which are those of other code\n"));
    EXPECT_EQ(words_of(0, 0), compiled_shader("bounce.rgen-1.5"));
}

TEST_F(Rays, APipelineThatTheDriverRefusesIsMadeAsTheProgramWantsIt) {
    FakeDriver::Facts facts;
    facts.refused_ray_tracing = 1;
    start(facts);
    const VkPipeline pipeline = make();
    EXPECT_THAT(said_, HasSubstr("the driver refuses the instrumented one\n"));
    EXPECT_EQ(words_of(0, 0), compiled_shader("bounce.rgen-1.5"));
    const VkCommandBuffer commands = begin_commands();
    bind(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline);
    trace(commands);
    EXPECT_THAT(driver_->commands(),
                ElementsAre("bind rays " + text(pipeline), "trace 1 2 3 4, 64 x 32 x 2"));
}

TEST_F(Rays, ALaunchIsCountedBeforeItAndTheComputePipelineIsBoundAgain) {
    start();
    const VkPipeline pipeline = make();
    const auto compute = reinterpret_cast<VkPipeline>(1234);
    const VkCommandBuffer commands = begin_commands();
    bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, compute);
    bind(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline);
    trace(commands);
    EXPECT_THAT(driver_->commands(), ElementsAre("bind compute 1234", "bind rays " + text(pipeline),
                                                 ContainsRegex("bind compute "), "dispatch 1",
                                                 "bind compute 1234", "trace 1 2 3 4, 64 x 32 x 2"));
}

TEST_F(Rays, LaunchesOfASizeThatTheDeviceReadsAreCounted) {
    start();
    const VkPipeline pipeline = make();
    const VkCommandBuffer commands = begin_commands();
    bind(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline);
    const VkStridedDeviceAddressRegionKHR none{};
    call<PFN_vkCmdTraceRaysIndirectKHR>("vkCmdTraceRaysIndirectKHR", commands, &none, &none, &none, &none,
                                        VkDeviceAddress{96});
    call<PFN_vkCmdTraceRaysIndirect2KHR>("vkCmdTraceRaysIndirect2KHR", commands, VkDeviceAddress{64});
    EXPECT_THAT(driver_->commands(),
                ElementsAre("bind rays " + text(pipeline), ContainsRegex("bind compute "), "dispatch 1",
                            "trace of the size at 96", ContainsRegex("bind compute "), "dispatch 1",
                            "trace of what is at 64"));
    submit(commands);
    const auto recorded = launches(2);
    ASSERT_EQ(recorded.size(), 2U);
    EXPECT_EQ(recorded[0].dispatch, 0U);
    EXPECT_EQ(recorded[1].dispatch, 1U);
}

TEST_F(Rays, ALaunchHasTheNameOfItsRayGenerationShaderItsSizeAndItsBuffers) {
    start();
    const VkPipeline pipeline = make();
    const VkCommandBuffer commands = begin_commands();
    bind(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline);
    bind_set(commands);
    trace(commands);
    submit(commands);
    const auto recorded = launches(1);
    ASSERT_EQ(recorded.size(), 1U);
    EXPECT_EQ(recorded[0].kernel, "bounce.rgen");
    EXPECT_EQ(recorded[0].draw, 0U) << "its subgroups have no work groups";
    EXPECT_THAT(recorded[0].grid, ElementsAre(64, 32, 2));
    EXPECT_THAT(descriptors(recorded[0].table), ElementsAre("set 0, binding 1: 256 bytes"));
}

TEST_F(Rays, ALibraryIsInstrumentedOnceAndLinkedAsItIs) {
    start();
    info_.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
    const VkPipeline library = make();
    info_.flags = 0;
    info_.stageCount = 0;
    const VkPipelineLibraryCreateInfoKHR linked{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR, nullptr,
                                                1, &library};
    info_.pLibraryInfo = &linked;
    const VkPipeline pipeline =
        make(VK_OPERATION_NOT_DEFERRED_KHR, reinterpret_cast<VkDeferredOperationKHR>(5));
    EXPECT_EQ(said_, "");
    ASSERT_EQ(driver_->ray_tracing_pipelines().size(), 2U);
    EXPECT_EQ(driver_->ray_tracing_pipelines()[1].stages.size(), 0U);
    const VkCommandBuffer commands = begin_commands();
    bind(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline);
    trace(commands);
    submit(commands);
    const auto recorded = launches(1);
    ASSERT_EQ(recorded.size(), 1U);
    EXPECT_EQ(recorded[0].kernel, "bounce.rgen");
}

} // namespace hitmap::test
