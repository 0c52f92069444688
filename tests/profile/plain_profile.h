#pragma once

#include "core/profile/query/profile.h"

#include <cstdint>
#include <vector>

namespace hitmap::test {

/// The brute-force reference: keeps every outcome and answers by scanning those of the window.
class PlainProfile final : public Profile, public OutcomeSink {
public:
    /// `explains`: outcomes say why look-ups missed, and no reuse distances.
    explicit PlainProfile(const RecordingInfo& info, bool explains = false);
    void add(const RequestView& block, std::span<const ElementAccess> accesses,
             std::span<const AccessOutcome> outcomes) override;

    [[nodiscard]] const ProfileCapabilities& capabilities() const override { return capabilities_; }
    [[nodiscard]] std::uint64_t positions() const override { return accesses_.size(); }
    [[nodiscard]] std::uint64_t element_count(ElementKindId kind) const override { return counts_[kind]; }
    [[nodiscard]] std::uint64_t memory_bytes() const override {
        return accesses_.capacity() * sizeof(StoredAccess);
    }
    [[nodiscard]] const std::vector<AllocationSums>& allocations() const override { return allocations_; }
    using Profile::allocations;
    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow window) const override;
    [[nodiscard]] std::vector<std::vector<KindSums>> frame_totals(std::uint64_t q,
                                                                  const JobContext& job) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;

private:
    struct StoredAccess {
        ElementAccess access;
        AccessOutcome outcome;
    };
    void reuse_distances(TimeWindow window, ElementKindId kind, bool first_level,
                         std::vector<float>& out) const;

    void miss_classes(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out) const;

    bool explains_;
    ProfileCapabilities capabilities_;
    std::vector<std::uint64_t> counts_;
    std::vector<StoredAccess> accesses_;
    std::vector<AllocationSums> allocations_;
};

} // namespace hitmap::test
