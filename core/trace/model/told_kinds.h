#pragma once

#include "core/trace/model/element_kind.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// The kinds that texts about a recording name: boxes, faces and pixels, which every ray tracer has, and the
/// further kinds of which this recording has elements or allocations.
[[nodiscard]] KindSet told_kinds(const RecordingInfo& info);
/// Those of them that are drawn.
[[nodiscard]] KindSet told_drawn_kinds(const RecordingInfo& info);

enum class KindName : std::uint8_t {
    single,       ///< "face"
    with_article, ///< "a face"
    plural,       ///< "faces"
};

/// "a face, a box or a pixel": the names of kinds in the order of what is drawn (in_drawing_order()).
/// @param last  the word before the last one
[[nodiscard]] std::string list_of(KindSet kinds, KindName name, std::string_view last = "or");

} // namespace hitmap
