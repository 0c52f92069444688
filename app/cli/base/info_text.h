#pragma once

#include "core/report/rows/allocation_columns.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// A file of another program.
struct ForeignFile {
    std::string_view format;            ///< RecordingFormat::name()
    std::optional<std::uint64_t> bytes; ///< nothing of a folder or a pipe
};
/// Returns no value if the file at this path is a recording of Hitmap.
/// @param path  of the file, of which `file` is the imported recording if it has another format
[[nodiscard]] std::optional<ForeignFile> foreign_file(const HmtFile& file, const std::string& path);

/// Returns what `hitmap info` prints of a recording before the table of allocations: lines of a name and a
/// text, which begins in column 17. Throws what HmtFile::launch_requests() throws.
[[nodiscard]] std::string facts_text(const HmtFile& file, const std::string& path,
                                     const JobContext& job = {});
/// Returns the rows of the table of allocations. `info` must outlive them.
[[nodiscard]] std::vector<AllocationRow> rows_of_allocations(const RecordingInfo& info);

} // namespace hitmap
