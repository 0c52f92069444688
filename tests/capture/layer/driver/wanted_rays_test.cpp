#include "tests/capture/layer/driver/rays_fixture.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <cstdlib>
#include <string>

/// Options that choose launches of rays. The layer reads them once in a process, which is that of these
/// tests.
namespace hitmap::test {

namespace {

class WantedRays : public Rays {
protected:
    WantedRays() {
        setenv("HITMAP_CAPTURE_KERNELS", "wanted", 1); // NOLINT(concurrency-mt-unsafe): before the layer runs
    }

    void name(VkPipeline pipeline, const char* text) {
        VkDebugUtilsObjectNameInfoEXT info{};
        info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
        info.objectType = VK_OBJECT_TYPE_PIPELINE;
        info.objectHandle = reinterpret_cast<std::uint64_t>(pipeline);
        info.pObjectName = text;
        call<PFN_vkSetDebugUtilsObjectNameEXT>("vkSetDebugUtilsObjectNameEXT", driver_->device(), &info);
    }
};

} // namespace

TEST_F(WantedRays, TheLogIsOffForAKernelThatIsNotAskedFor) {
    start();
    const VkPipeline other = make();
    const VkPipeline wanted = make();
    name(wanted, "wanted");
    const VkCommandBuffer commands = begin_commands();
    bind(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, other);
    trace(commands);
    bind(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, wanted);
    trace(commands);
    const std::string rays = "trace 1 2 3 4, 64 x 32 x 2";
    // capture/log/log_format.h: the word at byte 68 says whether records are written.
    EXPECT_THAT(driver_->commands(),
                testing::ElementsAre(testing::HasSubstr("bind rays "), "update 68 to 0", rays,
                                     testing::HasSubstr("bind rays "), testing::HasSubstr("bind compute "),
                                     "dispatch 1", rays));
    submit(commands);
    const auto recorded = launches(2);
    ASSERT_EQ(recorded.size(), 1U);
    EXPECT_EQ(recorded[0].kernel, "wanted");
    EXPECT_EQ(recorded[0].dispatch, 0U);
}

/// Dawn, under WebGPU, puts its device and the kind of the object before the label of the program.
TEST_F(WantedRays, ALabelOfDawnIsWhatTheProgramCalledIt) {
    start();
    const VkPipeline wanted = make();
    name(wanted, "DawnDbg=1;Dawn_ComputePipeline_wanted");
    const VkCommandBuffer commands = begin_commands();
    bind(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, wanted);
    trace(commands);
    submit(commands);
    const auto recorded = launches(1);
    ASSERT_EQ(recorded.size(), 1U);
    EXPECT_EQ(recorded[0].kernel, "wanted");
}

} // namespace hitmap::test
