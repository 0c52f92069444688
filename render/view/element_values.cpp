#include "render/view/element_values.h"

#include "core/analysis/regions/face_regions.h"
#include "core/analysis/regions/region_profile.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hitmap {

namespace {

std::shared_ptr<std::vector<float>> values_of(const ComparedWindow& side, ElementKindId kind, Metric metric,
                                              const JobContext& job) {
    auto values = std::make_shared<std::vector<float>>();
    side.profile.values(side.window, kind, metric, *values, job);
    return values;
}

std::shared_ptr<const std::vector<float>> with_size(const std::shared_ptr<const std::vector<float>>& values,
                                                    std::size_t count) {
    if (values == nullptr || values->size() == count) return values;
    auto copy = std::make_shared<std::vector<float>>(*values);
    copy->resize(count, std::numeric_limits<float>::quiet_NaN());
    return copy;
}

/// Computes the difference of a kind with regions.
ElementValues difference_of_regions(const ComparedElements& sides, ElementKindId kind, Metric metric,
                                    bool access_counts, const JobContext& job) {
    const bool on_a = sides.shown_on == Side::baseline;
    const ElementRegions& own = *sides.regions;
    const Profile& other_profile = (on_a ? sides.b : sides.a).profile;
    const ElementRegions other =
        regions_of_other_side(own, sides.match, sides.shown_on, other_profile.element_count(kind), job);
    const RegionProfile a(sides.a.profile, on_a ? own : other);
    const RegionProfile b(sides.b.profile, on_a ? other : own);
    return difference_of_elements(
        {sides.match, {a, sides.a.window}, {b, sides.b.window}, sides.shown_on, sides.refusal}, kind, metric,
        access_counts, job);
}

} // namespace

ElementValues element_values(const ComparedWindow& side, ElementKindId kind, Metric metric,
                             bool access_counts, const ElementRegions* regions, const JobContext& job) {
    if (regions != nullptr) {
        const RegionProfile by_region(side.profile, *regions);
        return element_values({by_region, side.window}, kind, metric, access_counts, nullptr, job);
    }
    ElementValues shown;
    shown.values = values_of(side, kind, metric, job);
    shown.extent = robust_extent(*shown.values);
    if (access_counts) shown.access_counts = values_of(side, kind, "access-count"_metric, job);
    return shown;
}

ElementValues difference_of_elements(const ComparedElements& sides, ElementKindId kind, Metric metric,
                                     bool access_counts, const JobContext& job) {
    if (sides.regions != nullptr && sides.regions->kind == kind && sides.match.matches(kind))
        return difference_of_regions(sides, kind, metric, access_counts, job);
    const ComparedWindow& own = sides.shown_on == Side::baseline ? sides.a : sides.b;
    ElementValues shown;
    shown.refusal = sides.match.matches(kind) ? sides.refusal : sides.match.refusal(kind);
    if (shown.refusal.empty()) {
        DifferenceValues difference;
        metric_difference(sides.match, sides.a, sides.b, kind, metric, sides.shown_on, difference, job);
        shown.extent = difference_extent(difference.values);
        shown.values = std::make_shared<const std::vector<float>>(std::move(difference.values));
    } else {
        shown.values = std::make_shared<const std::vector<float>>(own.profile.element_count(kind),
                                                                  std::numeric_limits<float>::quiet_NaN());
    }
    if (access_counts) shown.access_counts = values_of(own, kind, "access-count"_metric, job);
    return shown;
}

void fit_to_scene(ElementValues& shown, ElementKindId kind, const RecordedScene& scene, bool is_difference) {
    const std::uint64_t count = element_count(scene, kind);
    if (shown.values->size() == count) return;
    shown.values = with_size(shown.values, count);
    shown.access_counts = with_size(shown.access_counts, count);
    shown.extent = is_difference ? difference_extent(*shown.values) : robust_extent(*shown.values);
}

std::string KindRefusals::of(const View& view) const {
    const std::vector<ElementKindId> coloured = coloured_kinds(view);
    const bool any =
        std::ranges::any_of(coloured, [this](ElementKindId kind) { return kinds[kind].empty(); });
    return any || coloured.empty() ? std::string() : kinds[coloured.front()];
}

std::vector<std::string> KindRefusals::lines(const View& view) const {
    std::vector<std::string> lines;
    for (const ElementKindId kind : in_drawing_order(view.shown_kinds))
        if (!kinds[kind].empty())
            lines.push_back(
                fmt::format("no difference of {}: {}", element_kinds()[kind].plural, kinds[kind]));
    return lines;
}

} // namespace hitmap
