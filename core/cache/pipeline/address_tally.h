#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/results/address_map.h"
#include "core/cache/stages/pipeline_block.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// Adds up the outcomes of sectors by address and time.
class AddressTally {
public:
    /// `coalescer` and `maps` must outlive the tally. `paths`: [instructions].
    /// @param counts_requests  whether positions in time are those of requests, not of element accesses
    AddressTally(std::vector<MemoryPath> paths, const Coalescer& coalescer, bool counts_requests,
                 std::span<AddressMap> maps)
        : paths_(std::move(paths)), coalescer_(coalescer), counts_requests_(counts_requests), maps_(maps) {}

    /// Adds a block to the maps. Blocks must be added in order, after L2Stage::collect(), and with their
    /// element accesses. Throws Cancelled.
    void add(const PipelineBlock& block, const JobContext& job);

private:
    void add_request(const PipelineBlock& block, std::size_t request, std::uint64_t position,
                     AddressMap& map) const;

    std::vector<MemoryPath> paths_;
    const Coalescer& coalescer_;
    bool counts_requests_;
    std::span<AddressMap> maps_;
    std::uint64_t accesses_ = 0; ///< of the blocks before
};

} // namespace hitmap
