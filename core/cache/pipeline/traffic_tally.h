#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/pipeline/sector_counts.h"
#include "core/cache/results/counted_parts.h"
#include "core/cache/results/request_levels.h"
#include "core/cache/results/request_traffic.h"
#include "core/cache/results/traffic_rows.h"
#include "core/cache/results/traffic_sums.h"
#include "core/cache/stages/pipeline_block.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Adds up the outcomes of blocks in the caches, by instruction and by allocation.
class TrafficTally {
public:
    /// `coalescer` must outlive the tally. `paths`: [instructions].
    TrafficTally(std::size_t allocations, std::vector<MemoryPath> paths, const Coalescer& coalescer)
        : rows_{allocations, paths.size()}, paths_(std::move(paths)), coalescer_(coalescer) {}

    [[nodiscard]] const TrafficRows& rows() const { return rows_; }
    /// Requests of an instruction that are not in the sums yet. All of them are in the same allocation, or in
    /// none. Requests in several allocations are already counted for these and stand here without an
    /// allocation.
    struct Pending {
        SectorCounts counts;
        std::uint32_t requests = 0;
        std::uint16_t allocation = CoalescedRequests::no_allocation;
    };
    /// The sums of one block.
    struct Block {
        std::vector<TrafficSums> sums;       ///< [intervals][rows().count()]
        std::vector<RequestLevels> requests; ///< [requests]
        std::vector<SmWork> sms;             ///< [block.sms]
        std::vector<Pending> pending;        ///< [instructions] internal to the tally, like the next member
        OwningAllocation last;
    };
    /// Counts a block and overwrites `sums`. Thread-safe.
    void count(const PipelineBlock& block, Block& sums) const;
    /// Overwrites `traffic` by the sums of each request of the block. Thread-safe.
    /// @param counted  requests of other instructions and sectors of other allocations are not counted
    void count_requests(const PipelineBlock& block, const CountedParts& counted,
                        std::vector<RequestTraffic>& traffic) const;

private:
    /// `row`: [rows_.count()] sums of the interval of the request.
    void count_request(const PipelineBlock& block, std::size_t request, std::span<TrafficSums> row,
                       Block& sums) const;
    void add_pending(std::size_t instruction, Pending& pending, std::span<TrafficSums> row) const;
    void count_parts(const PipelineBlock& block, std::size_t request, MemoryPath path,
                     std::span<TrafficSums> row) const;
    void count_misses(const PipelineBlock& block, std::size_t request, MemoryPath path,
                      std::span<TrafficSums> row, TrafficSums& instruction) const;
    void count_write_back(const PipelineBlock& block, std::size_t request, std::size_t index,
                          std::span<TrafficSums> row, Block& sums) const;

    TrafficRows rows_;
    std::vector<MemoryPath> paths_;
    const Coalescer& coalescer_;
};

} // namespace hitmap
