#include "core/profile/models/recording_sums.h"

#include "core/cache/results/traffic_rows.h"
#include "core/profile/sums/sums_by_element.h"
#include "core/trace/model/element_access.h"

#include <utility>
#include <variant>

namespace hitmap {

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
    RecordingSums sums;
    if (const auto* sdcm = std::get_if<SdcmConfig>(&config)) {
        sums.allocations.allocations =
            simulate_restricted(source, *sdcm, only, elements, pool, job).allocations;
    } else {
        HierarchyResult result = simulate_restricted(source, std::get<HierarchyConfig>(config), only,
                                                     {.outcomes = &elements}, pool, job);
        sums.explained = result.reuse.has_value();
        for (const TrafficSums& allocation : result.allocations)
            sums.allocations.allocations.push_back(allocation_sums(allocation));
        sums.traffic = TrafficWindow{
            {}, result.total, std::move(result.allocations), std::move(result.instructions), true};
    }
    sums.window = {0, elements.accesses() != 0 ? elements.accesses() : source.info().positions()};
    sums.allocations.window = sums.window;
    if (sums.traffic) sums.traffic->window = sums.window;
    for (const std::vector<WholeElement>& kind : elements.take()) {
        KindSums& total = sums.kinds.emplace_back();
        std::vector<ElementSums>& each = sums.elements.emplace_back();
        each.reserve(kind.size());
        for (const WholeElement& element : kind) {
            each.push_back(element.sums());
            total += element;
        }
    }
    return sums;
}

std::uint64_t estimate_sums_bytes(const RecordingInfo& info) {
    const ElementAccessFinder finder(info);
    std::uint64_t bytes = std::uint64_t{1} << 20U;
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        bytes += finder.element_count(static_cast<ElementKindId>(kind)) *
                 (sizeof(WholeElement) + sizeof(ElementSums));
    return bytes;
}

} // namespace hitmap
