#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/results/access_matrix.h"
#include "core/cache/results/traffic_sums.h"
#include "core/cache/stages/pipeline_block.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hitmap {

/// Adds up the outcomes of blocks in the caches, by instruction and allocation together.
class MatrixTally {
public:
    /// `coalescer` must outlive the tally. `paths`: [instructions].
    MatrixTally(std::vector<MemoryPath> paths, const Coalescer& coalescer)
        : paths_(std::move(paths)), coalescer_(coalescer) {
        whole_.requests.resize(paths_.size());
        whole_.active_lanes.resize(paths_.size());
    }

    struct Cell {
        TrafficSums sums;
        std::uint64_t active_lanes = 0;
    };
    /// The sums of one block.
    struct Block {
        std::vector<std::uint64_t> requests;           ///< [instructions]
        std::vector<std::uint64_t> active_lanes;       ///< [instructions]
        std::unordered_map<std::uint64_t, Cell> cells; ///< [instruction and allocation in one number]
    };
    /// Counts a block and overwrites `sums`. Thread-safe. Must be called after L2Stage::collect.
    void count(const PipelineBlock& block, Block& sums) const;
    /// Adds the sums of a block.
    void add(const Block& sums);
    /// Returns the sums of all blocks. Call it once, at the end.
    [[nodiscard]] AccessMatrix take();

private:
    void count_parts(const PipelineBlock& block, std::size_t request, std::uint64_t active,
                     Block& sums) const;

    std::vector<MemoryPath> paths_;
    const Coalescer& coalescer_;
    AccessMatrix whole_; ///< without cells before take()
    std::unordered_map<std::uint64_t, Cell> cells_;
};

} // namespace hitmap
