#pragma once

#include "core/trace/model/recording.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hitmap {

/// The names of the formats of this folder, as RecordingFormat::name() returns them.
inline constexpr std::array<std::string_view, 5> cpu_format_names{"drmemtrace", "drmemtrace-view", "lackey",
                                                                  "memtrace", "memtrace-binary"};

/// Returns whether a recording was read from one of these formats, also if it was written as .hmt since. Its
/// warps are threads of a CPU, which have one lane.
[[nodiscard]] inline bool is_of_cpu(const RecordingInfo& info) {
    return std::any_of(info.options.begin(), info.options.end(), [](const auto& option) {
        return option.first == "format" && std::find(cpu_format_names.begin(), cpu_format_names.end(),
                                                     option.second) != cpu_format_names.end();
    });
}

} // namespace hitmap
