#pragma once

#include "core/cache/results/counted_parts.h"
#include "core/profile/sums/ray_selection.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// Restricts what is counted for elements: accesses for rays of one kind, and look-ups of one allocation, of
/// one source line or of one instruction. A member without a value does not restrict; several restrictions
/// hold together. All accesses of a recording share the caches, so that the simulation itself is not
/// restricted.
struct Restriction {
    std::optional<RaySelection> rays = {};
    std::optional<std::string> allocation = {}; ///< a label of allocation_labels()
    /// "FILE:LINE"; FILE may be the end of a path after a slash.
    std::optional<std::string> line = {};
    std::optional<std::uint32_t> instruction = {}; ///< index into the table of instructions

    [[nodiscard]] bool empty() const { return *this == Restriction(); }
    /// Whether nothing but the rays is restricted.
    [[nodiscard]] bool of_rays_alone() const { return !allocation && !line && !instruction; }
    friend bool operator==(const Restriction&, const Restriction&) = default;
};

/// Text in the spelling of the options, for messages about them and for keys: "rays of kind ao:1, allocation
/// faces, line traversal.cu:95". Empty if nothing is restricted.
[[nodiscard]] std::string to_string(const Restriction& only);
/// Names what is counted, for results: "Diffuse paths, bounce 2 and source line traversal.cu:95". Rays have
/// the title of their selection. Files have no folders. Empty if nothing is restricted.
[[nodiscard]] std::string title_of(const Restriction& only);
/// Says what is counted, for sentences: "allocation faces alone", the title with "alone", or "everything" if
/// nothing is restricted.
[[nodiscard]] std::string counted_title(const Restriction& only);
/// Says that an element has no access among those that count: "not accessed", "not accessed by these rays" or
/// "not accessed in this part". Others may have accessed the element.
[[nodiscard]] std::string absence_text(const Restriction& only);

/// Whether a model attributes accesses of the allocation to elements, which counted_parts() needs.
[[nodiscard]] bool holds_elements(const Allocation& allocation, bool of_sectors);

/// Resolves allocation, line and instruction. Throws FileError that names `recording` if they do not exist,
/// or if the allocation has nothing that a model attributes to elements.
/// @param of_sectors  whether the model counts sectors of requests; it then attributes those of vertices to
/// faces
[[nodiscard]] CountedParts counted_parts(const Restriction& only, const RecordingInfo& info, bool of_sectors,
                                         std::string_view recording);

/// As counted_parts(), for sums of requests instead of elements: the allocation may be any.
[[nodiscard]] CountedParts counted_requests(const Restriction& only, const RecordingInfo& info,
                                            std::string_view recording);

} // namespace hitmap
