#pragma once

#include "core/trace/model/recording.h"

#include <string_view>
#include <vector>

namespace hitmap {

/// An option of recordings of programs: a part of a sentence on what is not in it, such as "the accesses of
/// the driver that ...". There is one option for each reason. (docs/capture.md)
inline constexpr std::string_view not_recorded_option = "capture-missing";

/// The beginning of such a reason where the driver traverses acceleration structures, as capture/spool writes
/// it.
inline constexpr std::string_view driver_traversal =
    "the accesses of the driver that traverses acceleration structures";

/// An option of recordings of programs that names an acceleration structure as the driver built it, which is
/// an allocation with contents: layout, level and address, "lavapipe-25.0 top 0x7f0000001000". One for each.
inline constexpr std::string_view acceleration_structure_option = "acceleration-structure";

/// What the producer of a recording says is not in it. Empty: it says nothing.
[[nodiscard]] inline std::vector<std::string_view> not_recorded(const RecordingInfo& info) {
    std::vector<std::string_view> texts;
    for (const auto& [name, value] : info.options)
        if (name == not_recorded_option) texts.emplace_back(value);
    return texts;
}

} // namespace hitmap
