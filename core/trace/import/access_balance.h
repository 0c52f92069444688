#pragma once

#include "core/trace/import/import_warnings.h"

#include <cstdint>
#include <string_view>

namespace hitmap {

/// Holds the accesses that an importer read from a file against those that it wrote to the recording, so that
/// none is lost without a word. Used by one thread. docs/import.md has a table of what each importer counts.
class AccessBalance {
public:
    /// What an access of the file is in the recording.
    enum class Unit : std::uint8_t { request, lane_access };

    /// @param unit  of the format; an importer that does not call it is not checked
    void begin(Unit unit) {
        unit_ = unit;
        checked_ = true;
    }
    /// Accesses that the file has.
    void read(std::uint64_t accesses = 1) { read_ += accesses; }
    /// Those of them that are not in the recording. The importer counts them as a warning, too, or
    /// docs/import.md says why the format has them.
    void left_out(std::uint64_t accesses = 1) { left_out_ += accesses; }
    /// Requests or lane accesses that an access became beyond the first one.
    void split(std::uint64_t further) { split_ += further; }

    /// Compares with what the recording has, and counts the difference as a warning.
    void check(std::uint64_t requests, std::uint64_t lane_accesses, ImportWarnings& warnings) const;

private:
    Unit unit_ = Unit::request;
    bool checked_ = false;
    std::uint64_t read_ = 0;
    std::uint64_t left_out_ = 0;
    std::uint64_t split_ = 0;
};

/// The warnings of AccessBalance::check().
inline constexpr std::string_view lost_accesses =
    "accesses of the file that are neither in the recording nor counted as left out";
inline constexpr std::string_view surplus_accesses = "accesses of the recording that the file does not have";

} // namespace hitmap
