#pragma once

#include "render/view/view.h"
#include "widgets/session/session_state.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What a session file (.hitmap) holds.
struct SessionDocument {
    SessionState state;
    std::map<int, View> bookmarks; ///< by number, 1..9
    std::string layout;            ///< of the window, as the toolkit wrote it; any bytes
    friend bool operator==(const SessionDocument&, const SessionDocument&) = default;
};

/// A session as it was read, and what to tell about it.
struct ReadSession {
    SessionDocument document;
    std::vector<std::string> warnings; ///< sentences: recordings that changed since
};

/// JSON; docs/session-files.md lists its keys. Recordings and meshes are named relative to `folder` where
/// they can be, and recordings carry a hash of their table of contents, which has the checksum of every
/// chunk.
/// @param folder  where the file will lie; absolute
[[nodiscard]] std::string session_to_json(const SessionDocument& document,
                                          const std::filesystem::path& folder);

/// @param file  named in errors; relative names in the text start at its folder
/// Throws FileError naming file and key. Recordings that are missing are no error here.
[[nodiscard]] ReadSession session_from_json(std::string_view json, const std::filesystem::path& file);

/// Replaces the file when everything is written. Throws FileError with the system's reason.
void write_session(const SessionDocument& document, const std::filesystem::path& file);
/// Throws FileError, also what session_from_json throws.
[[nodiscard]] ReadSession read_session(const std::filesystem::path& file);

} // namespace hitmap
