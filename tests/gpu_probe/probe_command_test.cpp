#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// LeakSanitizer looks for pointers when Mesa's driver is unloaded.
const std::string on_lavapipe =
    std::string("export VK_ICD_FILENAMES='") + HITMAP_LAVAPIPE + "' ASAN_OPTIONS=detect_leaks=0";

/// What latencies are depends on the machine, and what else it does; what the files have in common does not.
TEST(ProbeCommand, MeasuresADevice) {
    const TemporaryFolder folder;
    const Outcome measured =
        folder.hitmap("probe --gpu LLVMPIPE --largest 128KiB --runs sweep.csv --json", on_lavapipe);
    ASSERT_EQ(measured.status, 0) << measured.err;
    const auto json = nlohmann::json::parse(measured.out);
    EXPECT_THAT(json["device"]["name"].get<std::string>(), HasSubstr("llvmpipe"));
    EXPECT_TRUE(json["device"]["is_cpu"]);
    EXPECT_GT(json["hierarchy"]["memory_latency"], 0.0);
    const std::string sweep = folder.read("sweep.csv");
    EXPECT_THAT(sweep, StartsWith("order,bytes,stride,loads,latency\nrandom,4096,64,"));
    EXPECT_THAT(sweep, HasSubstr("\nrandom,131072,64,"));
    EXPECT_THAT(sweep, HasSubstr("\nrandom,16640,4160,"));
    // The same figures from the file.
    const Outcome read = folder.hitmap("probe --csv sweep.csv --json");
    ASSERT_EQ(read.status, 0) << read.err;
    EXPECT_EQ(nlohmann::json::parse(read.out)["hierarchy"]["caches"].size(),
              json["hierarchy"]["caches"].size());
}

/// Arrays of up to 64 KiB cannot show two caches, which a preset needs.
TEST(ProbeCommand, KeepsWhatWasMeasuredIfNoPresetCanBeMade) {
    const TemporaryFolder folder;
    folder.write("sweep.csv", "of another run");
    const Outcome outcome =
        folder.hitmap("probe --gpu LLVMPIPE --largest 64KiB --runs sweep.csv -o p.json", on_lavapipe);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("expected latencies that show two caches, which a preset needs"));
    EXPECT_THAT(folder.read("sweep.csv"), StartsWith("order,bytes,stride,loads,latency\nrandom,4096,64,"));
    EXPECT_EQ(folder.files().size(), 1U) << "no preset, and nothing that is not complete";
}

TEST(ProbeCommand, NamesTheDevicesThatThereAre) {
    const TemporaryFolder folder;
    const Outcome outcome = folder.hitmap("probe --gpu GeForce", on_lavapipe);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err,
                HasSubstr("--gpu: expected a part of the name of a device, which is one of 'llvmpipe"));
    EXPECT_THAT(outcome.err, HasSubstr("; found 'GeForce'"));
}

TEST(ProbeCommand, ReportsFilesThatCannotBeWrittenBeforeItMeasures) {
    const TemporaryFolder folder;
    const Outcome outcome = folder.hitmap("probe --gpu -o no/p.json", on_lavapipe);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("no/p.json: cannot be written: No such file or directory"));
}

TEST(ProbeCommand, SaysThatThereIsNoDevice) {
    const TemporaryFolder folder;
    const Outcome outcome =
        folder.hitmap("probe --gpu", "export VK_ICD_FILENAMES=/dev/null ASAN_OPTIONS=detect_leaks=0");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("hitmap: "));
    EXPECT_THAT(outcome.err, HasSubstr("mesa-vulkan-drivers"));
}

} // namespace
} // namespace hitmap::test
