#include "app/cli/probe/hierarchy_text.h"
#include "app/cli/probe/preset_text.h"
#include "app/cli/probe/system_caches.h"
#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "core/probe/measured_preset.h"
#include "tests/app/program.h"
#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

/// Two caches of a CPU, whose latencies are read from memory at 256 KiB.
const std::string sweep_of_cpu = [] {
    std::string text = "order,bytes,stride,loads,latency\n";
    for (std::uint64_t bytes = 4096; bytes <= std::uint64_t{64} << 20; bytes += bytes / 16 / 64 * 64) {
        const char* const latency = bytes <= 48 * 1024 ? "5" : bytes <= std::uint64_t{2} << 20 ? "15" : "200";
        text += "random," + std::to_string(bytes) + ",64,1000," + latency + "\n";
    }
    return text;
}();

TEST(MeasuredSweep, IsReadByCsv) {
    const TemporaryFolder folder;
    folder.write("sweep.csv", sweep_of_cpu);
    const Outcome outcome = folder.hitmap("probe --csv sweep.csv");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("cache      capacity    a miss fetches  latency\nL1         "));
    EXPECT_THAT(outcome.out, HasSubstr("beyond L2  -           -               200.0\n"));
    folder.write("broken.csv", "order,bytes,stride,loads,latency\nrandom,1\n");
    EXPECT_EQ(folder.hitmap("probe --csv broken.csv").err,
              "hitmap: broken.csv: line 2: expected random or pairs, three whole numbers and a latency, "
              "separated by commas; found 'random,1'\n");
}

TEST(MeasuredSweep, OptionsOfTheGpuNeedIt) {
    const TemporaryFolder folder;
    for (const char* arguments :
         {"probe --loads x.csv", "probe -o x.json", "probe --largest 1MiB", "probe --gpu --l1 2KiB:64:4",
          "probe --gpu --preset turing-t4", "probe --gpu --csv x.csv", "probe --gpu --plots x",
          "probe --gpu --largest 1KiB", "probe --gpu --largest x"})
        EXPECT_EQ(folder.hitmap(arguments).status, 2) << arguments;
    EXPECT_THAT(folder.hitmap("probe --gpu --largest 1KiB").err,
                HasSubstr("--largest: expected at least 64KiB, found 1KiB"));
}

TEST_F(TracedTriangle, SimulateTakesAMeasuredPreset) {
    ProbedHierarchy probed;
    probed.levels = {{49000, 5.0, 64, {}}, {1040000, 14.0, 64, {}}};
    const MeasuredDevice device{"Some CPU", "Mesa 22.3", "Mesa", "2026-11-24", true, 2, 8, 1000.0};
    folder.write("here.json", preset_file(measured_preset(probed, device)));
    const Outcome simulated = folder.hitmap("simulate t.hmt --model hierarchy --preset here.json --json");
    EXPECT_EQ(simulated.status, 0) << simulated.err;
    EXPECT_THAT(simulated.out, HasSubstr("\"capacity\": 49152"));
    EXPECT_THAT(simulated.out, HasSubstr("\"capacity\": 1048576"));
    const Outcome shown = folder.hitmap("presets here.json");
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("measured-some-cpu: Some CPU, measured 2026-11-24, Mesa CPU"));
    EXPECT_THAT(shown.out, HasSubstr("measured here"));
    EXPECT_EQ(folder.hitmap("probe --preset here.json").status, 0);
    for (const char* const preset : {"here.json", "ampere-a100"}) {
        const std::string printed = folder.hitmap(std::string("presets ") + preset + " --json").out;
        folder.write("printed.json", printed);
        EXPECT_EQ(folder.hitmap("presets printed.json --json").out, printed);
        const Outcome used = folder.hitmap("simulate t.hmt --model hierarchy --preset printed.json");
        EXPECT_EQ(used.status, 0) << used.err;
    }
}

TEST(PresetFile, IsWhatPresetsPrintsAsJson) {
    for (const ListedPreset& listed : list_gpu_presets({}).presets) {
        const std::string text = json_text(preset_json(listed.preset));
        EXPECT_EQ(preset_json(parse_gpu_preset(text, "x.json")), preset_json(listed.preset))
            << listed.preset.name;
    }
    GpuPreset unknown_year = list_gpu_presets({}).presets.front().preset;
    unknown_year.year = 0;
    EXPECT_EQ(parse_gpu_preset(json_text(preset_json(unknown_year)), "x.json").year, 0U);
}

TEST(PresetFile, HasTheUnitsOfItsFacts) {
    Json json = preset_json(list_gpu_presets({}).presets.front().preset);
    json["device"]["clock"]["unit"] = "GHz";
    try {
        static_cast<void>(parse_gpu_preset(json_text(json), "x.json"));
        FAIL();
    } catch (const FileError& error) {
        EXPECT_STREQ(error.what(), "x.json: /device/clock/unit: expected \"MHz\", found \"GHz\"");
    }
}

TEST(PresetFile, IsReadAsItWasWritten) {
    for (const ListedPreset& listed : list_gpu_presets({}).presets) {
        const std::string text = preset_file(listed.preset);
        EXPECT_EQ(preset_json(parse_gpu_preset(text, "x.json")), preset_json(listed.preset))
            << listed.preset.name;
    }
}

TEST(SystemCaches, AreReadFromTheFilesOfLinux) {
    const TemporaryFolder folder;
    const auto add = [&](const std::string& index, const char* level, const char* type, const char* size) {
        std::filesystem::create_directory(folder.path() / index);
        folder.write(index + "/level", std::string(level) + "\n");
        folder.write(index + "/type", std::string(type) + "\n");
        folder.write(index + "/size", std::string(size) + "\n");
        folder.write(index + "/coherency_line_size", "64\n");
    };
    add("index0", "1", "Data", "48K");
    add("index1", "1", "Instruction", "32K");
    add("index3", "3", "Unified", "32M");
    add("index2", "2", "Unified", "1024K");
    add("index4", "4", "Unified", "many");
    EXPECT_THAT(system_caches(folder.path()),
                testing::ElementsAre(SystemCache{1, 48 << 10, 64}, SystemCache{2, 1 << 20, 64},
                                     SystemCache{3, 32 << 20, 64}));
    EXPECT_TRUE(system_caches(folder.path() / "none").empty());
}

TEST(ProbedHierarchyText, StandsBesideTheSystem) {
    ProbedHierarchy probed;
    probed.levels = {{48333, 4.7, 64, {}}, {1028096, 6.5, {}, {}}};
    probed.memory_latency = 140.0;
    probed.largest = std::uint64_t{128} << 20;
    probed.tlbs = {{393216, 1.5}};
    const std::string beyond =
        "Latencies are in cycles. Beyond L2 is what the largest array, of 128.0 MiB, is "
        "loaded from: memory, or a larger cache.\n";
    std::vector<SystemCache> system{{1, 49152, 64}};
    EXPECT_EQ(probed_hierarchy_text(probed, system),
              "cache      capacity    a miss fetches  latency         system: capacity  line    difference\n"
              "L1         47.2 KiB    64 B            4.7             48 KiB            64 B    -1.7 %\n"
              "L2         1004.0 KiB  ?               6.5             -                 -       -\n"
              "beyond L2  -           -               at least 140.0  -                 -       -\n"
              "TLB        reaches 384.0 KiB; a miss adds 1.5 cycles\n" +
                  beyond + "They still rise there, so that larger arrays would take more cycles.\n");
    // A cache that the system has and the latencies do not show.
    probed.memory_reached = true;
    probed.tlbs.clear();
    system.push_back({2, 1 << 20, 64});
    system.push_back({3, 32 << 20, 64});
    EXPECT_EQ(probed_hierarchy_text(probed, system),
              "cache      capacity    a miss fetches  latency         system: capacity  line    difference\n"
              "L1         47.2 KiB    64 B            4.7             48 KiB            64 B    -1.7 %\n"
              "L2         1004.0 KiB  ?               6.5             1 MiB             64 B    -2.0 %\n"
              "L3         not seen    -               -               32 MiB            64 B    -\n"
              "beyond L2  -           -               140.0           -                 -       -\n" +
                  beyond);
}

TEST(ProbedHierarchyText, WithoutCachesSaysWhatWasMeasured) {
    ProbedHierarchy probed;
    probed.memory_latency = 5.0;
    probed.memory_reached = true;
    probed.largest = 65536;
    EXPECT_EQ(probed_hierarchy_text(probed, {}),
              "The latencies show no cache: arrays of up to 64.0 KiB take 5.0 cycles a load.\n");
    probed.memory_reached = false;
    EXPECT_EQ(probed_hierarchy_text(probed, {}),
              "The latencies show no cache: arrays of up to 64.0 KiB take at least 5.0 cycles a load.\n");
}

} // namespace
} // namespace hitmap::test
