#pragma once

#include "core/cache/sdcm/sdcm_config.h"
#include "core/jobs/made_once.h"
#include "core/profile/live/live_sums.h"
#include "core/profile/query/profile.h"

#include <array>
#include <memory>
#include <vector>

namespace hitmap {

/// The profile of the stack distance cache model with other capacities and ways than those that were
/// simulated: misses come from kept distances, everything else from the simulated profile. All answers are
/// bit for bit those of another simulation, except that pixel_sums() are not known, nor is sm_table() where
/// the SMs were not kept.
class LiveProfile final : public Profile {
public:
    /// Throws UsageError if a geometry is impossible or has another line than the kept distances, and
    /// Cancelled.
    /// @param base  a profile of the same recording and restriction; its caches have the same lines
    LiveProfile(std::shared_ptr<const Profile> base, std::shared_ptr<const LiveSums> sums,
                const SdcmConfig& config, const JobContext& job = {});

    void window(TimeWindow window, WindowSums& out, const JobContext& job) const override;
    [[nodiscard]] AllocationWindow allocations(TimeWindow window) const override;
    [[nodiscard]] std::vector<KindSums> totals(TimeWindow window, const JobContext& job) const override;
    [[nodiscard]] std::vector<std::vector<KindSums>> frame_totals(std::uint64_t q,
                                                                  const JobContext& job) const override;
    TimeWindow values(TimeWindow window, ElementKindId kind, Metric metric, std::vector<float>& out,
                      const JobContext& job) const override;
    TimeWindow region_sums(TimeWindow window, const ElementRegions& regions, Metric metric,
                           std::vector<QuantitySums>& out, const JobContext& job) const override;
    [[nodiscard]] ElementSums element(TimeWindow window, ElementKindId kind,
                                      std::uint64_t element) const override;
    [[nodiscard]] std::vector<ElementFrame> element_frames(std::uint64_t q, ElementKindId kind,
                                                           std::uint64_t element,
                                                           const JobContext& job) const override;
    [[nodiscard]] std::optional<ValueExtent> extent_over_frames(std::uint64_t q, Metric metric,
                                                                const JobContext& job) const override;
    /// Null if the base has no table, or the SMs were not kept (KeptDistances::sms). The first call scans the
    /// distances.
    [[nodiscard]] std::shared_ptr<const SmTable> sm_table(const JobContext& job) const override;
    [[nodiscard]] std::optional<std::vector<PixelAccess>>
    pixel_accesses(std::uint32_t pixel, TimeWindow window, const JobContext& job) const override;

private:
    using LevelMisses = std::array<std::shared_ptr<const WindowMisses>, 2>;
    [[nodiscard]] static ProfileFacts facts_of(const std::shared_ptr<const Profile>& base);
    [[nodiscard]] LevelMisses misses(TimeWindow window, const JobContext& job) const;
    void set_hits(std::vector<KindSums>& totals, const LevelMisses& misses) const;
    /// Calls take(element, sums) with accesses, look-ups and hits of each element of a kind that was accessed
    /// in the recording, in a window that is served.
    template <class Take>
    void for_each_hits(TimeWindow window, ElementKindId kind, Level level, const JobContext& job,
                       const Take& take) const;
    /// Returns the tile of an element; null if it has no accesses.
    [[nodiscard]] const KeptTile* tile_of(ElementKindId kind, std::uint64_t element) const;

    std::shared_ptr<const Profile> base_;
    std::shared_ptr<const LiveSums> sums_;
    std::array<std::shared_ptr<const MissTable>, 2> tables_; ///< [levels]
    mutable MadeOnce<SmTable> sm_table_;
};

} // namespace hitmap
