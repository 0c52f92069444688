#pragma once

#include "core/trace/model/recording_part.h"

#include <string>
#include <string_view>

namespace hitmap {

/// A recording of which only a part is opened.
struct PartRequest {
    std::string file; ///< path, or another spec that can be opened: "builtin:NAME", or that of a TraceRequest
    RecordingPart part;
};

/// Returns the spec of the part, "part:--requests=0:1000 -- /path/trace.hmt"; `file` if the part is all of
/// it. Sessions store it, and it can be opened like a file.
[[nodiscard]] std::string spec_of(const PartRequest& request);
[[nodiscard]] bool names_part(std::string_view spec);
/// Parses a spec; one that names no part is a file of which everything is wanted. Throws UsageError.
[[nodiscard]] PartRequest part_request(std::string_view spec);
/// For users: "requests 0:1000, launches 2:". Empty if the part is everything.
[[nodiscard]] std::string short_text(const RecordingPart& part);

} // namespace hitmap
