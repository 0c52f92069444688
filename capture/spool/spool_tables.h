#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "capture/log/log_reader.h"
#include "capture/spool/spool_reader.h"

namespace hitmap::capture {

/// What a recording has room for.
struct RecordingLimits {
    std::size_t launches = std::size_t{1} << 20;
    std::size_t instructions = std::size_t{1} << 16;
    std::size_t blocks = std::size_t{1} << 16; ///< basic blocks
    std::size_t allocations = std::size_t{1} << 12;
    std::size_t ray_places = std::size_t{1} << 16;
};

/// A buffer of the program, and the launches while it existed.
struct SpooledBuffer {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::string name;
    std::uint32_t first_launch = 0;
    std::uint32_t last_launch = ~std::uint32_t{0}; ///< not included; ~0: to the end
    bool has_contents = false;
};

/// Sums of all submissions whose log was full.
struct SpooledLoss {
    std::uint64_t held_units = 0;
    std::uint64_t needed_units = 0;
    bool was_split = false;         ///< a dispatch ran in parts, one of which filled the log
    std::uint64_t largest_need = 0; ///< units of a log in which nothing would have been lost
};

/// Everything in a spool but its records and contents.
struct SpoolTables {
    RecordingLimits limits;
    std::vector<SpoolDevice> devices;
    std::vector<SpoolModule> modules;                             ///< by their first site
    std::map<std::uint32_t, SpooledBuffer> buffers;               ///< by number
    std::map<std::uint32_t, std::vector<SpoolDescriptor>> tables; ///< by number; by set, binding and index
    std::vector<SpoolLaunch> launches;
    /// By device, dispatch, and draw, which is 0 for dispatches.
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> launch_of;
    std::set<std::pair<std::uint32_t, std::uint32_t>> passes; ///< device and dispatch of render passes
    /// Launches that have not ended, by the same numbers; read_tables() puts them behind the others.
    std::map<std::array<std::uint32_t, 3>, SpoolLaunch> begun;
    std::uint32_t ended_launches = 0;    ///< in `launches`, before those that have not ended
    std::uint64_t left_out_launches = 0; ///< beyond the limit
    std::vector<std::string> notes;
    std::uint64_t unrecorded_launches = 0; ///< dispatches, draws and launches of rays, for reasons in `notes`
    std::vector<std::string> layers;       ///< other layers of Vulkan in the process
    std::vector<std::string> unrecorded_traversal; ///< modules that trace rays and are not recorded
    std::uint64_t dispatches_by_device = 0; ///< dispatches and render passes, where the counts do not agree
    std::uint64_t dispatches_by_host = 0;   ///< of the same
    SpooledLoss loss;
    std::uint64_t held_units = 0; ///< of all records
    bool ended = false;           ///< the process was not killed

    /// The module that a site belongs to; null: none.
    [[nodiscard]] const SpoolModule* module_of(std::uint32_t site) const;
};

/// Reads a spool once. Throws SpoolError.
[[nodiscard]] SpoolTables read_tables(SpoolReader& spool, const RecordingLimits& limits = {});

/// What could not be read in a spool.
struct UnreadRecords {
    std::uint64_t records = 0; ///< of launches or subgroups that the spool does not have
    std::uint64_t units = 0;   ///< behind a record that is not one, up to the end of its event
};

/// Calls `use` with each record of a spool and the number of its launch, in the order of the log. Records of
/// launches that the spool does not have are skipped.
/// @param step  called now and then with the bytes that were read; may throw to end
UnreadRecords for_each_record(SpoolReader& spool, const SpoolTables& tables,
                              const std::function<void(std::uint32_t launch, const LogRecord&)>& use,
                              const std::function<void(std::uint64_t)>& step);

} // namespace hitmap::capture
