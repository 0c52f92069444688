#pragma once

#include "core/cache/pipeline/hierarchy_result.h"
#include "core/cache/results/access_outcome.h"
#include "core/cache/results/sums_history.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/query/profile.h"
#include "core/profile/sums/stack_traffic.h"

#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// Takes the outcomes of a cache model, in order, and makes a Profile of them.
class ProfileBuilder final : public OutcomeSink {
public:
    /// `pool` outlives the builder and its profile. `tags`: all lane tags of the recording, of each lane in
    /// rising order; without any, the profile knows nothing by pixel. Throws Error where the elements of
    /// `info` are faulty.
    ProfileBuilder(const RecordingInfo& info, ThreadPool& pool, std::span<const LaneTagRun> tags = {});
    ~ProfileBuilder() override;
    ProfileBuilder(const ProfileBuilder&) = delete;
    ProfileBuilder& operator=(const ProfileBuilder&) = delete;

    /// Throws Error beyond 2^32 - 1 element accesses.
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

    /// Sums by allocation of windows of time, for the profile to keep. Call before finish(), if at all.
    void keep(AllocationHistory history);
    /// What the hierarchy model counted, in place of sums by allocation.
    void keep(TrafficHistory history, const HierarchyResult& whole);
    /// Whose stack it was, where that is known.
    void keep(StackTraffic stack);
    /// The model says no reuse distances: metrics of these are undefined. Call before finish(), if at all.
    void without_distances();
    /// The model says why look-ups missed, and no reuse distances. Call before finish(), if at all.
    void with_miss_classes();
    /// Call once, after the last add(). `info`: with its final counts. Throws Cancelled.
    [[nodiscard]] std::shared_ptr<const Profile>
    finish(const RecordingInfo& info, std::vector<AllocationSums> allocations, const JobContext& job = {});

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace hitmap
