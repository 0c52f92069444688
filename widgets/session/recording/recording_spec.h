#pragma once

#include "core/trace/model/recording_part.h"
#include "widgets/session/recording/trace_request.h"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hitmap {

/// What a file holds. It takes a look into most files to know.
enum class FileContents : std::uint8_t { unknown, recording, mesh };

/// A file, whose contents say whether it is a recording or a mesh that is traced.
struct SpecFile {
    std::string path; ///< empty: nothing is named
    /// Known once the file was opened; two specs are equal whether it is or not.
    FileContents contents = FileContents::unknown;
};

/// A built-in scene, "builtin:statue?triangles=1000".
struct SpecScene {
    std::string name;
};

/// What can be opened: a recording or a scene to trace, all of it or a part, and the SMs and the memory
/// layout that it gets. A value; its text is for arguments, settings, session files and messages.
struct RecordingSpec {
    std::variant<SpecFile, SpecScene, TraceRequest> whole;
    RecordingPart part{};
    std::string layout{}; ///< path of the layout; empty: the layout beside the file, if there is one
    /// The tree over which the rays of the part are replayed: the text of valid ReplayOptions; empty: the
    /// defaults.
    std::string replay{};
    /// The number of SMs that the thread blocks of the part are dealt to (dealt_file()); 0: they stay where
    /// they were recorded.
    std::uint32_t dealt_sms = 0;
    /// Memory layouts that the part gets by moving its addresses, one after the other; each is the text of
    /// valid RelayoutOptions.
    std::vector<std::string> relayouts{};

    /// Names nothing.
    RecordingSpec() = default;
    /// Parses to_text(); other text is the path of a file or "builtin:NAME". The text of the result is the
    /// same as that which to_text() returned. Throws UsageError.
    RecordingSpec(const std::string& text);
    RecordingSpec(const char* text) : RecordingSpec(std::string(text)) {}
    RecordingSpec(SpecFile file) : whole(std::move(file)) {}
    RecordingSpec(TraceRequest request) : whole(std::move(request)) {}

    /// Whether nothing is named.
    [[nodiscard]] bool empty() const { return file() != nullptr && file()->empty(); }
    /// Whether it is what `whole` names as it is: all of it, on its own SMs, in its own layout and, if it has
    /// rays, with the tree of the defaults.
    [[nodiscard]] bool is_whole() const { return dealt_sms == 0 && replay.empty() && has_own_memory(); }
    /// Whether it is all of what `whole` names, in its own layout.
    [[nodiscard]] bool has_own_memory() const {
        return part.is_whole() && layout.empty() && relayouts.empty();
    }
    /// The path of the file; null: a scene or a trace.
    [[nodiscard]] const std::string* file() const;
    [[nodiscard]] bool is_trace() const { return std::holds_alternative<TraceRequest>(whole); }

    friend bool operator==(const RecordingSpec& a, const RecordingSpec& b);
};

/// Returns "part:--requests=0:1000 --layout=/path/run.json --deal-blocks=128 -- /path/run.csv", or
/// whole_text() if it is_whole(). In the path of the layout, in memory layouts and options of a replay, a
/// space is %20 and % is %25.
[[nodiscard]] std::string to_text(const RecordingSpec& spec);
/// Returns the text of `whole`: a path, "builtin:NAME", or the spec_of() a TraceRequest.
[[nodiscard]] std::string whole_text(const RecordingSpec& spec);
/// Returns the request that traces `whole`, with a camera that is normalised. A file is a mesh, with default
/// options. Throws UsageError (a camera that cannot be normalised).
[[nodiscard]] TraceRequest trace_of(const RecordingSpec& spec);

/// For users: "requests 0:1000, launches 2:". Empty if the part is everything.
[[nodiscard]] std::string short_text(const RecordingPart& part);
/// The same with the names of the layout, the tree, the SMs and the memory layouts at the end, if there are
/// any: "requests 0:1000, layout run.json, on 128 SMs, node-order veb".
[[nodiscard]] std::string short_text(const RecordingSpec& spec);

} // namespace hitmap
