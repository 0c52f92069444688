#pragma once

#include "core/trace/model/request.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Rays of one kind, by what lane tags say: at every bounce, or at one.
struct RaySelection {
    std::uint8_t kind = 0;              ///< as in LaneTag
    std::optional<std::uint8_t> bounce; ///< 0 for primary rays; nothing: any
    [[nodiscard]] bool has(const LaneTag& tag) const {
        return tag.ray_kind == kind && (!bounce || tag.bounce == *bounce);
    }
    friend bool operator==(const RaySelection&, const RaySelection&) = default;
};

/// "primary", "shadow", "ao" or "path", for one bounce with it: "path:2". Throws UsageError naming `option`.
[[nodiscard]] RaySelection parse_ray_selection(std::string_view text, std::string_view option);
/// What parse_ray_selection() reads.
[[nodiscard]] std::string to_string(const RaySelection& rays);

/// What can be asked for by name of rays with these tags: each kind with all its bounces and, where it has
/// more than one, each bounce. In the order of kinds and bounces.
[[nodiscard]] std::vector<RaySelection> ray_selections(std::span<const LaneTagRun> tags);

/// Throws FileError naming `recording` where no tag is of these rays, saying which there are.
void require_rays(std::span<const LaneTagRun> tags, const RaySelection& rays, std::string_view recording);

} // namespace hitmap
