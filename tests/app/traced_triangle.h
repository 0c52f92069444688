#pragma once

#include "tests/app/program.h"

#include <gtest/gtest.h>

namespace hitmap::test {

inline constexpr const char* one_triangle = "v -1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A folder with triangle.obj and its recording t.hmt, which is small enough to be traced for every test.
class TracedTriangle : public testing::Test {
protected:
    void SetUp() override {
        folder.write("triangle.obj", one_triangle);
        const Outcome traced =
            folder.hitmap("trace triangle.obj -o t.hmt --resolution 16x8 --sms 2 --warps-per-sm 2");
        ASSERT_EQ(traced.status, 0) << traced.err;
    }
    TemporaryFolder folder;
};

} // namespace hitmap::test
