#include "tests/app/csv_table.h"
#include "tests/app/traced_triangle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <utility>

namespace hitmap::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* small_caches = " --model hierarchy --l1 1KiB:128/32:4:fifo --l2 2KiB:128/32:4:fifo";

TEST_F(TracedTriangle, OptimumIsPrintedAndInJson) {
    const Outcome json = folder.hitmap(std::string("simulate t.hmt --optimum --json") + small_caches);
    ASSERT_EQ(json.status, 0) << json.err;
    const auto report = nlohmann::json::parse(json.out);
    for (const char* const level : {"l1", "l2"}) {
        const auto& optimum = report[level]["optimum"];
        EXPECT_GT(optimum["lookups"], 0) << level;
        EXPECT_GE(optimum["optimal_hits"], optimum["hits"]) << level;
        EXPECT_EQ(optimum["possible_gain"].get<std::uint64_t>(),
                  optimum["optimal_hits"].get<std::uint64_t>() - optimum["hits"].get<std::uint64_t>());
        // Every use of this recording is in an allocation.
        for (const char* const count : {"lookups", "hits", "optimal_hits"}) {
            std::uint64_t sum = 0;
            for (const auto& allocation : optimum["allocations"])
                sum += allocation[count].get<std::uint64_t>();
            EXPECT_EQ(optimum[count], sum) << level << ' ' << count;
        }
    }
    const Outcome text = folder.hitmap(std::string("simulate t.hmt --optimum") + small_caches);
    EXPECT_THAT(text.out, HasSubstr("optimal hits"));
    EXPECT_THAT(text.out, HasSubstr("\nL2"));
    EXPECT_EQ(folder.hitmap("simulate t.hmt --optimum --model hierarchy --memory-limit 1MiB").status, 1);
    const Outcome sdcm = folder.hitmap("simulate t.hmt --optimum");
    EXPECT_EQ(sdcm.status, 2);
    EXPECT_THAT(sdcm.err, HasSubstr("--optimum: expected with --model hierarchy"));
}

TEST_F(TracedTriangle, EvictionsAreTheSameByAllocationAndByLevel) {
    const Outcome outcome = folder.hitmap(std::string("export t.hmt --evictions -") + small_caches);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                StartsWith("kind,level,evicted,evicted_by,evictions,asked_again,dirty\nallocation,L1,"));
    std::map<std::pair<std::string, std::string>, std::uint64_t> sums;
    for (const auto& row : parse_csv(outcome.out)) {
        sums[{row.at("kind"), row.at("level")}] += std::stoul(row.at("evictions"));
        EXPECT_LE(std::stoul(row.at("asked_again")), std::stoul(row.at("evictions")));
    }
    EXPECT_GT((sums[{"allocation", "L1"}]), 0U);
    for (const char* const level : {"L1", "L2"})
        if (sums.contains({"box_level", level})) { // a scene of one triangle may have no boxes
            EXPECT_EQ((sums[{"allocation", level}]), (sums[{"box_level", level}]));
        }
    EXPECT_EQ(folder.hitmap("export t.hmt --evictions e.csv").status, 2) << "without --model hierarchy";
}

TEST_F(TracedTriangle, SharesOfTheCapacityAddUpToOne) {
    for (const char* const sm : {"", " --sm 1"}) {
        const Outcome outcome =
            folder.hitmap(std::string("export t.hmt --occupancy - --frames 4") + small_caches + sm);
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_THAT(outcome.out, StartsWith("frame,level,kind,allocation,lines,share\n0,L1,allocation,"));
        std::map<std::pair<std::string, std::string>, double> shares;
        for (const auto& row : parse_csv(outcome.out))
            shares[{row.at("frame"), row.at("level")}] += std::stod(row.at("share"));
        EXPECT_EQ(shares.size(), 8U);
        for (const auto& [place, share] : shares)
            EXPECT_NEAR(share, 1.0, 1e-6) << place.first << " " << place.second;
    }
    EXPECT_EQ(folder.hitmap(std::string("export t.hmt --occupancy - --sm 2") + small_caches).status, 2);
    EXPECT_EQ(folder.hitmap(std::string("export t.hmt --evictions - --frames 4") + small_caches).status, 2);
}

TEST_F(TracedTriangle, HeldLinesAreAsManyAsTheOccupancySays) {
    const std::string options = std::string(" --frames 3 --sm 1") + small_caches;
    const Outcome outcome = folder.hitmap("export t.hmt --held-lines -" + options);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("position,level,array,set,allocation,address,kind,first_element,"
                                        "last_element,box_level,put_in,last_use,next_use,next_finds\n"));
    std::map<std::pair<std::string, std::string>, double> held; // [level, allocation] in all frames
    for (const auto& row : parse_csv(outcome.out)) {
        ++held[{row.at("level"), row.at("allocation")}];
        EXPECT_LE(std::stoul(row.at("put_in")), std::stoul(row.at("last_use")));
        EXPECT_LE(std::stoul(row.at("last_use")), std::stoul(row.at("position")));
        EXPECT_EQ(row.at("next_use").empty(), row.at("next_finds").empty());
    }
    std::map<std::pair<std::string, std::string>, double> counted;
    for (const auto& row : parse_csv(folder.hitmap("export t.hmt --occupancy -" + options).out))
        if (row.at("kind") != "empty" && std::stod(row.at("lines")) != 0)
            counted[{row.at("level"), row.at("allocation")}] += std::stod(row.at("lines"));
    EXPECT_EQ(held, counted);
    const Outcome many = folder.hitmap("export t.hmt --held-lines - --frames 65536 --model hierarchy");
    EXPECT_EQ(many.status, 2);
    EXPECT_THAT(many.err, HasSubstr("--frames: expected at most"));
}

} // namespace
} // namespace hitmap::test
