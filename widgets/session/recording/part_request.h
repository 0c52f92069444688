#pragma once

#include "core/trace/model/recording_part.h"

#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// A recording of which only a part is opened, or which is opened with another layout than that beside it.
struct PartRequest {
    std::string file; ///< path, or another spec that can be opened: "builtin:NAME", or that of a TraceRequest
    RecordingPart part{};
    std::string layout{}; ///< path of the layout; empty: the layout beside the file, if there is one
    /// Memory layouts that the part gets by moving its addresses, one after the other; each is the text of
    /// RelayoutOptions.
    std::vector<std::string> relayouts{};

    /// Whether it is the file as it is.
    [[nodiscard]] bool is_whole() const { return part.is_whole() && layout.empty() && relayouts.empty(); }
};

/// Returns the spec, "part:--requests=0:1000 --layout=/path/run.json -- /path/run.csv"; `file` if the part is
/// all of it and there is no layout. In the path of the layout and in memory layouts, a space is %20 and %
/// is %25. Sessions store
/// the spec, and it can be opened like a file.
[[nodiscard]] std::string spec_of(const PartRequest& request);
/// Whether the spec names a part, a layout or a memory layout.
[[nodiscard]] bool names_part(std::string_view spec);
/// Parses a spec; one that names neither is a file of which everything is wanted. Throws UsageError.
[[nodiscard]] PartRequest part_request(std::string_view spec);
/// For users: "requests 0:1000, launches 2:". Empty if the part is everything.
[[nodiscard]] std::string short_text(const RecordingPart& part);
/// The same with the names of the layout and of memory layouts at the end, if there are any: "requests
/// 0:1000, layout run.json, node-order veb".
[[nodiscard]] std::string short_text(const PartRequest& request);

} // namespace hitmap
