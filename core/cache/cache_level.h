#pragma once

#include "core/cache/access_block.h"
#include "core/cache/hit_probability.h"
#include "core/cache/reuse_stack.h"
#include "core/cache/scene_lines.h"
#include "core/cache/sdcm.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// A look-up of a line that a part of the stream had not used before; who came before that part knows more.
struct ColdLookup {
    std::uint32_t line;
    std::uint32_t allocation;
    GroupOutcome* outcome;
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

    /// Runs groups through one cache: outcomes[i] of groups[i], and sums, [info.allocations].
    /// Cold look-ups count as such, or are put aside where `cold` is given. Throws Cancelled.
    void simulate(ReuseStack& stack, std::span<const AccessGroup> groups, std::span<GroupOutcome> outcomes,
                  std::span<LevelSums> sums, std::vector<ColdLookup>* cold, const JobContext& job) const;
    /// Runs look-ups that were put aside through the cache that they belong to, and adds what comes of it.
    void resolve(ReuseStack& stack, std::span<const ColdLookup> cold, std::span<LevelSums> sums,
                 const JobContext& job) const;

private:
    SceneLines lines_;
    HitTable table_;
};

/// Element by element.
inline void add_sums(std::span<const LevelSums> from, std::span<LevelSums> to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
        to[i].hits += from[i].hits;
        to[i].lookups += from[i].lookups;
        to[i].cold += from[i].cold;
        to[i].distance_sum += from[i].distance_sum;
    }
}

} // namespace hitmap
