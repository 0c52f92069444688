#include "render/image/image.h"
#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST_F(TracedTriangle, SameInputSameBytes) {
    const std::string first = folder.read("t.hmt");
    ASSERT_EQ(
        folder
            .hitmap("trace triangle.obj -o again.hmt --resolution 16x8 --sms 2 --warps-per-sm 2 --threads 1")
            .status,
        0);
    EXPECT_EQ(first, folder.read("again.hmt"));
    const Outcome one = folder.hitmap("simulate t.hmt --json --frames 3 --by sm --threads 1");
    const Outcome many = folder.hitmap("simulate t.hmt --json --frames 3 --by sm --threads 5");
    EXPECT_EQ(one.status, 0) << one.err;
    EXPECT_EQ(one.out, many.out);
}

TEST_F(TracedTriangle, MemoryLimitBelowTheNeedIsRefusedWithBothNumbers) {
    const Outcome outcome = folder.hitmap("simulate t.hmt --memory-limit 1MiB");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("more than the limit of 1 MiB"));
    EXPECT_EQ(folder.hitmap("simulate t.hmt --memory-limit 1GiB").out, folder.hitmap("simulate t.hmt").out);
}

TEST(CommandLine, ACapacityAloneKeepsTheRestOfThePreset) {
    const TemporaryFolder folder;
    ASSERT_EQ(folder.hitmap("trace builtin:teapot?triangles=500 --resolution 16x16 -o t.hmt").status, 0);
    const auto simulated = [&](const std::string& caches) {
        return folder.hitmap("simulate t.hmt --model hierarchy --json " + caches);
    };
    EXPECT_EQ(simulated("--l1 32KiB --l2 2MiB").out,
              simulated("--l1 32KiB:128/32:128 --l2 2MiB:128/32:16").out);
    EXPECT_EQ(simulated("--l1 32KiB --l2 2MiB").status, 0);
    EXPECT_EQ(simulated("--l1 32KiB:1024").status, 2);
    EXPECT_THAT(simulated("--l1 16389").err, HasSubstr("not a multiple of the line, 128 bytes"));
    EXPECT_THAT(simulated("--l1 full").err, HasSubstr("CAPACITY:LINE"));
    EXPECT_THAT(simulated("--l1 0").err, HasSubstr("not a multiple"));
}

TEST(CommandLine, PresetsAreListedAndShownWithTheirSources) {
    const TemporaryFolder folder;
    EXPECT_THAT(folder.hitmap("presets").out,
                HasSubstr("\nturing-rtx2080ti    NVIDIA  GeForce RTX 2080 Ti (TU102)     2018"));
    EXPECT_THAT(folder.hitmap("presets fermi-gtx560ti").out,
                HasSubstr("4                       paper       Mei et al. 2014"));
    EXPECT_THAT(folder.hitmap("presets turing-t4 --json").out, HasSubstr("\"source\": \"Jia et al. 2019\""));
    EXPECT_THAT(folder.hitmap("presets none").err, HasSubstr("preset 'none' is not known; expected"));
    EXPECT_EQ(folder.hitmap("presets none").status, 2);
    folder.write("broken.json", "{}");
    const Outcome outcome = folder.hitmap("presets broken.json");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err, "hitmap: broken.json: /: expected the key 'name'\n");
}

TEST(ReleaseOnlyCommandLine, ProbeInfersCachesFromLatencies) {
    const TemporaryFolder folder;
    const Outcome fermi = folder.hitmap("probe --preset fermi-gtx560ti --plots plots");
    EXPECT_EQ(fermi.status, 0) << fermi.err;
    EXPECT_THAT(fermi.out, HasSubstr("7  17+6x8  LRU"));
    EXPECT_THAT(fermi.out, HasSubstr("not LRU"));
    EXPECT_THAT(folder.read("plots/texture-sets.csv"), StartsWith("line,address,set\n0,0,0\n"));
    EXPECT_THAT(folder.read("plots/shared-memory.csv"), StartsWith("stride,ways,cycles,"));
    EXPECT_TRUE(folder.has("plots/l1-miss-rate-sequence.csv"));
    EXPECT_EQ(read_png((folder.path() / "plots/l1-latency.png").string()).size, (FrameSize{1440, 880}));
    EXPECT_FALSE(folder.has("plots/l2-sets.png")) << "its lines were not followed";
    EXPECT_EQ(folder.hitmap("probe --preset fermi-gtx560ti --plots drawn --plot-format svg").status, 0);
    EXPECT_THAT(folder.read("drawn/l1-miss-rate.svg"), HasSubstr(">sequence 2, 1, 2, 3, 2, 4</text>"));
    EXPECT_THAT(folder.read("drawn/l1-sets.svg"),
                HasSubstr(">Set of each line: GeForce GTX 560 Ti (GF114), L1</text>"));
    EXPECT_THAT(folder.read("drawn/shared-memory.svg"), HasSubstr(">banks of 8 B mapped by 4</text>"));
    EXPECT_FALSE(folder.has("drawn/l1-latency.png"));
    EXPECT_EQ(folder.hitmap("probe --plot-format svg").status, 2);
    EXPECT_EQ(folder.hitmap("probe --l1 2KiB:64:4:fifo --runs runs.csv").status, 0);
    EXPECT_THAT(folder.hitmap("probe --csv runs.csv --json").out, HasSubstr("\"replacement\": \"FIFO\""));
    EXPECT_EQ(folder.hitmap("probe --runs runs.csv").status, 2);
}

TEST_F(TracedTriangle, CountersOfNsightComputeStandBesideTheModel) {
    folder.write("ncu.csv", "\"ID\",\"Kernel Name\",\"smsp__sass_inst_executed_op_global_ld.sum\"\n"
                            "\"\",\"\",\"inst\"\n\"0\",\"trace\",\"1,000\"\n");
    const Outcome outcome = folder.hitmap("simulate t.hmt --model hierarchy --measured ncu.csv --json");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\"measured\": 1000"));
    EXPECT_THAT(folder.hitmap("simulate t.hmt --model hierarchy --measured ncu.csv").out,
                HasSubstr("smsp__sass_inst_executed_op_global_ld.sum"));
    EXPECT_EQ(folder.hitmap("simulate t.hmt --measured ncu.csv").status, 2);
}

TEST_F(TracedTriangle, AnErrorThatIsWrittenAsZeroHasNoSign) {
    const auto write_rate = [&](const std::string& rate) {
        folder.write("ncu.csv", "\"ID\",\"Kernel Name\",\"lts__t_sector_hit_rate.pct\"\n\"\",\"\",\"%\"\n"
                                "\"0\",\"trace\",\"" +
                                    rate + "\"\n");
    };
    write_rate("50");
    const std::string json = folder.hitmap("simulate t.hmt --model hierarchy --measured ncu.csv --json").out;
    const std::string key = "\"simulated\": ";
    const std::size_t counter = json.find("lts__t_sector_hit_rate.pct");
    ASSERT_NE(counter, std::string::npos);
    const double simulated = std::stod(json.substr(json.find(key, counter) + key.size()));
    for (const double difference : {0.001, -0.001}) {
        write_rate(std::to_string(simulated + difference));
        const std::string table = folder.hitmap("simulate t.hmt --model hierarchy --measured ncu.csv").out;
        EXPECT_THAT(table, HasSubstr(" 0.00 pp\n"));
    }
}

} // namespace
} // namespace hitmap::test
