#pragma once

#include "tests/app/program.h"

#include <gtest/gtest.h>

#include <string>

namespace hitmap::test {

inline constexpr const char* one_triangle = "v -1 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// Each test has a folder of its own with triangle.obj and its recording t.hmt.
class TracedTriangle : public testing::Test {
protected:
    void SetUp() override {
        folder.write("triangle.obj", one_triangle);
        // The first test of the process traces it. The start of the program takes longer than many of the
        // tests.
        static std::string recording;
        if (recording.empty()) {
            const Outcome traced =
                folder.hitmap("trace triangle.obj -o t.hmt --resolution 16x8 --sms 2 --warps-per-sm 2");
            ASSERT_EQ(traced.status, 0) << traced.err;
            recording = folder.read("t.hmt");
        } else {
            folder.write("t.hmt", recording);
        }
    }
    TemporaryFolder folder;
};

} // namespace hitmap::test
