#pragma once

#include "core/trace/import/import_warnings.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// The lines of a piece of text, by what they are.
struct LineCounts {
    std::uint64_t read = 0;
    std::uint64_t other = 0;  ///< output of the recorded program
    std::uint64_t broken = 0; ///< begin like a line of the format, but are incomplete or contradict others
    std::uint64_t first_broken_line = 0;
    std::string first_broken; ///< its text

    /// @param text  is shortened if it is long
    void add_broken(std::uint64_t line, std::string_view text);
};

/// Counts the lines that an import leaves out, and refuses a file with too many of them. Programs write to
/// the same output as the tools that record them, sometimes in the middle of a line.
class LineTolerance {
public:
    /// @param file  name for messages
    explicit LineTolerance(std::string file) : file_(std::move(file)) {}
    /// Adds the lines of the next piece of the file. Throws FileError once it is clear that too many lines
    /// are left out: more than 1 % and 10 lines are invalid, or more than half and 1000 lines are other
    /// output.
    void add(const LineCounts& counts);
    /// Does the same for a file that has ended, and counts the lines that were left out as warnings.
    void finish(ImportWarnings& warnings) const;

    [[nodiscard]] std::uint64_t read() const { return total_.read; }

private:
    /// @param allowance  the number of lines that are tolerated at any share
    void check(std::uint64_t allowance_broken, std::uint64_t allowance_other) const;

    std::string file_;
    LineCounts total_;
};

} // namespace hitmap
