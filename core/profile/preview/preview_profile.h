#pragma once

#include "core/profile/preview/preview.h"
#include "core/profile/query/profile.h"

#include <memory>
#include <vector>

namespace hitmap {

/// A preview as a profile of the whole recording: windows are rounded to all of it, and neither the order of
/// accesses nor reuse distances are known. Rates are those of the sample. Accesses and look-ups, and with
/// them misses, are extrapolated from the shares that were read and sampled, rounded to whole numbers. An
/// element without an access in the sample counts as not accessed, and one without a look-up of a sampled
/// line has no hit rate.
class PreviewProfile final : public Profile {
public:
    /// @param positions  N of the recording
    PreviewProfile(std::shared_ptr<const Preview> preview, std::uint64_t positions)
        : Profile(facts_of(*preview, positions)), preview_(std::move(preview)) {}

    [[nodiscard]] const Preview& preview() const { return *preview_; }

    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    /// Look-ups by allocation are not estimated: there are no allocations.
    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override {
        return {served(window), {}};
    }
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow window, const JobContext& job) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;
    [[nodiscard]] ElementSums element(TimeWindow window, ElementKindId kind,
                                      std::uint64_t element) const override;

private:
    [[nodiscard]] static ProfileFacts facts_of(const Preview& preview, std::uint64_t positions);
    [[nodiscard]] ElementSums extrapolated(const SparseSums::Entry& entry) const;

    std::shared_ptr<const Preview> preview_;
};

} // namespace hitmap
