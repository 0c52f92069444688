#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hitmap {

/// The spool of one process that the layer recorded.
struct SpoolFile {
    std::filesystem::path path;
    std::string output; ///< of the process: with its number in the place of %p
    unsigned long process = 0;
};

/// The spools of processes that record into `output`, in which %p stands for the number of the process, by
/// the number of the process.
[[nodiscard]] std::vector<SpoolFile> spool_files(const std::string& output);

/// The output with a number before its suffix: out.hmt becomes out.2.hmt.
[[nodiscard]] std::string numbered(const std::string& output, std::size_t number);

} // namespace hitmap
