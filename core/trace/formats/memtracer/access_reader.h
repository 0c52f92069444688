#pragma once

#include "core/trace/formats/memtracer/trace_tables.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap::memtracer {

/// One row of the table of accesses: a memory instruction that lanes of a warp executed together.
struct TraceAccess {
    std::uint32_t launch = 0;      ///< index into TraceTables::launches
    std::uint64_t block = 0;       ///< linear, x first
    std::uint32_t local_warp = 0;  ///< in the block
    std::uint32_t warp = 0;        ///< in the launch
    std::uint32_t instruction = 0; ///< index into TraceTables::instructions; their number if it is not known
    std::uint32_t mask = 0;        ///< lanes with an address; may be 0
    std::array<std::uint64_t, warp_size> address{};
};

/// Anomalies of accesses, counted by AccessReader.
struct AccessAnomalies {
    std::uint64_t without_lanes = 0;       ///< accesses
    std::uint64_t unknown_instruction = 0; ///< accesses
    std::uint64_t lanes_outside_block = 0; ///< lanes
};

/// Reads ranges of accesses in order.
class AccessReader {
public:
    /// The arguments must outlive the object.
    AccessReader(SeekableInput& file, const TraceHeader& header, const TraceTables& tables);

    /// Starts again: next() will return access `first`. Does not read yet.
    void seek(std::uint64_t first);
    /// Reads the next access; returns false at the end. Throws FileError (a launch, block or warp that does
    /// not exist), Cancelled.
    bool next(TraceAccess& access);
    /// What was found since the begin.
    [[nodiscard]] const AccessAnomalies& anomalies() const { return anomalies_; }

private:
    void fill();
    void decode(const std::byte* row, TraceAccess& access);
    [[noreturn]] void refuse(const std::string& message) const;

    SeekableInput& file_;
    const TraceHeader& header_;
    const TraceTables& tables_;
    std::vector<std::byte> buffer_;
    std::size_t at_ = 0;          ///< in the buffer
    std::uint64_t next_ = 0;      ///< the access that next() will return
    std::uint64_t launch_id_ = 0; ///< of the last access, with its index
    std::uint32_t launch_ = 0;
    bool launch_known_ = false;
    AccessAnomalies anomalies_;
};

} // namespace hitmap::memtracer
