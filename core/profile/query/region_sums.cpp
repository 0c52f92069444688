#include "core/jobs/check_often.h"
#include "core/profile/query/profile.h"

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

/// What values() alone knows of the look-ups of single elements in one level.
class ReuseByElement {
public:
    ReuseByElement(const Profile& profile, TimeWindow window, ElementKindId kind, Metric metric,
                   const JobContext& job) {
        const SumSet sums = info_of(metric.quantity).sums;
        const auto read = [&](Sum sum, std::string_view name, std::vector<float>& values) {
            if (sums.has(sum))
                profile.values(window, kind, {quantity_named(name).value(), metric.level}, values, job);
        };
        read(Sum::cold, "cold-misses", cold_);
        read(Sum::conflict, "conflict-misses", conflict_);
        read(Sum::distance, "reuse-distance", mean_distance_);
    }
    /// @param level  has the look-ups of the element
    void set(LevelSums& level, std::size_t element) const {
        level.cold = rounded(at(cold_, element));
        level.conflict = rounded(at(conflict_, element));
        const auto reused = static_cast<double>(level.lookups - std::min(level.lookups, level.cold));
        level.distance_sum = rounded(at(mean_distance_, element) * reused);
    }

private:
    [[nodiscard]] static double at(const std::vector<float>& values, std::size_t element) {
        return element < values.size() && std::isfinite(values[element]) ? double{values[element]} : 0.0;
    }
    [[nodiscard]] static std::uint64_t rounded(double count) {
        return static_cast<std::uint64_t>(std::llround(count));
    }

    std::vector<float> cold_; ///< [elements], as the others; empty: not needed
    std::vector<float> conflict_;
    std::vector<float> mean_distance_;
};

} // namespace

TimeWindow Profile::region_sums(TimeWindow window, const ElementRegions& regions, Metric metric,
                                std::vector<QuantitySums>& out, const JobContext& job) const {
    const TimeWindow answered = served(window);
    QuantitySums nothing;
    nothing.positions = answered.count();
    out.assign(regions.count(), nothing);
    if (info_of(metric.quantity).term || !can_answer(capabilities(), metric)) return answered;
    WindowSums sums;
    this->window(window, sums, job);
    const ReuseByElement reuse(*this, window, regions.kind, metric, job);
    const std::vector<ElementSums>& elements = sums.elements[regions.kind];
    for (std::size_t e = 0; e < elements.size(); ++e) {
        check_often(e, job);
        const std::uint32_t region = regions.of(e);
        if (region == ElementRegions::none || elements[e].accesses == 0) continue;
        QuantitySums element;
        element.accesses = elements[e].accesses;
        element.elements_accessed = 1;
        element.last_access = elements[e].last_access;
        if (metric.level) {
            element.level = elements[e].of(*metric.level);
            reuse.set(element.level, e);
        }
        out[region].add(element);
    }
    return answered;
}

} // namespace hitmap
