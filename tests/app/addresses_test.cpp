#include "tests/app/csv_table.h"
#include "tests/app/fan_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

namespace hitmap::test {
namespace {

using testing::HasSubstr;

/// A recording of a few triangles, simulated with an L1 that is too small for them.
class Addresses : public TracedFan {
protected:
    static std::uint64_t number(const std::string& cell) { return cell.empty() ? 0 : std::stoull(cell); }
    static const std::string model;
};
const std::string Addresses::model = " --model hierarchy --l1 2KiB:128:2";

TEST_F(Addresses, SumsOfAllocationsAreThoseOfTheTableOfTraffic) {
    ASSERT_EQ(folder->hitmap("export fan.hmt --addresses addresses.csv --why" + model).status, 0);
    std::map<std::string, std::map<std::string, std::uint64_t>> sums;
    for (auto& row : parse_csv(folder->read("addresses.csv")))
        for (const char* column :
             {"sectors", "l1_hits", "l1_lookups", "l1_cold_misses", "l1_conflict_misses"})
            sums[row["allocation"]][column] += number(row[column]);
    ASSERT_EQ(folder->hitmap("export fan.hmt --traffic traffic.csv --why" + model).status, 0);
    std::size_t compared = 0;
    for (auto& row : parse_csv(folder->read("traffic.csv"))) {
        if (row["table"] != "allocation" || row["sectors"] == "0") continue;
        SCOPED_TRACE(row["name"]);
        auto& of = sums[row["name"]];
        EXPECT_EQ(of["sectors"], number(row["sectors"]));
        EXPECT_EQ(of["l1_hits"], number(row["l1_hits"]));
        EXPECT_EQ(of["l1_lookups"], number(row["l1_lookups"]));
        EXPECT_EQ(of["l1_cold_misses"], number(row["l1_cold_misses"]));
        EXPECT_EQ(of["l1_conflict_misses"], number(row["l1_conflict_misses"]));
        ++compared;
    }
    EXPECT_GE(compared, 4U);
    EXPECT_THAT(folder->read("addresses.csv.json"), HasSubstr("\"table\": \"addresses\""));
}

TEST_F(Addresses, FramesAndARangeChooseCellsWithoutChangingThem) {
    const auto rows_of = [&](const std::string& options) {
        const Outcome outcome = folder->hitmap("export fan.hmt --addresses -" + options + model);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return parse_csv(outcome.out);
    };
    std::uint64_t all = 0;
    for (auto& row : rows_of(""))
        if (row["allocation"] == "boxes") all += number(row["l1_hits"]);
    std::uint64_t parts = 0;
    for (const char* frame : {"0", "1", "2"})
        for (auto& row : rows_of(std::string(" --address-range boxes --frames 3 --frame ") + frame)) {
            EXPECT_EQ(row["allocation"], "boxes");
            parts += number(row["l1_hits"]);
        }
    EXPECT_EQ(parts, all);
    EXPECT_GT(all, 0U);
}

TEST_F(Addresses, WrongOptionsAreNamed) {
    const std::map<std::string, std::string> messages{
        {"export fan.hmt --addresses a.csv", "--addresses: expected with --model hierarchy"},
        {"export fan.hmt --sms a.csv --address-rows 4", "--address-rows: expected with --addresses"},
        {"export fan.hmt --addresses a.csv --address-range 9:9" + model,
         "--address-range: expected A:B with A < B, as in 0x1000:0x2000, or an allocation of the recording, "
         "found '9:9'"},
        {"export fan.hmt --addresses a.csv --address-range 'work counter:'" + model, "found 'work counter:'"},
        {"export fan.hmt --addresses a.csv --address-range 0x1:0x2" + model,
         "fan.hmt: allocations: expected one with addresses from 0x1 to below 0x2, found none"},
        {"render fan.hmt -o a.png --panel addresses", "--panel addresses: expected with --model hierarchy"},
        {"render fan.hmt -o a.png --panel addresses --metric branching-rate" + model,
         "--metric: expected one of sectors, l1-hit-rate,"},
        {"render fan.hmt -o a.png --panel curves --address-range 1:2" + model,
         "--address-range: expected with --panel addresses"}};
    for (const auto& [arguments, message] : messages) {
        const Outcome outcome = folder->hitmap(arguments);
        EXPECT_NE(outcome.status, 0) << arguments;
        EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
    }
    EXPECT_FALSE(folder->has("a.csv"));
    EXPECT_FALSE(folder->has("a.png"));
}

TEST_F(Addresses, APictureNamesAllocationsAndTheSizeOfACell) {
    const std::string panel =
        "render fan.hmt --panel addresses --metric l1-conflict-misses --address-range faces" + model;
    ASSERT_EQ(folder->hitmap(panel + " -o faces.svg").status, 0);
    const std::string svg = folder->read("faces.svg");
    EXPECT_THAT(svg, HasSubstr(">faces<"));
    EXPECT_THAT(svg, testing::Not(HasSubstr(">boxes<")));
    EXPECT_THAT(svg, HasSubstr("L1 conflict misses"));
    EXPECT_THAT(svg, HasSubstr("A cell is 128 bytes by "));
}

} // namespace
} // namespace hitmap::test
