#pragma once

#include "core/cache/pipeline/hierarchy_result.h"
#include "core/cache/results/access_matrix.h"
#include "core/cache/results/access_outcome.h"
#include "core/cache/results/sums_history.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/query/profile.h"
#include "core/profile/sums/sm_table.h"
#include "core/profile/sums/stack_traffic.h"

#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// Receives the outcomes of a cache model, in order, and builds a Profile from them.
class ProfileBuilder final : public OutcomeSink {
public:
    /// `pool` must outlive the builder and its profile. `tags`: all lane tags of the recording, sorted by
    /// request within each lane; if empty, the profile has no data of pixels. Throws Error if the elements of
    /// `info` are invalid.
    ProfileBuilder(const RecordingInfo& info, ThreadPool& pool, std::span<const LaneTagRun> tags = {});
    ~ProfileBuilder() override;
    ProfileBuilder(const ProfileBuilder&) = delete;
    ProfileBuilder& operator=(const ProfileBuilder&) = delete;

    /// Throws Error if there are more than 2^32 - 1 element accesses.
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

    /// Stores the sums by allocation over time in the profile. Call before finish().
    void keep(AllocationHistory history);
    /// Stores the sums of the hierarchy model, which replace the sums by allocation. Call before finish().
    void keep(TrafficHistory history, const HierarchyResult& whole);
    /// Stores the stack traffic of rays. Call before finish().
    void keep(StackTraffic stack);
    /// Stores the traffic by instruction and allocation. Call before finish().
    void keep(AccessMatrix matrix, MatrixHistory history = {});
    /// Stores the sums by SM of the requests. Call before finish().
    void keep(SmTable sms);
    /// Stores the terms of boxes, unless they are null. Call before finish().
    void keep(std::shared_ptr<const ElementTerms> terms);
    /// Adds up the outcomes by SM. Call before the first add(), whose blocks must have all requests.
    void count_by_sm(const RecordingInfo& info);
    /// The model computes no reuse distances: their metrics are undefined. Call before finish().
    void without_distances();
    /// The model gives the reasons of misses and no reuse distances. Call before finish().
    void with_miss_classes();
    /// Call once, after the last add(). `info` must contain its final counts. Throws Cancelled.
    [[nodiscard]] std::shared_ptr<const Profile>
    finish(const RecordingInfo& info, std::vector<AllocationSums> allocations, const JobContext& job = {});

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace hitmap
