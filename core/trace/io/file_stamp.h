#pragma once

#include <cstdint>
#include <filesystem>

namespace hitmap {

/// Size and time of a file. If those of two moments are equal, the file has the same bytes for all that can
/// be known without reading it.
struct FileStamp {
    std::uint64_t bytes = 0;
    std::filesystem::file_time_type changed{};
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
/// Returns the present stamp; that of an empty file of no time if there is no such file.
[[nodiscard]] FileStamp file_stamp(const std::filesystem::path& path);

} // namespace hitmap
