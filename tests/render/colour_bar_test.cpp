#include "render/picture/colour_bar.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace hitmap {
namespace {

std::string text_of(const std::vector<BarLabel>& labels) {
    std::string text;
    for (const BarLabel& label : labels)
        text += (text.empty() ? "" : " | ") + label.text + (label.is_end ? "*" : "");
    return text;
}

TEST(BarLabels, EndsAndTicksThatKeepClearOfThem) {
    EXPECT_EQ(text_of(bar_labels({0, 1}, ValueStyle::percent, 240, 20)),
              "0.0 %* | 20 % | 40 % | 60 % | 80 % | 100.0 %*");
    EXPECT_EQ(text_of(bar_labels({0.13F, 0.88F}, ValueStyle::percent, 240, 20)),
              "13.0 %* | 20 % | 40 % | 60 % | 80 % | 88.0 %*");
    EXPECT_EQ(text_of(bar_labels({0, 5}, ValueStyle::count, 240, 20)), "0* | 1 | 2 | 3 | 4 | 5*");
    EXPECT_EQ(text_of(bar_labels({0, 1234}, ValueStyle::count, 130, 20)),
              "0* | 500 | 1\u2009000 | 1\u2009234*");
    EXPECT_EQ(text_of(bar_labels({0, 1}, ValueStyle::percent, 10, 20)), "0.0 %* | 100.0 %*");
}

TEST(BarLabels, NoTwoOverlap) {
    for (float max = 0.37F; max < 1e6F; max *= 1.7F) {
        for (const double length : {60.0, 150.0, 555.0}) {
            const std::vector<BarLabel> labels =
                bar_labels({max * 0.1F, max}, ValueStyle::number, length, 18);
            for (std::size_t i = 1; i < labels.size(); ++i) {
                EXPECT_GE((labels[i].t - labels[i - 1].t) * length, 17.99) << max << " at " << i;
            }
        }
    }
}

TEST(NotAccessed, IsHatchedWithinTheAllowedShades) {
    int dark = 0;
    for (int x = 0; x < 80; ++x) {
        const Rgb c = not_accessed_at(x, 3, 1.0F);
        EXPECT_GE(c.r, 0xa8);
        EXPECT_LE(c.r, 0xc4);
        EXPECT_EQ(c.r, c.b);
        dark += c.r < 0xc0 ? 1 : 0;
    }
    EXPECT_EQ(dark, 20); // two of eight diagonals
}

} // namespace
} // namespace hitmap
