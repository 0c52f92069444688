#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/gpu/memory_path.h"
#include "core/cache/results/access_matrix.h"
#include "core/cache/results/matrix_history.h"
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
    /// The sums of an interval of a block.
    struct Interval {
        std::vector<std::uint64_t> requests;               ///< [instructions]
        std::vector<std::uint64_t> active_lanes;           ///< [instructions]
        std::vector<std::pair<std::uint64_t, Cell>> cells; ///< instruction and allocation in one number
    };
    /// The sums of one block.
    struct Block {
        std::vector<Interval> intervals; ///< [block.input.intervals]
        /// The cell of a key in the interval that last had it; internal to the tally.
        struct Place {
            std::size_t interval = ~std::size_t{0};
            std::size_t cell = 0;
        };
        std::unordered_map<std::uint64_t, Place> places;
    };
    /// Counts a block and overwrites `sums`. Thread-safe. Must be called after L2Stage::collect.
    void count(const PipelineBlock& block, Block& sums) const;
    /// Adds the sums of a block, also to the history if it is not null.
    void add(const AccessBlock& block, const Block& sums, MatrixHistory* history);
    /// Returns the sums of all blocks. Call it once, at the end.
    [[nodiscard]] AccessMatrix take();

private:
    void count_request(const PipelineBlock& block, std::size_t request, std::size_t interval,
                       Block& sums) const;
    void count_parts(const PipelineBlock& block, std::size_t request, std::size_t interval,
                     Block& sums) const;
    void add_to_history(const BlockInterval& begin, const BlockInterval& end, const Interval& sums,
                        MatrixHistory& history);

    std::vector<MemoryPath> paths_;
    const Coalescer& coalescer_;
    AccessMatrix whole_; ///< without cells before take()
    std::unordered_map<std::uint64_t, Cell> cells_;
    std::vector<MatrixCell> sorted_; ///< of the interval that is added to a history
};

} // namespace hitmap
