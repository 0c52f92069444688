#include "core/profile/sums/ray_selection.h"

#include "core/base/error.h"
#include "core/base/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace hitmap {

namespace {

/// [LaneTag::ray_kind]
constexpr std::array<std::string_view, 4> kind_names{"primary", "shadow", "ao", "path"};

/// [LaneTag::ray_kind]
constexpr std::array<std::string_view, kind_names.size()> kind_titles{
    "Primary rays", "Shadow rays", "Ambient occlusion rays", "Diffuse paths"};

/// Tags of a file may have other numbers.
std::string kind_name(std::uint8_t kind) {
    return kind < kind_names.size() ? std::string(kind_names[kind]) : fmt::format("{}", kind);
}

std::string kind_title(std::uint8_t kind) {
    return kind < kind_titles.size() ? std::string(kind_titles[kind]) : fmt::format("Rays of kind {}", kind);
}

/// [ray kind]
using BouncesByKind = std::map<std::uint8_t, std::set<std::uint8_t>>;

BouncesByKind bounces_by_kind(std::span<const LaneTagRun> tags) {
    BouncesByKind bounces;
    for (const LaneTagRun& run : tags)
        bounces[run.tag.ray_kind].insert(run.tag.bounce);
    return bounces;
}

} // namespace

RaySelection parse_ray_selection(std::string_view text, std::string_view option) {
    const std::string_view name = text.substr(0, text.find(':'));
    const auto found = std::find(kind_names.begin(), kind_names.end(), name);
    if (found == kind_names.end())
        throw UsageError(
            fmt::format("{}: expected {}[:BOUNCE], found '{}'", option, fmt::join(kind_names, "|"), text));
    RaySelection rays{static_cast<std::uint8_t>(found - kind_names.begin()), {}};
    if (name != text)
        rays.bounce = static_cast<std::uint8_t>(
            parse_whole_number(text.substr(name.size() + 1), fmt::format("{} {}", option, name), 0, 255));
    return rays;
}

std::string to_string(const RaySelection& rays) {
    return rays.bounce ? fmt::format("{}:{}", kind_name(rays.kind), *rays.bounce) : kind_name(rays.kind);
}

std::string title_of(const RaySelection& rays) {
    return rays.bounce ? fmt::format("{}, bounce {}", kind_title(rays.kind), *rays.bounce)
                       : kind_title(rays.kind);
}

std::vector<RaySelection> ray_selections(std::span<const LaneTagRun> tags) {
    std::vector<RaySelection> selections;
    for (const auto& [kind, bounces] : bounces_by_kind(tags)) {
        if (kind >= kind_names.size()) continue;
        selections.push_back({kind, std::nullopt});
        if (bounces.size() == 1) continue;
        for (const std::uint8_t bounce : bounces)
            selections.push_back({kind, bounce});
    }
    return selections;
}

void require_rays(std::span<const LaneTagRun> tags, const RaySelection& rays, std::string_view recording) {
    if (std::any_of(tags.begin(), tags.end(), [&](const LaneTagRun& run) { return rays.has(run.tag); }))
        return;
    std::string found;
    for (const auto& [kind, bounces] : bounces_by_kind(tags)) {
        found += (found.empty() ? "" : ", ") + to_string(RaySelection{kind, *bounces.begin()});
        if (bounces.size() > 1) found += fmt::format("..{}", *bounces.rbegin());
    }
    throw FileError(recording, "lane tags",
                    fmt::format("expected rays of kind {}, found {}", to_string(rays),
                                found.empty() ? "no lane tags" : found));
}

} // namespace hitmap
