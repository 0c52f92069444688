#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/app/program.h"
#include "tests/examples/pixel_accesses.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Records the example vulkan_tracer with the Vulkan layer and compares its element accesses with those of
/// `hitmap trace`.
namespace hitmap::test {
namespace {

constexpr std::uint32_t width = 24;
constexpr std::uint32_t height = 16;

std::vector<PixelAccesses> element_accesses(const std::filesystem::path& path) {
    ThreadPool pool(1);
    const HmtFile file(open_file(path));
    file.validate(pool);
    AccessesByPixel accesses(file.info(), {"framebuffer", "boxes", "faces"}, std::size_t{width} * height);
    const auto source = request_source(file, pool);
    for (RequestBlock block; source->next(block, {});)
        accesses.add(block);
    return accesses.pixels();
}

/// Each kernel on two scenes: the layer and the driver compile it for each run, which takes longer than the
/// rays.
class VulkanRecordTest : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(
    ReleaseOnlyOptions, VulkanRecordTest,
    testing::Values("builtin:teapot --kernel while-while --rays primary",
                    "builtin:atrium --kernel while-while --rays shadow --fetch warp",
                    "'builtin:statue?triangles=1000' --kernel if-if --rays ao:2",
                    "builtin:atrium --kernel pixel --rays path:2 --schedule tiles",
                    "builtin:teapot --kernel if-if --rays path:2 --node-width 4 --layout soa --bvh lbvh",
                    "'builtin:statue?triangles=1000' --kernel pixel --rays shadow --node-order veb "
                    "--node-width 8 --vertex-order random"));

TEST_P(VulkanRecordTest, EveryPixelMakesTheAccessesOfTheSimulatedDevice) {
    const TemporaryFolder folder;
    const std::string options =
        fmt::format("{} --resolution {}x{} --sms 6 --warps-per-sm 8", GetParam(), width, height);
    const Outcome traced =
        folder.hitmap("trace -o simulated.hmt --image simulated.png --warp-size 8 " + options);
    ASSERT_EQ(traced.status, 0) << traced.err;
    const Outcome recorded =
        folder.hitmap(fmt::format("record -o recorded.hmt -- {} --device llvmpipe --image recorded.png {}",
                                  HITMAP_VULKAN_TRACER, options));
    ASSERT_EQ(recorded.status, 0) << recorded.err;
    EXPECT_TRUE(folder.read("recorded.png") == folder.read("simulated.png"));
    const auto expected = element_accesses(folder.path() / "simulated.hmt");
    const auto found = element_accesses(folder.path() / "recorded.hmt");
    for (std::size_t pixel = 0; pixel < expected.size(); ++pixel)
        ASSERT_EQ(text_of(found[pixel]), text_of(expected[pixel])) << "pixel " << pixel;
}

TEST(VulkanTracer, MessagesBeginWithItsNameAndSayWhatIsMissing) {
    const TemporaryFolder folder;
    const auto messages = [&](const std::string& arguments, const std::string& before) {
        return folder.hitmap(fmt::format("record -- {} {}", HITMAP_VULKAN_TRACER, arguments), before).err;
    };
    EXPECT_NE(messages("builtin:teapot", "export VK_ICD_FILENAMES=/dev/null")
                  .find("vulkan_tracer: expected a Vulkan device, found none; in Debian, the package "
                        "mesa-vulkan-drivers has drivers"),
              std::string::npos);
    EXPECT_EQ(messages("none.obj", "true").find("vulkan_tracer: none.obj: the file does not exist"), 0U);
    EXPECT_EQ(messages("builtin:teapot --kernel some", "true").find("vulkan_tracer: --kernel: expected "),
              0U);
}

/// A log that has room for a part of the records only, so that each dispatch runs in many parts.
TEST(VulkanRecordLossless, EveryPixelMakesTheAccessesOfTheSimulatedDevice) {
    const TemporaryFolder folder;
    const std::string options = "builtin:atrium --kernel pixel --rays path:2 --sms 6 --warps-per-sm 8 "
                                "--resolution 24x16";
    const Outcome traced =
        folder.hitmap("trace -o simulated.hmt --image simulated.png --warp-size 8 " + options);
    ASSERT_EQ(traced.status, 0) << traced.err;
    const Outcome recorded = folder.hitmap(
        fmt::format("record -o recorded.hmt --lossless --log 1500KiB -- {} --device llvmpipe --image "
                    "recorded.png {}",
                    HITMAP_VULKAN_TRACER, options),
        // As many work groups run at once on every machine. The driver does not free all of its memory, which
        // AddressSanitizer would make the exit status of the program, and so that of the command.
        "export LP_NUM_THREADS=2 ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0");
    ASSERT_EQ(recorded.status, 0) << recorded.err;
    EXPECT_NE(recorded.err.find("all of them"), std::string::npos) << recorded.err;
    EXPECT_TRUE(folder.read("recorded.png") == folder.read("simulated.png"));
    const auto expected = element_accesses(folder.path() / "simulated.hmt");
    const auto found = element_accesses(folder.path() / "recorded.hmt");
    for (std::size_t pixel = 0; pixel < expected.size(); ++pixel)
        ASSERT_EQ(text_of(found[pixel]), text_of(expected[pixel])) << "pixel " << pixel;
}

} // namespace
} // namespace hitmap::test
