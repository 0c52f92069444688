#pragma once

#include "core/profile/query/profile.h"
#include "core/trace/model/recorded_sums.h"
#include "core/trace/stream/request_source.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// A profile of the sums that a recording has in the place of requests. Positions are its recorded frames, of
/// which windows are made. It cannot simulate other caches, and knows neither the order of accesses nor their
/// number nor reuse distances. The hits of an element in one frame are the recorded float to the last bit
/// (LevelSums::rest); sums over frames and elements are rounded to float in ElementSums::l1_rest only.
class RecordedProfile final : public Profile {
public:
    /// Reads all sums. Throws what RequestSource::read_sums throws; FileError if an element has 2^32
    /// look-ups or more in one cache; Cancelled.
    explicit RecordedProfile(const RequestSource& source, const JobContext& job = {},
                             std::shared_ptr<const ElementTerms> terms = nullptr);

    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    /// Look-ups by allocation are not recorded: there are no allocations.
    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override {
        return {served(window), {}};
    }
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow window, const JobContext& job) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;
    [[nodiscard]] ElementSums element(TimeWindow window, ElementKindId kind,
                                      std::uint64_t element) const override;

private:
    using Sums = std::vector<RecordedSum>; ///< sorted by element

    [[nodiscard]] static ProfileFacts facts_of(const RecordingInfo& info,
                                               std::shared_ptr<const ElementTerms> terms);
    void read(const RequestSource& source, const JobContext& job);
    void check_lookups(ElementKindId kind, const std::string& file) const;
    /// Returns the frames of a window.
    [[nodiscard]] std::span<const Sums> frames_of(ElementKindId kind, TimeWindow window) const;
    /// Adds the sums of the frames of a window to `elements`, which has an entry for each element.
    void add(ElementKindId kind, TimeWindow window, std::vector<ElementSums>& elements,
             const JobContext& job) const;

    std::vector<std::vector<Sums>> frames_; ///< [kinds][frames]
};

/// Throws FileError, with the reason, if the recording has sums and no requests, which a simulation needs.
void require_requests(const RequestSource& source);

} // namespace hitmap
