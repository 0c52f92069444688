#pragma once

#include "core/layout/model/recording_layout.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

/// The beginning of what MovedLayout::refusal says.
inline constexpr std::string_view layout_not_applied = "the layout beside the recording is not applied: ";

/// A layout for the addresses of a recording.
struct MovedLayout {
    RecordingLayout layout;
    std::uint64_t moved = 0;  ///< number of allocations that have another address
    std::string refusal;      ///< why the layout is that of another recording; empty: it may fit
    bool is_doubtful = false; ///< none of its allocations is in one of the recording
    /// What was done, for the user; empty if no allocation was moved.
    [[nodiscard]] std::string note() const;
};

/// A program that runs again has its buffers at other addresses. An allocation of the layout whose name and
/// size the recording has at other addresses only is moved there; the name does not count where that of the
/// recording is empty. Where several allocations have this name and size, those of the layout must be alike.
/// If an allocation is to be moved and has no such place, or another one that has a role is in no allocation
/// of the recording, the layout is refused.
///
/// Recordings that list no allocations, and memory that is not global, are not looked at.
[[nodiscard]] MovedLayout moved_to(const RecordingInfo& info, const RecordingLayout& layout);

/// Such a refusal of a layout of which no allocation is accessed.
[[nodiscard]] std::string refusal_of(const RecordingLayout& layout);

} // namespace hitmap
