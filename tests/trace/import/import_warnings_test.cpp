#include "core/trace/import/access_balance.h"
#include "core/trace/import/import_warnings.h"
#include "core/trace/import/line_tolerance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> texts_of(const ImportWarnings& warnings) {
    std::vector<std::string> texts;
    for (const auto& [name, value] : warnings.options())
        texts.push_back(value);
    return texts;
}

TEST(ImportWarnings, KindsAreCountedAndTheFirstOnesNamed) {
    ImportWarnings warnings;
    warnings.count("lines", 0, "not counted");
    EXPECT_THAT(texts_of(warnings), IsEmpty());
    warnings.count("lines", 2);
    for (const char* const name : {"b", "a", "a", "c", "d", "e"})
        warnings.count("files", 1, name);
    EXPECT_THAT(texts_of(warnings), ElementsAre("files: 6 (b, a, c, d, e)", "lines: 2"));
    warnings.count("files", 1, "f");
    EXPECT_THAT(texts_of(warnings), ElementsAre("files: 7 (b, a, c, d, e, ...)", "lines: 2"));
}

/// The first line that is left out is that of the first piece which has one.
TEST(LineTolerance, TheFirstLineIsNamed) {
    LineTolerance lines("folder/a.log");
    LineCounts pieces[3];
    for (LineCounts& piece : pieces)
        piece.read = 1000;
    pieces[1].broken.add(7, "7th");
    pieces[1].broken.add(8, "8th");
    pieces[2].broken.add(9, "9th \x1b");
    pieces[2].other.add(10, "hello");
    for (const LineCounts& piece : pieces)
        lines.add(piece);
    ImportWarnings warnings;
    lines.finish(warnings);
    EXPECT_THAT(texts_of(warnings),
                ElementsAre("invalid lines, left out: 3 (a.log: first at line 7, '7th')",
                            "lines of other output, left out: 1 (a.log: first at line 10, "
                            "'hello')"));
}

struct BalanceCase {
    AccessBalance::Unit unit;
    int read;
    int left_out;
    int split;
    std::vector<std::string> warnings;
};

/// The recording has 10 requests with 30 lane accesses.
TEST(AccessBalance, WhatDoesNotAgreeIsAWarning) {
    using Unit = AccessBalance::Unit;
    const std::string lost =
        "accesses of the file that are neither in the recording nor counted as left out: ";
    const std::string surplus = "accesses of the recording that the file does not have: ";
    const BalanceCase cases[]{
        {Unit::request, 10, 0, 0, {}},           {Unit::request, 12, 5, 3, {}},
        {Unit::request, 12, 0, 0, {lost + "2"}}, {Unit::request, 9, 0, 0, {surplus + "1"}},
        {Unit::lane_access, 30, 0, 0, {}},       {Unit::lane_access, 31, 0, 0, {lost + "1"}}};
    for (const BalanceCase& each : cases) {
        AccessBalance balance;
        balance.begin(each.unit);
        balance.read(static_cast<std::uint64_t>(each.read));
        balance.left_out(static_cast<std::uint64_t>(each.left_out));
        balance.split(static_cast<std::uint64_t>(each.split));
        ImportWarnings warnings;
        balance.check(10, 30, warnings);
        EXPECT_EQ(texts_of(warnings), each.warnings) << each.read;
    }
}

} // namespace
} // namespace hitmap
