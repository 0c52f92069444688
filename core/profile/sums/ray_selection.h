#pragma once

#include "core/trace/model/request.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Rays of one kind according to lane tags, at all bounces or at one.
struct RaySelection {
    std::uint8_t kind = 0;              ///< see LaneTag
    std::optional<std::uint8_t> bounce; ///< 0 for primary rays; no value: all bounces
    [[nodiscard]] bool has(const LaneTag& tag) const {
        return tag.ray_kind == kind && (!bounce || tag.bounce == *bounce);
    }
    friend bool operator==(const RaySelection&, const RaySelection&) = default;
};

/// Parses "primary", "shadow", "ao" or "path", optionally with a bounce: "path:2". Throws UsageError that
/// names `option`.
[[nodiscard]] RaySelection parse_ray_selection(std::string_view text, std::string_view option);
/// Returns the text that parse_ray_selection() parses.
[[nodiscard]] std::string to_string(const RaySelection& rays);
/// Returns the name in the window, in captions and in reports: "Primary rays", "Diffuse paths, bounce 2".
[[nodiscard]] std::string title_of(const RaySelection& rays);

/// Returns the selections that match rays with these tags: each kind with all its bounces and, if it has
/// several bounces, each bounce. Sorted by kind and bounce.
[[nodiscard]] std::vector<RaySelection> ray_selections(std::span<const LaneTagRun> tags);

/// Throws FileError that names `recording` and the existing selections if no tag matches.
void require_rays(std::span<const LaneTagRun> tags, const RaySelection& rays, std::string_view recording);

} // namespace hitmap
