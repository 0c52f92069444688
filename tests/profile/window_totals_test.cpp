#include "tests/profile/plain_profile.h"
#include "tests/profile/synthetic_stream.h"
#include "tests/profile/window_totals.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

TEST(WindowTotals, AreThoseOfAProfile) {
    const test::SyntheticStream stream{
        .accesses = 300000, .boxes = 9000, .faces = 20000, .pixels = 64, .lanes_on_one_element = 8};
    test::PlainProfile plain(test::info_of(stream));
    test::generate(stream, plain);
    for (const TimeWindow window :
         {TimeWindow{0, 300000}, {0, 1}, {7, 7}, {131072, 131080}, {100000, 290001}, {250000, 400000}}) {
        WindowTotals totals(window);
        test::generate(stream, totals);
        EXPECT_EQ(totals.totals(), plain.totals(window)) << window.first;
    }
}

} // namespace
} // namespace hitmap
