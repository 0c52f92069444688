#pragma once

#include <cstdint>

/// Memory by which a dispatch runs in parts, so that the log never has to hold more than a part of its
/// records.
///
/// Each part is the whole dispatch again. When a work group begins and the log is filled up to `parts_limit`,
/// it ends at once, without any effect, and is run by a later part; so is a work group that a former part has
/// run. The first invocation of a work group that comes decides for all of them, by the word of the work
/// group behind the header. Between two parts the device waits until the host has emptied the log.
///
/// The word of a work group: bit 0: it runs, the others: the part in which that was decided. Parts are
/// counted over all dispatches, so that no word must be cleared.
namespace hitmap::capture {

/// Where the words of the header are, in bytes from the start of the memory. All have 32 bits.
enum PartsHeader : std::uint32_t {
    parts_count = 0,       ///< parts of the dispatch; 0: it runs whole
    parts_number = 4,      ///< the part that runs, from 0; ~0 before the first
    parts_grid = 8,        ///< x, y, z: work groups of the dispatch
    parts_arguments = 20,  ///< x, y, z: work groups of the part, which are none when all have been run
    parts_wait = 32,       ///< x, y, z: work groups of the kernel that waits for the host
    parts_mode = 44,       ///< PartMode
    parts_pass = 48,       ///< parts so far, over all dispatches
    parts_first_pass = 52, ///< parts_pass in the first part of the dispatch
    parts_deferred = 56,   ///< not 0: the part left a work group to a later one
    parts_limit = 60,      ///< units of the log above which no further work group begins
    parts_request = 64,    ///< how often the device has asked the host to empty the log
    parts_grant = 68,      ///< how often the host has done so
    parts_spare = 72,
    parts_header_bytes = 128,
};

enum class PartMode : std::uint32_t {
    whole = 0, ///< every work group runs, and no word of a work group means anything
    part = 1,
    last = 2, ///< every work group that has not been run runs
};

/// A dispatch with more work groups is not split.
constexpr std::uint32_t most_split_groups = 1U << 22;

} // namespace hitmap::capture
