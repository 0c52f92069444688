#include "core/analysis/findings/detail_text.h"

#include "core/analysis/groups/worst_regions.h"
#include "core/base/number_text.h"
#include "core/profile/sums/ray_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

std::string percent_of(double part, double whole) {
    return percent_text(whole > 0.0 ? part / whole : 0.0);
}

std::string number_text(std::uint64_t count) {
    return grouped_count(static_cast<double>(count));
}

std::string rays_text(std::uint8_t kind) {
    std::string title = title_of(RaySelection{.kind = kind, .bounce = {}});
    title.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(title.front())));
    return title;
}

/// "the patch of 120 faces around (1.2, 0.4, -3)"
std::string region_text(const FindingRegion& found) {
    const WorstRegion& region = *found.region;
    const ElementKind& kind = element_kinds()[region.kind];
    const std::string elements = counted_text(region.elements, kind.name, kind.plural);
    std::string what = "the cluster of " + elements;
    if (region.form == RegionForm::patch) what = "the patch of " + elements;
    if (region.form == RegionForm::subtree)
        what = fmt::format("the subtree of {} from {} {} on", elements, kind.name, region.element);
    return fmt::format("{} around ({:.6g}, {:.6g}, {:.6g})", what, found.centre.x, found.centre.y,
                       found.centre.z);
}

/// "in instance 3 of 12, which has 40.0 % of the look-ups"
std::string instance_text(const FindingInstance& found) {
    std::string text = fmt::format("in instance {} of {}", found.number, found.instances);
    if (found.of_misses)
        text += fmt::format(", which has {} of the look-ups", percent_text(found.lookups_share));
    return text;
}

} // namespace

std::string stack_sentence(const Finding& finding) {
    if (!finding.stack) return {};
    return fmt::format(" Lanes push {} and pop {}, at most {} of {} deep.",
                       counted_text(finding.stack->pushes, "entry", "entries"),
                       number_text(finding.stack->pops), number_text(finding.stack->deepest),
                       number_text(finding.stack->entries));
}

std::string evictor_clause(const Finding& finding) {
    if (!finding.evictor) return {};
    const FindingEvictor& by = *finding.evictor;
    const std::string who = !by.allocation                        ? "lines in no allocation"
                            : *by.allocation == finding.what_name ? "others of its own"
                                                                  : *by.allocation;
    return fmt::format("; {} of the {} of its lines are by {}",
                       percent_of(static_cast<double>(by.evictions), static_cast<double>(by.all)),
                       counted_text(by.all, "eviction", "evictions"), who);
}

std::string place_sentence(const Finding& finding) {
    const auto level = level_of_misses(finding.metric);
    const std::string what = level ? fmt::format("its misses in {}", name_of(*level)) : "its look-ups in L1";
    std::vector<std::string> parts; // "75.0 % are in ...": the first one also says of what
    const auto add = [&](const std::string& percent, const std::string& where) {
        parts.push_back(percent + (parts.empty() ? " of " + what : std::string()) + " are " + where);
    };
    if (finding.rays)
        add(percent_of(finding.rays->amount, finding.rays->all), "of " + rays_text(finding.rays->kind));
    if (finding.instance)
        add(percent_of(finding.instance->amount, finding.instance->all), instance_text(*finding.instance));
    if (finding.region)
        add(percent_text(finding.region->region->share),
            fmt::format("in {}, which has {} of the look-ups", region_text(*finding.region),
                        percent_text(finding.region->lookups_share)));
    if (parts.empty()) return {};
    const std::string last = std::move(parts.back());
    parts.pop_back();
    return fmt::format("{}{}{}{}.", finding.stack ? " " : " Counted by element, ", fmt::join(parts, ", "),
                       parts.empty() ? "" : ", and ", last);
}

std::string optimum_clause(const Finding& finding) {
    if (!finding.optimum) return {};
    const OptimumSums& sums = finding.optimum->sums;
    const std::uint64_t misses = sums.lookups - sums.hits;
    const std::uint64_t saved = std::max(sums.optimal_hits, sums.hits) - sums.hits;
    return fmt::format("optimal replacement would serve {} of the misses of {} lines in {}",
                       percent_of(static_cast<double>(saved), static_cast<double>(misses)),
                       finding.what_name.empty() ? "all" : "its", name_of(finding.optimum->level));
}

} // namespace hitmap
