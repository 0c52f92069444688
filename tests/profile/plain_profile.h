#pragma once

#include "core/cache/results/access_outcome.h"
#include "core/profile/query/profile.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap::test {

/// The reference profile: stores all outcomes and answers queries by reading those of the window.
class PlainProfile final : public Profile, public OutcomeSink {
public:
    /// `info` contains the number of accesses that will be added. `explains`: outcomes give the reasons of
    /// misses and no reuse distances.
    explicit PlainProfile(const RecordingInfo& info, bool explains = false);
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override;

    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override {
        return {served(window), {}};
    }
    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;

private:
    struct StoredAccess {
        ElementAccess access;
        std::optional<AccessOutcome> outcome; ///< no value: the access does not count
    };
    void reuse_distances(TimeWindow window, ElementKindId kind, bool first_level,
                         std::vector<float>& out) const;

    void miss_classes(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out) const;

    std::vector<StoredAccess> accesses_;
};

} // namespace hitmap::test
