#include "core/profile/profile_builder.h"

#include "core/profile/outcome_sums.h"

#include <array>
#include <limits>

namespace hitmap {

namespace {

struct StoredAccess {
    ElementAccess access;
    AccessOutcome outcome;
};

/// Answers by scanning the accesses of the window.
class ScanProfile final : public Profile {
public:
    [[nodiscard]] const ProfileCapabilities& capabilities() const override { return capabilities_; }
    [[nodiscard]] std::uint64_t positions() const override { return positions_; }
    [[nodiscard]] std::uint64_t element_count(ElementKindId kind) const override { return counts_[kind]; }
    [[nodiscard]] std::uint64_t memory_bytes() const override {
        return accesses_.capacity() * sizeof(StoredAccess);
    }
    [[nodiscard]] const std::vector<AllocationSums>& allocations() const override { return allocations_; }

    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow window) const override;
    [[nodiscard]] std::vector<std::vector<KindSums>> frame_totals(std::uint64_t q,
                                                                  const JobContext& job) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;

    ProfileCapabilities capabilities_;
    std::uint64_t positions_ = 0;
    std::vector<std::uint64_t> counts_;
    std::vector<StoredAccess> accesses_;
    std::vector<AllocationSums> allocations_;
};

void ScanProfile::window(TimeWindow window, WindowSums& out, const JobContext& job) const {
    job.check();
    window = clamped(window, accesses_.size());
    out.window = window;
    out.elements.resize(counts_.size());
    out.totals.assign(counts_.size(), {});
    for (std::size_t kind = 0; kind < counts_.size(); ++kind)
        out.elements[kind].assign(counts_[kind], {});
    for (std::uint64_t i = window.first; i < window.last; ++i) {
        const auto& [access, outcome] = accesses_[i];
        ElementSums& sums = out.elements[access.kind][access.element];
        if (sums.accesses++ == 0) ++out.totals[access.kind].elements_accessed;
        sums.l1_hits += outcome.l1_hits;
        sums.l2_hits += outcome.l2_hits;
        sums.l1_lookups += outcome.l1_lookups;
        sums.l2_lookups += outcome.l2_lookups;
        sums.last_access = static_cast<std::uint32_t>(i - window.first);
        add_outcome(out.totals[access.kind], outcome);
    }
}

std::vector<KindSums> ScanProfile::totals(TimeWindow window) const {
    WindowSums sums;
    this->window(window, sums, {});
    return sums.totals;
}

std::vector<std::vector<KindSums>> ScanProfile::frame_totals(std::uint64_t q, const JobContext& job) const {
    std::vector<std::vector<KindSums>> result(q);
    for (std::uint64_t f = 0; f < q; ++f) {
        job.check();
        result[f] = totals(frame_window(positions_, q, f));
    }
    return result;
}

TimeWindow ScanProfile::values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                               const JobContext& job) const {
    WindowSums sums;
    this->window(window, sums, job);
    out.resize(counts_[kind]);
    if (metric != Metric::l1_reuse_distance && metric != Metric::l2_reuse_distance) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = static_cast<float>(metric_value(metric, sums.elements[kind][i], sums.window.count()));
        return sums.window;
    }
    std::vector<LevelSums> levels(counts_[kind]);
    for (std::uint64_t i = sums.window.first; i < sums.window.last; ++i) {
        const auto& [access, outcome] = accesses_[i];
        if (access.kind != kind) continue;
        const bool first_level = metric == Metric::l1_reuse_distance;
        LevelSums& level = levels[access.element];
        level.lookups +=
            first_level ? outcome.l1_lookups - outcome.l1_cold : outcome.l2_lookups - outcome.l2_cold;
        level.distance_sum += first_level ? outcome.l1_distance : outcome.l2_distance;
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = levels[i].lookups == 0 ? std::numeric_limits<float>::quiet_NaN()
                                        : static_cast<float>(static_cast<double>(levels[i].distance_sum) /
                                                             static_cast<double>(levels[i].lookups));
    return sums.window;
}

} // namespace

class ProfileBuilder::Impl {
public:
    std::shared_ptr<ScanProfile> profile = std::make_shared<ScanProfile>();
};

ProfileBuilder::ProfileBuilder(const RecordingInfo& info, ThreadPool& /*pool*/)
    : impl_(std::make_unique<Impl>()) {
    const ElementAccessFinder finder(info);
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        impl_->profile->counts_.push_back(finder.element_count(static_cast<ElementKindId>(kind)));
}

ProfileBuilder::~ProfileBuilder() = default;

void ProfileBuilder::add(const RequestBlock& /*block*/, std::span<const ElementAccess> accesses,
                         std::span<const AccessOutcome> outcomes) {
    for (std::size_t i = 0; i < accesses.size(); ++i)
        impl_->profile->accesses_.push_back({accesses[i], outcomes[i]});
}

std::shared_ptr<const Profile> ProfileBuilder::finish(const RecordingInfo& info,
                                                      std::vector<AllocationSums> allocations,
                                                      const JobContext& job) {
    job.check();
    ScanProfile& profile = *impl_->profile;
    profile.positions_ = profile.accesses_.empty() ? info.positions() : profile.accesses_.size();
    profile.allocations_ = std::move(allocations);
    return impl_->profile;
}

std::uint64_t estimate_profile_bytes(const RecordingInfo& info) {
    return info.positions() * sizeof(StoredAccess);
}

} // namespace hitmap
