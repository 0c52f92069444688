#pragma once

#include "core/trace/import/import_warnings.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// Lines that are left out: how many, and the first of them.
struct LeftOutLines {
    std::uint64_t count = 0;
    std::uint64_t first_line = 0; ///< its number in the file, from 1
    std::string first;            ///< its text, shortened if it is long

    void add(std::uint64_t line, std::string_view text);
    /// Adds lines of a later piece of the file.
    void add(const LeftOutLines& later);
};

/// The lines of a piece of text, by what they are.
struct LineCounts {
    std::uint64_t read = 0;
    LeftOutLines other;  ///< output of the recorded program
    LeftOutLines broken; ///< begin like a line of the format, but are incomplete or contradict others

    [[nodiscard]] std::uint64_t left_out() const { return other.count + broken.count; }
};

/// Counts the lines that an import leaves out, and refuses a file with too many of them. Programs write to
/// the same output as the tools that record them, sometimes in the middle of a line. It does the same for the
/// records of a binary file.
class LineTolerance {
public:
    /// @param file  name for messages
    /// @param unit  "line" or "record", for messages
    explicit LineTolerance(std::string file, std::string unit = "line")
        : file_(std::move(file)), unit_(std::move(unit)) {}
    /// Adds the lines of the next piece of the file. Throws FileError once it is clear that too many lines
    /// are left out: more than 1 % and 10 lines are invalid, or more than half and 1000 lines are other
    /// output.
    void add(const LineCounts& counts);
    /// Does the same for a file that has ended, and counts the lines that were left out as warnings, which
    /// name the file and the first of these lines.
    void finish(ImportWarnings& warnings) const;

    [[nodiscard]] std::uint64_t read() const { return total_.read; }

private:
    /// @param allowance  the number of lines that are tolerated at any share
    void check(std::uint64_t allowance_broken, std::uint64_t allowance_other) const;
    [[nodiscard]] std::string place_of(const LeftOutLines& lines) const;

    std::string file_;
    std::string unit_;
    LineCounts total_;
};

} // namespace hitmap
