#include "core/report/rows/finding_json.h"

#include "core/analysis/groups/worst_regions.h"
#include "core/profile/sums/ray_selection.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

/// Amounts are whole numbers, but for a mean that is taken off.
Json amount_json(double amount) {
    if (amount == std::floor(amount)) return static_cast<std::int64_t>(amount);
    return amount;
}

Json amount_or_null(const std::optional<double>& amount) {
    return amount ? amount_json(*amount) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json gain_json(const FindingGain& gain) {
    return {{"change", gain.change},
            {"command", text_or_null(gain.command)},
            {"amount", amount_json(gain.amount)},
            {"share", gain.share},
            {"waiting_share", gain.waiting},
            {"exact", gain.exact}};
}

Json point_json(const glm::dvec3& point) {
    return {point.x, point.y, point.z};
}

/// What outlines the region. Its bounds are in the coordinates of the scene as it was recorded.
Json outline_json(const WorstRegion& region) {
    static constexpr std::string_view forms[] = {"patch", "subtree", "cluster"};
    return {{"kind", element_kinds()[region.kind].name},
            {"form", forms[static_cast<std::size_t>(region.form)]},
            {"element", region.element},
            {"elements", region.elements},
            {"lower", point_json(region.bounds.lower)},
            {"upper", point_json(region.bounds.upper)}};
}

Json view_json(const FindingView& view) {
    return {{"panel", view.panel},
            {"allocation", text_or_null(view.allocation)},
            {"file", text_or_null(view.file)},
            {"line", view.line == 0 ? Json(nullptr) : Json(view.line)},
            {"region", view.region ? outline_json(*view.region) : Json(nullptr)}};
}

Json evictor_json(const FindingEvictor& by) {
    return {{"level", name_of(by.level)},
            {"allocation", or_null(by.allocation)},
            {"evictions", by.evictions},
            {"asked_again", by.asked_again},
            {"of", by.all}};
}

Json optimum_json(const FindingOptimum& optimum) {
    return {{"level", name_of(optimum.level)},
            {"lookups", optimum.sums.lookups},
            {"hits", optimum.sums.hits},
            {"optimal_hits", optimum.sums.optimal_hits}};
}

Json rays_json(const FindingRays& rays) {
    return {{"ray_kind", to_string(RaySelection{.kind = rays.kind, .bounce = {}})},
            {"counted", rays.of_misses ? "misses" : "lookups"},
            {"amount", rays.amount},
            {"of", rays.all}};
}

Json instance_json(const FindingInstance& instance) {
    return {{"number", instance.number},
            {"instances", instance.instances},
            {"counted", instance.of_misses ? "misses" : "lookups"},
            {"amount", instance.amount},
            {"of", instance.all},
            {"lookups_share", instance.lookups_share}};
}

Json region_json(const FindingRegion& region) {
    return {{"misses", region.region->misses},
            {"share", region.region->share},
            {"lookups_share", region.lookups_share},
            {"centre", point_json(region.centre)}};
}

Json stack_json(const StackUse& stack) {
    return {{"pushes", stack.pushes},
            {"pops", stack.pops},
            {"deepest", stack.deepest},
            {"entries", stack.entries}};
}

} // namespace

Json finding_json(const Finding& finding) {
    return {{"text", finding.text},
            {"what", {{"kind", finding.what_kind}, {"name", text_or_null(finding.what_name)}}},
            {"why", name_of(finding.why)},
            {"metric", info_of(finding.metric).name},
            {"amount", amount_json(finding.amount)},
            {"share", finding.share},
            {"gain", finding.gain ? gain_json(*finding.gain) : Json(nullptr)},
            {"view", view_json(finding.view)},
            {"evicted_by", finding.evictor ? evictor_json(*finding.evictor) : Json(nullptr)},
            {"optimum", finding.optimum ? optimum_json(*finding.optimum) : Json(nullptr)},
            {"rays", finding.rays ? rays_json(*finding.rays) : Json(nullptr)},
            {"instance", finding.instance ? instance_json(*finding.instance) : Json(nullptr)},
            {"region", finding.region ? region_json(*finding.region) : Json(nullptr)},
            {"stack", finding.stack ? stack_json(*finding.stack) : Json(nullptr)}};
}

Json difference_json(const Difference& difference) {
    Json json{{"text", difference.text},
              {"what", {{"kind", difference.what_kind}, {"name", difference.what_name}}},
              {"why", name_of(difference.why)},
              {"metric", info_of(difference.metric).name},
              {"a", amount_or_null(difference.value.a)},
              {"b", amount_or_null(difference.value.b)},
              {"difference", amount_or_null(difference.value.difference)},
              {"waiting_share", difference.waiting ? Json(*difference.waiting) : Json(nullptr)},
              {"file", text_or_null(difference.file)},
              {"line", difference.line == 0 ? Json(nullptr) : Json(difference.line)}};
    if (difference.bounds) put_bounds(json, *difference.bounds);
    return json;
}

void put_bounds(Json& json, const Aabb& bounds) {
    for (const auto& [key, corner] : {std::pair("lower", bounds.lower), std::pair("upper", bounds.upper)})
        json[key] = {corner.x, corner.y, corner.z};
}

} // namespace hitmap
