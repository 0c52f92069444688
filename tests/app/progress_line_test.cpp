#include "app/cli/base/progress_bar.h"

#include <gtest/gtest.h>

namespace hitmap {
namespace {

struct Row {
    Progress::Snapshot snapshot;
    double seconds;
    unsigned width;
    std::string expected;
};

TEST(ProgressLine, Table) {
    const Row rows[] = {
        {{"reading", "", 0, 0, 1}, 1.0, 80, "reading"},
        {{"tracing", "pixels", 0, 400, 1}, 0.0, 80, "tracing [....................]   0 %"},
        {{"tracing", "pixels", 100, 400, 1},
         2.0,
         80,
         "tracing [#####...............]  25 %, 50 pixels/s, 6 s left"},
        {{"simulating", "accesses", 30'000'000, 60'000'000, 2},
         2.0,
         80,
         "simulating [##########..........]  50 %, 15 M accesses/s, 2 s left"},
        {{"tracing", "pixels", 1, 1000, 1},
         5.0,
         80,
         "tracing [....................]   0 %, 0 pixels/s, 1:23 h left"},
        {{"tracing", "pixels", 100, 400, 1}, 2.0, 20, "tracing [#####....."},
        {{"more than expected", "", 12, 10, 1}, 1.0, 80, "more than expected [####################] 100 %"},
    };
    for (const Row& row : rows)
        EXPECT_EQ(progress_line(row.snapshot, row.seconds, row.width), row.expected);
}

} // namespace
} // namespace hitmap
