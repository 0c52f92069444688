#pragma once

#include "core/trace/hmt/file/hmt_reader.h"
#include "tests/app/program.h"

#include <array>
#include <string>
#include <vector>

namespace hitmap::test {

/// A task of the program that is recorded (program/tasks.cpp), run on lavapipe.
class RecordedTask {
public:
    /// What the task prints without the layer. Its errors are part of it.
    [[nodiscard]] std::string plain(const std::string& task) const;
    /// Runs `hitmap record -o r.hmt OPTIONS -- PROGRAM TASK`. @param variables  of the environment,
    /// NAME=VALUE
    [[nodiscard]] Outcome record(const std::string& task, const std::string& options = "",
                                 const std::string& variables = "") const;
    /// Runs the task with the layer above Khronos's validation layer, which writes to standard output.
    [[nodiscard]] std::string validated(const std::string& task, const std::string& variables = "") const;
    /// The recording of record().
    [[nodiscard]] HmtFile recording() const;
    [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

private:
    [[nodiscard]] std::string run(const std::string& command) const;

    TemporaryFolder folder_;
};

/// How many requests the task "odd" has: three of each subgroup, and each of its three work groups of 5x3x2
/// has six subgroups, or four if the driver fills them (lane_reference.h).
constexpr std::array<std::uint64_t, 2> odd_requests{54, 36};

/// The requests of a recording as sorted lines of text, as reference_requests() has them.
[[nodiscard]] std::vector<std::string> request_lines(const HmtFile& file);

/// The value of an option of the recording; empty if there is none.
[[nodiscard]] std::string option_of(const HmtFile& file, const std::string& name);

} // namespace hitmap::test
