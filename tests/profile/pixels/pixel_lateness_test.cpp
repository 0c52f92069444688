#include "core/profile/pixels/pixel_lateness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

namespace hitmap {
namespace {

/// Rows of access orders; "-": not written.
std::string lateness(const std::string& text, std::uint32_t width, std::uint32_t reach) {
    std::vector<float> order;
    std::istringstream words(text);
    for (std::string word; words >> word;)
        order.push_back(word == "-" ? std::nanf("") : std::stof(word));
    std::ostringstream result;
    for (const float value : pixel_lateness(order, width, reach)) {
        if (std::isnan(value))
            result << "- ";
        else
            result << value << ' ';
    }
    return result.str();
}

TEST(PixelLateness, IsTheDifferenceFromTheMeanOfTheNeighboursInTheRow) {
    EXPECT_EQ(lateness("1 2 3   7 7 7", 3, 1), "-0.5 0 0.5 0 0 0 ");
    EXPECT_EQ(lateness("0 0 6 0 0", 5, 2), "-2 -1.5 4.8 -1.5 -2 ");
    EXPECT_EQ(lateness("4 5 6", 3, 0), "0 0 0 ");
}

TEST(PixelLateness, PixelsThatWereNotWrittenDoNotCount) {
    EXPECT_EQ(lateness("1 - 3   - - -", 3, 2), "-1 - 1 - - - ");
    EXPECT_EQ(lateness("", 3, 2), "");
}

TEST(PixelLateness, WithoutAWholeRowThereIsNone) {
    EXPECT_EQ(lateness("1 2", 0, 2), "- - ");
    EXPECT_EQ(lateness("1 2", 4'000'000'000U, 2), "- - ");
    EXPECT_EQ(lateness("1 2 3", 2, 2), "-0.5 0.5 - ");
}

} // namespace
} // namespace hitmap
