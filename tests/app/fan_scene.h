#pragma once

#include "tests/app/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace hitmap::test {

/// A mesh of a few triangles, fan.obj.
inline void write_fan(const TemporaryFolder& folder) {
    folder.write("fan.obj", "v -2 0 0\nv -1 2 0\nv 0 2.5 0\nv 1 2 0\nv 2 0 0\nv 0 0 0\nv 0 -2 -1\n"
                            "f 6 1 2\nf 6 2 3\nf 6 3 4\nf 6 4 5\nf 6 5 7\nf 6 7 1\nf 1 7 2\n");
}

/// Traces the mesh and writes the recording.
inline void trace_fan(const TemporaryFolder& folder, const std::string& file, const std::string& more = "") {
    const Outcome traced = folder.hitmap(
        "trace fan.obj --resolution 24x16 --leaf-size 2 --sms 3 --warps-per-sm 2 -o " + file + " " + more);
    ASSERT_EQ(traced.status, 0) << traced.err;
}

/// All tests of a suite share one folder with fan.obj and its recording fan.hmt.
class TracedFan : public testing::Test {
protected:
    static void SetUpTestSuite() {
        folder = std::make_unique<TemporaryFolder>();
        write_fan(*folder);
        trace_fan(*folder, "fan.hmt");
    }
    static void TearDownTestSuite() { folder.reset(); }
    /// Returns the JSON output of a command with its order of keys; discarded if it is not JSON.
    static nlohmann::ordered_json json(const std::string& arguments) {
        const Outcome outcome = folder->hitmap(arguments + " --json");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::ordered_json::parse(outcome.out, nullptr, false);
    }
    inline static std::unique_ptr<TemporaryFolder> folder;
};

} // namespace hitmap::test
