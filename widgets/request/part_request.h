#pragma once

#include "core/trace/model/recording_part.h"

#include <string>
#include <string_view>

namespace hitmap {

/// A recording of which only a part is opened, or which is opened with another layout than that beside it.
struct PartRequest {
    std::string file; ///< path, or another spec that can be opened: "builtin:NAME", or that of a TraceRequest
    RecordingPart part{};
    std::string layout{}; ///< path of the layout; empty: the layout beside the file, if there is one
};

/// Returns the spec, "part:--requests=0:1000 --layout=/path/run.json -- /path/run.csv"; `file` if the part is
/// all of it and there is no layout. In the path of the layout, a space is %20 and % is %25. Sessions store
/// the spec, and it can be opened like a file.
[[nodiscard]] std::string spec_of(const PartRequest& request);
/// Whether the spec names a part or a layout.
[[nodiscard]] bool names_part(std::string_view spec);
/// Parses a spec; one that names neither is a file of which everything is wanted. Throws UsageError.
[[nodiscard]] PartRequest part_request(std::string_view spec);
/// For users: "requests 0:1000, launches 2:". Empty if the part is everything.
[[nodiscard]] std::string short_text(const RecordingPart& part);
/// The same with the name of the layout at the end, if there is one: "requests 0:1000, layout run.json".
[[nodiscard]] std::string short_text(const PartRequest& request);

} // namespace hitmap
