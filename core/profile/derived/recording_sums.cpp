#include "core/profile/derived/recording_sums.h"

#include "core/base/error.h"
#include "core/cache/results/traffic_rows.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <limits>
#include <span>
#include <utility>
#include <variant>

namespace hitmap {

namespace {

/// Adds up the outcomes of each element.
class SumsByElement final : public OutcomeSink {
public:
    explicit SumsByElement(const RecordingInfo& info) {
        const ElementAccessFinder finder(info);
        for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
            elements_.emplace_back(finder.element_count(static_cast<ElementKindId>(kind)));
    }

    void add(const RequestView& /*block*/, std::span<const ElementAccess> accesses,
             const AccessOutcomes& outcomes) override {
        for (std::size_t i = 0; i < accesses.size(); ++i)
            if (const AccessOutcome* const outcome = outcomes[i]) add(accesses[i], *outcome);
        accesses_ += accesses.size();
    }

    [[nodiscard]] std::uint64_t accesses() const { return accesses_; }
    [[nodiscard]] std::vector<std::vector<ElementSums>> take() { return std::move(elements_); }

private:
    void add(const ElementAccess& access, const AccessOutcome& outcome) {
        constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
        ElementSums& sums = elements_[access.kind][access.element];
        if (sums.l1_lookups > most - outcome.l1_lookups || sums.l2_lookups > most - outcome.l2_lookups ||
            sums.accesses == most)
            throw Error(fmt::format("{} {} has more than 2^32 - 1 look-ups in one cache",
                                    element_kinds()[access.kind].name, access.element));
        ++sums.accesses;
        sums.l1_hits += outcome.l1_hits;
        sums.l2_hits += outcome.l2_hits;
        sums.l1_lookups += outcome.l1_lookups;
        sums.l2_lookups += outcome.l2_lookups;
    }

    std::vector<std::vector<ElementSums>> elements_;
    std::uint64_t accesses_ = 0;
};

} // namespace

RecordingSums sums_of(const Profile& profile, TimeWindow window, const JobContext& job) {
    RecordingSums sums;
    sums.window = window;
    WindowSums elements;
    profile.window(window, elements, job);
    sums.kinds = std::move(elements.totals);
    sums.elements = std::move(elements.elements);
    sums.allocations = profile.allocations(window);
    sums.traffic = profile.traffic(window);
    sums.explained = profile.capabilities().has_miss_classes;
    return sums;
}

RecordingSums sum_recording(RequestSource& source, const ModelConfig& config, const Restriction& only,
                            ThreadPool& pool, const JobContext& job) {
    if (source.info().has_sums()) {
        const auto profile = make_profile(source, config, only, pool, job);
        return sums_of(*profile, {0, profile->positions()}, job);
    }
    SumsByElement elements(source.info());
    SumsByGroup kinds = SumsByGroup::whole();
    SplitOutcomes sinks({elements, kinds});
    RecordingSums sums;
    if (const auto* sdcm = std::get_if<SdcmConfig>(&config)) {
        sums.allocations.allocations = simulate_restricted(source, *sdcm, only, sinks, pool, job).allocations;
    } else {
        HierarchyResult result = simulate_restricted(source, std::get<HierarchyConfig>(config), only,
                                                     {.outcomes = &sinks}, pool, job);
        sums.explained = result.reuse.has_value();
        for (const TrafficSums& allocation : result.allocations)
            sums.allocations.allocations.push_back(allocation_sums(allocation));
        sums.traffic = TrafficWindow{
            {}, result.total, std::move(result.allocations), std::move(result.instructions), true};
    }
    sums.window = {0, elements.accesses() != 0 ? elements.accesses() : source.info().positions()};
    sums.allocations.window = sums.window;
    if (sums.traffic) sums.traffic->window = sums.window;
    sums.elements = elements.take();
    sums.kinds = kinds.groups().front();
    for (std::size_t kind = 0; kind < sums.kinds.size(); ++kind)
        for (const ElementSums& element : sums.elements[kind])
            sums.kinds[kind].elements_accessed += element.accesses != 0 ? 1 : 0;
    return sums;
}

std::uint64_t estimate_sums_bytes(const RecordingInfo& info) {
    const ElementAccessFinder finder(info);
    std::uint64_t bytes = std::uint64_t{1} << 20U;
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        bytes += finder.element_count(static_cast<ElementKindId>(kind)) * sizeof(ElementSums);
    return bytes;
}

} // namespace hitmap
