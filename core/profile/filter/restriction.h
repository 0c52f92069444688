#pragma once

#include "core/cache/results/counted_parts.h"
#include "core/profile/filter/ray_selection.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// What counts for elements, where not everything does: accesses for rays of one kind, look-ups of one
/// allocation, of one source line, of one instruction. Nothing stands for all; what is there holds together.
/// The caches are shared by everything that a recording has, so the model runs as without it.
struct Restriction {
    std::optional<RaySelection> rays = {};
    std::optional<std::string> allocation = {};    ///< as allocation_labels() has it
    std::optional<std::string> line = {};          ///< "FILE:LINE"; of FILE, its end after a slash will do
    std::optional<std::uint32_t> instruction = {}; ///< index into the table of instructions

    [[nodiscard]] bool empty() const { return *this == Restriction(); }
    /// Nothing but the rays.
    [[nodiscard]] bool of_rays_alone() const { return !allocation && !line && !instruction; }
    friend bool operator==(const Restriction&, const Restriction&) = default;
};

/// "rays of kind ao, allocation faces, line traversal.cu:95": for a person. Empty for
/// everything.
[[nodiscard]] std::string to_string(const Restriction& only);

/// Looks allocation, line and instruction up. Throws FileError naming `recording` where it has no such, or
/// where the allocation holds nothing that a model attributes to elements.
/// @param of_sectors  the model counts sectors of requests: those of vertices belong to faces
[[nodiscard]] CountedParts counted_parts(const Restriction& only, const RecordingInfo& info, bool of_sectors,
                                         std::string_view recording);

} // namespace hitmap
