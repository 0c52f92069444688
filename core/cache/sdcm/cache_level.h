#pragma once

#include "core/cache/array/cache_geometry.h"
#include "core/cache/results/access_block.h"
#include "core/cache/results/allocation_sums.h"
#include "core/cache/reuse/reuse_stack.h"
#include "core/cache/sdcm/hit_probability.h"
#include "core/cache/sdcm/scene_lines.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// A look-up of a line that a part of the stream had not used before; who came before that part knows more.
struct ColdLookup {
    std::uint32_t line;
    std::uint32_t sum; ///< index of the sums that it belongs to
    GroupOutcome* outcome;
};

/// Where the sums of a block's groups go: a row, [allocations], for each interval of the block.
class IntervalRows {
public:
    /// Sums of the block's first interval are from `first` on. The block outlives this.
    IntervalRows(const AccessBlock& block, std::size_t allocations, std::size_t first)
        : intervals_(block.intervals), allocations_(allocations), first_(first) {}

    /// Index of the first sum of the group's row. Groups are asked for in their order.
    [[nodiscard]] std::uint32_t row_of(const AccessGroup& group) {
        while (group.first >= intervals_[current_].last_access)
            ++current_;
        return static_cast<std::uint32_t>(first_ + current_ * allocations_);
    }

private:
    std::span<const BlockInterval> intervals_;
    std::size_t allocations_;
    std::size_t first_;
    std::size_t current_ = 0;
};

/// What is the same for all caches of one level: which lines are looked up, and what a distance is worth.
/// Immutable; used by many threads.
class CacheLevel {
public:
    CacheLevel(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
               const CacheGeometry& geometry, const JobContext& job = {})
        : lines_(info, std::move(scene), geometry.line, job), table_(geometry, job) {}

    [[nodiscard]] std::uint32_t line_count() const { return lines_.line_count(); }
    [[nodiscard]] std::uint64_t face_count() const { return lines_.face_count(); }

    /// Runs groups of one block through one cache: outcomes[i] of groups[i], and sums in rows of `rows`.
    /// Cold look-ups count as such, or are put aside where `cold` is given. Throws Cancelled.
    void simulate(ReuseStack& stack, std::span<const AccessGroup> groups, std::span<GroupOutcome> outcomes,
                  IntervalRows& rows, std::span<LevelSums> sums, std::vector<ColdLookup>* cold,
                  const JobContext& job) const;
    /// Runs look-ups that were put aside through the cache that they belong to, and adds what comes of it.
    void resolve(ReuseStack& stack, std::span<const ColdLookup> cold, std::span<LevelSums> sums,
                 const JobContext& job) const;

private:
    SceneLines lines_;
    HitTable table_;
};

} // namespace hitmap
