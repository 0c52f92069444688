#pragma once

#include "core/trace/formats/memtracer/trace_header.h"
#include "core/trace/import/import_warnings.h"

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace hitmap::memtracer {

struct TraceLaunch {
    std::uint64_t id = 0;
    std::array<std::uint32_t, 3> grid{1, 1, 1};  ///< blocks
    std::array<std::uint32_t, 3> block{1, 1, 1}; ///< threads

    [[nodiscard]] std::uint32_t threads() const { return block[0] * block[1] * block[2]; }
    [[nodiscard]] std::uint32_t warps_per_block() const { return (threads() + 31) / 32; }
    [[nodiscard]] std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
};

/// A region of memory. The file has a row of it for each launch during which it was allocated.
struct TraceRegion {
    std::uint64_t id = 0;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint32_t first_launch = 0; ///< index into TraceTables::launches
    std::uint32_t last_launch = 0;  ///< inclusive
    /// Offset of the earliest stored contents in the file; no_contents if there are none.
    std::uint64_t contents = no_contents;
};

struct TraceInstruction {
    std::uint64_t program_counter = 0;
    std::string opcode;
};

/// The tables of a trace except its accesses.
struct TraceTables {
    std::vector<TraceLaunch> launches; ///< in the order of their ids
    std::unordered_map<std::uint64_t, std::uint32_t> launch_of_id;
    std::vector<TraceRegion> regions; ///< in the order of the file; two of the same launch are disjoint
    std::vector<TraceInstruction> instructions; ///< in the order of their program counters
    std::unordered_map<std::uint64_t, std::uint32_t> instruction_at; ///< by program counter
};

/// Reads the tables. Regions that the recording cannot have are left out and counted. Throws FileError,
/// Cancelled.
[[nodiscard]] TraceTables read_tables(SeekableInput& file, const TraceHeader& header,
                                      ImportWarnings& warnings);

} // namespace hitmap::memtracer
