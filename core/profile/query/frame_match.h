#pragma once

#include "core/base/name_table.h"

#include <cstdint>

namespace hitmap {

/// How the frames of two recordings are matched, the most exact way first: by work in three ways, which
/// WorkMatch describes, or by position, where frames are equal shares of the time of each recording.
enum class FrameMatch : std::uint8_t { launch, pixels, warps, position };

/// Names for files and texts. Stable: scripts read them.
inline constexpr NameTable<FrameMatch, 4> frame_match_names = {{{FrameMatch::launch, "launch"},
                                                                {FrameMatch::pixels, "pixels"},
                                                                {FrameMatch::warps, "warps"},
                                                                {FrameMatch::position, "position"}}};

[[nodiscard]] constexpr bool is_by_work(FrameMatch match) {
    return match != FrameMatch::position;
}

} // namespace hitmap
