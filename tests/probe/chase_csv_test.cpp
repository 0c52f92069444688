#include "core/base/error.h"
#include "core/cache/array/cache_geometry.h"
#include "core/probe/cache_probe.h"
#include "core/probe/chase/chase_csv.h"
#include "core/probe/chase/simulated_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace hitmap {
namespace {

TEST(ChaseCsv, ReadsRuns) {
    const auto runs = parse_chase_csv("run,index,latency\n0,0,300\n0,1,100\r\n7,0,90\n", "c.csv");
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].samples, (std::vector<ChaseSample>{{0, 300}, {1, 100}}));
    EXPECT_EQ(runs[1].samples, (std::vector<ChaseSample>{{0, 90}}));
    EXPECT_EQ(parse_chase_csv("index,latency\n5,6", "c.csv")[0].samples, (std::vector<ChaseSample>{{5, 6}}));
    EXPECT_EQ(parse_chase_csv("\xef\xbb\xbf\"index\"; latency\r\n5 ;\"6\"\r\n", "c.csv")[0].samples,
              (std::vector<ChaseSample>{{5, 6}}));
}

TEST(ChaseCsv, RefusesBrokenFilesByLine) {
    const struct {
        const char* text;
        const char* message;
    } cases[] = {
        {"", "c.csv: line 1: expected the header 'index,latency' or 'run,index,latency', found ''"},
        {"latency,index\n", "found 'latency,index'"},
        {"index,latency\n", "expected samples, found none"},
        {"index,latency\n1\n", "line 2: expected 2 whole numbers separated by commas, found '1'"},
        {"index,latency\n1,2,3\n", "line 2: expected 2 whole numbers"},
        {"index,latency\n1,2\n\n", "line 3: expected 2 whole numbers separated by commas, found ''"},
        {"index,latency\n-1,2\n", "line 2: expected 2 whole numbers"},
        {"index,latency\n1,2.5\n", "line 2: expected 2 whole numbers"},
        {"index,latency\n99999999999999999999,2\n", "line 2: expected 2 whole numbers"},
        {"index,latency\n1,1000000001\n", "line 2: expected at most 1000000000 cycles, found 1000000001"},
        {"index,latency\n1099511627777,30\n",
         "line 2: expected an index of at most 1099511627776, found 1099511627777"},
        {"run,index,latency\n1,2\n", "line 2: expected 3 whole numbers"},
    };
    for (const auto& c : cases) {
        try {
            static_cast<void>(parse_chase_csv(c.text, "c.csv"));
            ADD_FAILURE() << c.text << " was accepted";
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr(c.message));
        }
    }
}

/// A recorded chase of a simulated cache leads to the same results without the cache, and also with noise.
TEST(RecordedSource, TellsWhatTheSimulationTold) {
    for (const char* text : {"2KiB:64:4", "4KiB:128/32:2:fifo:xor", "2KiB:64:4:random"}) {
        SimulatedSource source(parse_cache_geometry(text), {100, 300});
        std::string csv(chase_csv_header);
        std::uint64_t number = 0;
        std::mt19937_64 random(5);
        source.keep([&](const ChaseRun& run) {
            ChaseRun noisy = run;
            for (ChaseSample& sample : noisy.samples)
                sample.latency += static_cast<std::uint32_t>(random() % 20);
            csv += chase_csv_lines(noisy, number++);
        });
        const ProbeResult simulated = probe_cache(source, {});
        RecordedSource recorded(parse_chase_csv(csv, "c.csv"));
        const ProbeResult measured = probe_cache(recorded, {});
        SCOPED_TRACE(text);
        EXPECT_EQ(measured.capacity, simulated.capacity);
        EXPECT_EQ(measured.fetched, simulated.fetched);
        EXPECT_EQ(measured.line, simulated.line);
        EXPECT_EQ(measured.replacement, simulated.replacement);
        if (simulated.replacement == Replacement::not_lru) continue; // laps in other orders are not tested
        EXPECT_EQ(measured.set_ways, simulated.set_ways);
    }
}

/// Two arrays, of which one fits and one does not: no further property can be inferred.
TEST(RecordedSource, TellsNoMoreThanThereIs) {
    SimulatedSource source(parse_cache_geometry("2KiB:64:4"), {});
    std::vector<ChaseRun> runs{*source.chase(Chain::uniform(256, 1), 3, {})};
    runs.push_back(*source.chase(Chain::uniform(1024, 1), 3, {}));
    RecordedSource recorded(std::move(runs));
    const ProbeResult result = probe_cache(recorded, {});
    EXPECT_EQ(result.fits, 1024U);
    EXPECT_EQ(result.overflows, 4096U);
    EXPECT_EQ(result.capacity, std::nullopt);
    EXPECT_EQ(result.fetched, 64U);
    EXPECT_EQ(result.line, std::nullopt);
    EXPECT_EQ(result.replacement, Replacement::undetermined);
}

TEST(RecordedSource, TellsNothingOfLatenciesThatDoNotDiffer) {
    std::vector<ChaseRun> runs(1);
    for (std::uint64_t i = 0; i < 100; ++i)
        runs[0].samples.push_back({i % 10, 100});
    RecordedSource recorded(std::move(runs));
    const ProbeResult result = probe_cache(recorded, {});
    EXPECT_FALSE(result.latency);
    EXPECT_EQ(result.capacity, std::nullopt);
}

} // namespace
} // namespace hitmap
