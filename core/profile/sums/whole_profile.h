#pragma once

#include "core/profile/query/profile.h"
#include "core/profile/sums/sums_by_element.h"

#include <memory>
#include <vector>

namespace hitmap {

/// A profile of the whole recording: it has the sums of each element and no index, so that windows of time
/// are rounded to the recording, or to nothing if they are empty. There are no sums by allocation, pixel, SM,
/// ray of the stack and instruction.
class WholeProfile final : public Profile {
public:
    /// Takes the elements out of `sums`.
    /// @param info   must contain its final counts
    /// @param known  says which reuse sums the model gave; its finest_frames and terms are not read
    /// @param terms  of the boxes; may be null
    /// Throws what require_accesses_that_fit() throws.
    WholeProfile(SumsByElement& sums, const RecordingInfo& info, const ProfileCapabilities& known,
                 std::shared_ptr<const ElementTerms> terms);

    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    /// Without sums by allocation, there are no allocations.
    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override {
        return {served(window), {}};
    }
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow window, const JobContext& job) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;
    [[nodiscard]] ElementSums element(TimeWindow window, ElementKindId kind,
                                      std::uint64_t element) const override;

private:
    SumsByElement::Elements elements_;
};

} // namespace hitmap
