#pragma once

#include "widgets/session/state/bookmark.h"
#include "widgets/session/state/session_state.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// The contents of a session file (.hitmap).
struct SessionDocument {
    SessionState state;
    std::map<int, Bookmark> bookmarks; ///< by their number, 1 to Bookmark::most
    std::string layout;                ///< layout of the window in the toolkit's format; arbitrary bytes
    friend bool operator==(const SessionDocument&, const SessionDocument&) = default;
};

/// A session that was read, and its warnings.
struct ReadSession {
    SessionDocument document;
    std::vector<std::string> warnings; ///< sentences about recordings that have changed since
};

/// Returns JSON with the keys in docs/view-files.md. Paths of recordings and meshes are relative to
/// `folder` if possible. Recordings have a hash of their table of contents, which has the checksum of every
/// chunk.
/// @param folder  absolute folder of the file
[[nodiscard]] std::string session_to_json(const SessionDocument& document,
                                          const std::filesystem::path& folder);

/// @param file  named in errors; relative paths start at its folder. Throws FileError that names file and
/// key. Missing recordings are no error here.
[[nodiscard]] ReadSession session_from_json(std::string_view json, const std::filesystem::path& file);

/// Writes the file with write_file() (core/trace/io/write_file.h): one that exists is replaced only by a
/// complete one. Throws FileError with the reason of the system.
void write_session(const SessionDocument& document, const std::filesystem::path& file);
/// Throws FileError, also as session_from_json does.
[[nodiscard]] ReadSession read_session(const std::filesystem::path& file);

} // namespace hitmap
