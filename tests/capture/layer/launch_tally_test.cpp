#include <gtest/gtest.h>

#include "capture/layer/launch_tally.h"

namespace hitmap::test {

TEST(LaunchTally, SaysWhyNothingWasRecorded) {
    capture::LaunchTally tally;
    EXPECT_EQ(tally.why_nothing(), "it submitted no dispatch, draw or launch of rays");
    tally.add_unseen_device();
    EXPECT_EQ(tally.why_nothing(), "") << "a note says what the device lacks";
    tally.add_left_out();
    EXPECT_EQ(tally.why_nothing(), "nothing that it used can be recorded: 1 dispatch or draw");
    tally.add_other_kernel("add.comp", 3);
    tally.add_other_kernel("add.comp", 3);
    tally.add_other_kernel("sum.comp", 1);
    EXPECT_EQ(tally.why_nothing(),
              "--kernels leaves out all that it used: sum.comp (number 1), add.comp (number 3)");
    tally.add_not_chosen();
    tally.add_not_chosen();
    EXPECT_EQ(tally.why_nothing(),
              "--dispatches and --every leave out all that it submitted: 2 dispatches or draws");
    EXPECT_FALSE(tally.any_recorded());
    tally.add_recorded();
    EXPECT_TRUE(tally.any_recorded());
}

TEST(LaunchTally, ListsSomeOfManyKernels) {
    capture::LaunchTally tally;
    for (unsigned i = 0; i < 12; ++i)
        tally.add_other_kernel("k", i);
    EXPECT_TRUE(tally.why_nothing().ends_with("k (number 9) and 2 more")) << tally.why_nothing();
}

} // namespace hitmap::test
