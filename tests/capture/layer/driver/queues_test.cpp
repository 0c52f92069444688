#include "tests/capture/layer/driver/fake_driver.h"
#include "tests/capture/spirv/spirv_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>

#include "capture/log/log_format.h"

namespace hitmap::test {

namespace {

constexpr std::uint64_t for_ever = ~std::uint64_t{0};

/// A device with two queues whose shaders may wait for the layer, which records without losses. It executes
/// nothing: a test says how long a submission runs.
class Queues : public testing::Test {
protected:
    Queues() {
        const std::string output = testing::TempDir() + "queues_test.hmt";
        // NOLINTBEGIN(concurrency-mt-unsafe): before the layer runs
        setenv("HITMAP_CAPTURE_OUTPUT", output.c_str(), 1);
        setenv("HITMAP_CAPTURE_LOG", "65536", 1);
        setenv("HITMAP_CAPTURE_LOSSLESS", "1", 1);
        // NOLINTEND(concurrency-mt-unsafe)
        driver_ = std::make_unique<FakeDriver>(FakeDriver::Facts{});
        make_commands();
    }

    /// Submits one dispatch. @param waits  for a value of a timeline semaphore that is not reached
    /// @return what the layer said
    std::string submit(std::size_t queue, bool waits = false) {
        const std::uint64_t value = 1;
        VkTimelineSemaphoreSubmitInfo values{};
        values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
        values.waitSemaphoreValueCount = 1;
        values.pWaitSemaphoreValues = &value;
        VkSubmitInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
        info.commandBufferCount = 1;
        info.pCommandBuffers = &commands_;
        if (waits) {
            info.pNext = &values;
            info.waitSemaphoreCount = 1;
            info.pWaitSemaphores = &semaphore_;
        }
        testing::internal::CaptureStderr();
        EXPECT_EQ(call<PFN_vkQueueSubmit>("vkQueueSubmit")(driver_->queue(queue), 1, &info, VK_NULL_HANDLE),
                  VK_SUCCESS);
        return testing::internal::GetCapturedStderr();
    }

    std::unique_ptr<FakeDriver> driver_;

private:
    template <class Function>
    Function call(const char* name) const {
        return driver_->function<Function>(name);
    }
    VkPipeline make_pipeline() {
        const std::vector<std::uint32_t> words = capture::compiled_shader("flow.comp-1.6");
        const VkShaderModuleCreateInfo module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0,
                                              words.size() * 4, words.data()};
        VkComputePipelineCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
        info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
        info.stage.pName = "main";
        call<PFN_vkCreateShaderModule>("vkCreateShaderModule")(driver_->device(), &module, nullptr,
                                                               &info.stage.module);
        VkPipeline pipeline = VK_NULL_HANDLE;
        call<PFN_vkCreateComputePipelines>("vkCreateComputePipelines")(driver_->device(), VK_NULL_HANDLE, 1,
                                                                       &info, nullptr, &pipeline);
        return pipeline;
    }
    void make_commands() {
        const VkDevice device = driver_->device();
        const VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, 0};
        VkCommandBufferAllocateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
        info.commandBufferCount = 1;
        call<PFN_vkCreateCommandPool>("vkCreateCommandPool")(device, &pool, nullptr, &info.commandPool);
        call<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(device, &info, &commands_);
        const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, 0,
                                             nullptr};
        call<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer")(commands_, &begin);
        call<PFN_vkCmdBindPipeline>("vkCmdBindPipeline")(commands_, VK_PIPELINE_BIND_POINT_COMPUTE,
                                                         make_pipeline());
        call<PFN_vkCmdDispatch>("vkCmdDispatch")(commands_, 1, 1, 1);
        call<PFN_vkEndCommandBuffer>("vkEndCommandBuffer")(commands_);
        const VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, nullptr,
                                             VK_SEMAPHORE_TYPE_TIMELINE, 0};
        const VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type, 0};
        call<PFN_vkCreateSemaphore>("vkCreateSemaphore")(device, &semaphore, nullptr, &semaphore_);
    }

    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    VkSemaphore semaphore_ = VK_NULL_HANDLE;
};

} // namespace

TEST_F(Queues, ALogWithoutLossesIsEmptiedAfterASubmissionIsNotAwaitedAnyMore) {
    driver_->time_out(for_ever);
    EXPECT_EQ(submit(0), "");
    // The shaders write a record of a basic block, which has two units, and may wait until it was taken.
    using namespace capture;
    driver_->log_word(log_header_bytes + 4) = 1; // a lane
    std::atomic_ref(driver_->log_word(log_used)).store(2);
    std::atomic_ref(driver_->log_word(log_header_bytes)).store(record_written);
    while (std::atomic_ref(driver_->log_word(log_drained)).load() != 2)
        std::this_thread::yield();
    driver_->time_out(0);
}

TEST_F(Queues, ASubmissionToAnotherQueueAwaitsTheOneThatRuns) {
    driver_->time_out(2); // when it was submitted, and when the next one looks
    EXPECT_EQ(submit(0), "");
    EXPECT_EQ(submit(1), "");
    EXPECT_EQ(driver_->log_word(capture::log_dispatch), 1U) << "the last dispatch";
}

TEST_F(Queues, DispatchesOfASubmissionThatALaterOneOfAnotherQueueReleasesAreLeftOut) {
    driver_->time_out(for_ever);
    EXPECT_EQ(submit(0, true), "");
    EXPECT_THAT(submit(1),
                testing::HasSubstr("dispatches of several queues that the layer cannot run one after "
                                   "the other are not recorded\n"));
    driver_->time_out(0);
    EXPECT_EQ(submit(0), "");
    EXPECT_EQ(driver_->log_word(capture::log_dispatch), 2U)
        << "the device goes on with the numbers of the host";
}

} // namespace hitmap::test
