#pragma once

#include "core/analysis/simt/execution_sums.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// The active lanes of a warp at each execution of each basic block: those of the k-th execution of a block
/// are at index k. Sorted by block.
template <class Count>
using LaneSequences = std::vector<std::pair<std::uint32_t, std::vector<Count>>>;

/// The sequence of a block, which is new if the block is.
template <class Count>
std::vector<Count>& sequence_of(LaneSequences<Count>& sequences, std::uint32_t block) {
    auto place = std::lower_bound(sequences.begin(), sequences.end(), block,
                                  [](const auto& item, std::uint32_t b) { return item.first < b; });
    if (place == sequences.end() || place->first != block)
        place = sequences.insert(place, {block, std::vector<Count>()});
    return place->second;
}

/// Finds the upper bound of thread compaction. The lanes of different warps that execute a basic block for
/// the k-th time in their warps can be put together, so that ceil(lanes / w) warps remain (Pankratz et al.
/// 2021, section V-B, who do this for calls of traceRay). Windows of 2^n warps of an SM are made of two
/// windows of half the size. A warp needs memory for its executions until its window has grown over all
/// warps that have ended: one byte each while it runs, and four for each of the longest warp of a window
/// afterwards.
class Compaction {
public:
    /// @param warp_lanes  w
    Compaction(std::span<const BasicBlock> blocks, unsigned warp_lanes)
        : blocks_(blocks), warp_lanes_(warp_lanes) {}

    /// Returns the number of a warp that begins on an SM, in its launch.
    [[nodiscard]] std::uint64_t begin(std::uint32_t launch, std::uint32_t sm) {
        return running_[launch][sm].warps++;
    }
    /// @param number  the result of begin()
    void end(std::uint32_t launch, std::uint32_t sm, std::uint64_t number,
             const LaneSequences<std::uint8_t>& lanes);
    /// All warps of the launch have ended.
    void end_launch(std::uint32_t launch);
    /// Of all launches.
    [[nodiscard]] std::vector<CompactionRow> rows() const;
    /// The same for each block that was executed, in ascending order. Takes 8 bytes for each of them and row.
    [[nodiscard]] std::vector<BlockCompaction> rows_of_blocks() const;

private:
    using Sequences = LaneSequences<std::uint32_t>;
    /// Executions by the warps that remain, of each block; sorted by block.
    using Sums = std::vector<std::pair<std::uint32_t, std::uint64_t>>;
    struct Sm {
        std::uint64_t warps = 0;
        /// Windows whose other half has not ended, by log2 of their size and number.
        std::map<std::pair<unsigned, std::uint64_t>, Sequences> halves;
        std::vector<Sums> sizes; ///< by log2 of the size
    };
    [[nodiscard]] Sums count(const Sequences& lanes) const;
    void put(Sm& sm, unsigned size, std::uint64_t number, Sequences lanes);
    [[nodiscard]] Sequences whole(Sm& sm);
    static void merge(Sequences& into, const Sequences& more);
    static void add(Sums& to, const Sums& more);
    [[nodiscard]] CompactionRow row(CompactionScope scope, std::uint64_t warps, const Sums& sums) const;
    /// The sums of each row of rows().
    [[nodiscard]] std::vector<const Sums*> sums_of_rows() const;

    std::span<const BasicBlock> blocks_;
    unsigned warp_lanes_;
    std::map<std::uint32_t, std::map<std::uint32_t, Sm>> running_; ///< by launch and SM
    std::vector<Sums> sizes_;                                      ///< of the launches that have ended
    Sums largest_; ///< of those: windows of all sizes from sizes_.size() on
    Sums launches_;
    std::uint64_t most_of_sm_ = 0;
    std::uint64_t most_of_launch_ = 0;
};

} // namespace hitmap
