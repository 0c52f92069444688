#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// The folders whose files a recording may name as its sources. A recording may come from others; without
/// this limit it could choose any file of the reader's machine to be shown or copied.
struct SourceFolders {
    std::filesystem::path recording;          ///< the folder of the recording; empty: the working folder
    std::vector<std::filesystem::path> named; ///< by the user
};

/// Returns the file on this machine, without links, that a recording calls `file`; no value if there is none.
/// It is a regular file at or below one of the folders (the root counts only if the user named it), and no
/// name on the way from there begins with a dot. The recorded name is looked for as it is (beside the
/// recording if it is relative), and then, from its longest end to its last component, in each folder that
/// the user named.
[[nodiscard]] std::optional<std::filesystem::path> find_source_file(const std::string& file,
                                                                    const SourceFolders& folders);

} // namespace hitmap
