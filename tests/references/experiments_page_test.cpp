#include "tests/references/reference_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Verdict {
    std::string text;
    std::vector<double> effects; ///< one for each camera
    double mean = 0.0;
    double spread = 0.0;
    std::string verdict;
};

/// Rows of the table of verdicts with effects for three cameras.
std::vector<Verdict> verdicts(const std::string& page) {
    std::vector<Verdict> found;
    std::istringstream lines(page.substr(page.find("| von Buelow et al. 2022 say |")));
    std::string line;
    std::getline(lines, line); // the head
    while (std::getline(lines, line) && !line.empty()) {
        std::istringstream row(line);
        std::vector<std::string> cells;
        for (std::string cell; std::getline(row, cell, '|');)
            cells.push_back(cell);
        if (cells.size() != 9 || cells[4].find_first_of("0123456789") == std::string::npos) continue;
        Verdict verdict{cells[1], {}, std::stod(cells[5]), std::stod(cells[6]), cells[7].substr(1)};
        std::istringstream effects(cells[4]);
        for (std::string effect; std::getline(effects, effect, ',');)
            verdict.effects.push_back(std::stod(effect));
        found.push_back(verdict);
    }
    return found;
}

/// A difference within the spread over the cameras is not significant, and the page must say so.
TEST(ExperimentsPage, VerdictsFollowFromEffectAndSpread) {
    const auto found = verdicts(read_whole_file(source_tree() / "docs" / "experiments.md"));
    ASSERT_GT(found.size(), 25U);
    for (const Verdict& v : found) {
        ASSERT_EQ(v.effects.size(), 3U) << v.text;
        const double sum = v.effects[0] + v.effects[1] + v.effects[2];
        const auto [least, most] = std::minmax({v.effects[0], v.effects[1], v.effects[2]});
        const double rounding = 0.01 * (std::abs(v.mean) + v.spread) + 1e-9;
        EXPECT_NEAR(v.mean, sum / 3.0, 0.02 + rounding) << v.text;
        EXPECT_NEAR(v.spread, most - least, 0.02 + rounding) << v.text;
        const bool none = std::abs(v.mean) < v.spread - rounding;
        const bool some = std::abs(v.mean) > v.spread + rounding;
        if (none) {
            EXPECT_THAT(v.verdict, AnyOf(HasSubstr("no effect here"), StartsWith("**does not hold**")))
                << v.text;
        }
        if (some) {
            EXPECT_THAT(v.verdict, AnyOf(StartsWith("holds "), StartsWith("**"))) << v.text;
            EXPECT_THAT(v.verdict, Not(HasSubstr("no effect"))) << v.text;
        }
    }
}

} // namespace
} // namespace hitmap
