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

/// A look-up of a line that was not used before in its part of the stream. An earlier part may have used it.
struct ColdLookup {
    std::uint32_t line;
    std::uint32_t sum; ///< index of the sums that it is added to
    GroupOutcome* outcome;
};

/// Finds the sums of a block's groups: each interval of the block has a row [allocations].
class IntervalRows {
public:
    /// The sums of the block's first interval start at index `first`. The block must outlive this object.
    IntervalRows(const AccessBlock& block, std::size_t allocations, std::size_t first)
        : intervals_(block.intervals), allocations_(allocations), first_(first) {}

    /// Returns the index of the first sum of the group's row. Call it for groups in ascending order.
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

/// The parts that all caches of one level share: the lines that an access looks up, and the hit probability
/// of each distance. Immutable and thread-safe.
class CacheLevel {
public:
    CacheLevel(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
               const CacheGeometry& geometry, const JobContext& job = {})
        : lines_(info, std::move(scene), geometry.line, job), table_(geometry, job) {}

    [[nodiscard]] std::uint32_t line_count() const { return lines_.line_count(); }
    /// As in SceneLines.
    void expect_known(ElementKindId kind, std::uint32_t element) const { lines_.expect_known(kind, element); }

    /// Runs groups of one block through one cache. outcomes[i] is the outcome of groups[i]; sums are added to
    /// the rows of `rows`. Cold look-ups are counted, or appended to `cold` if it is not null. Throws
    /// Cancelled.
    void simulate(ReuseStack& stack, std::span<const AccessGroup> groups, std::span<GroupOutcome> outcomes,
                  IntervalRows& rows, std::span<LevelSums> sums, std::vector<ColdLookup>* cold,
                  const JobContext& job) const;
    /// Runs the look-ups of `cold` through the cache that they belong to, and adds their outcomes.
    void resolve(ReuseStack& stack, std::span<const ColdLookup> cold, std::span<LevelSums> sums,
                 const JobContext& job) const;

private:
    SceneLines lines_;
    HitTable table_;
};

} // namespace hitmap
