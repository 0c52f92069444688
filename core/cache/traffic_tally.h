#pragma once

#include "core/cache/memory_path.h"
#include "core/cache/pipeline_block.h"
#include "core/cache/traffic_sums.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// What the levels said of one request: h hits of n look-ups. What L1 wrote back to make room counts for the
/// request that needed it.
struct RequestLevels {
    std::uint16_t l1_hits = 0;
    std::uint16_t l1_lookups = 0;
    std::uint16_t l2_hits = 0;
    std::uint16_t l2_lookups = 0;
    friend bool operator==(const RequestLevels&, const RequestLevels&) = default;
};

/// Adds up what the caches said of blocks, by instruction and by allocation.
class TrafficTally {
public:
    /// `coalescer` outlives it. `paths`: [instructions].
    TrafficTally(std::size_t allocations, std::vector<MemoryPath> paths, const Coalescer& coalescer)
        : allocations_(allocations), paths_(std::move(paths)), coalescer_(coalescer) {}

    /// Sums of one block. `allocations` are those of each of its intervals.
    struct Block {
        TrafficSums total;
        std::vector<TrafficSums> instructions;
        std::vector<TrafficSums> allocations; ///< [intervals][allocations]
        std::vector<RequestLevels> requests;  ///< [requests]
    };
    /// Overwrites `sums`. Thread-safe.
    void count(const PipelineBlock& block, Block& sums) const;

private:
    void count_request(const PipelineBlock& block, std::size_t request, std::span<TrafficSums> row,
                       Block& sums) const;
    void count_parts(const PipelineBlock& block, std::size_t request, MemoryPath path,
                     std::span<TrafficSums> row) const;
    void count_misses(const PipelineBlock& block, std::size_t request, MemoryPath path,
                      std::span<TrafficSums> row, TrafficSums& instruction) const;
    void count_write_back(const PipelineBlock& block, std::size_t request, std::size_t index,
                          std::span<TrafficSums> row, Block& sums) const;

    std::size_t allocations_;
    std::vector<MemoryPath> paths_;
    const Coalescer& coalescer_;
};

/// What goes on to L2 of a line that a request asked L1 for.
[[nodiscard]] inline LineSectors sectors_for_l2(MemoryPath path, const LineRequest& line) {
    switch (path) {
    case MemoryPath::load:
    case MemoryPath::streaming_load:
    case MemoryPath::last_load:
    case MemoryPath::local_load:
        return static_cast<LineSectors>(line.sectors & ~line.l1_hits);
    case MemoryPath::bypassing_load:
    case MemoryPath::store:
    case MemoryPath::atomic:
        return line.sectors;
    case MemoryPath::local_store:
    case MemoryPath::shared:
        break;
    }
    return 0;
}
/// Whether sectors on this path are looked up in L1.
[[nodiscard]] inline bool looks_into_l1(MemoryPath path) {
    return path != MemoryPath::bypassing_load && path != MemoryPath::atomic && path != MemoryPath::shared;
}

} // namespace hitmap
