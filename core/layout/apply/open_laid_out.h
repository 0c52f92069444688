#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/io/limited_memory.h"
#include "core/trace/model/recording_part.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace hitmap {

/// A recording whose layout was applied, in memory.
struct LaidOutRecording {
    std::unique_ptr<ByteSource> bytes; ///< of an .hmt; null if the file is not a recording
    std::filesystem::path layout;      ///< the file of the layout that was applied; empty: none
    bool is_part = false;              ///< the bytes are those of the part alone
};

/// Which files a layout may name.
enum class LayoutFiles : std::uint8_t {
    inside_folder, ///< see require_files_inside()
    anywhere,      ///< the user named the layout
};

/// Applies the layout of a file as apply_layout() does. Throws what that throws, but FileError that names the
/// layout if layout and recording contradict each other or a file that the layout names cannot be used.
void apply_layout_file(const std::filesystem::path& path, LayoutFiles files, const HmtFile& file,
                       std::unique_ptr<ByteSink> out, ThreadPool& pool, const JobContext& job);

/// The file of the layout that open_laid_out() applies: `layout`, or layout_path(path) if `layout` is empty
/// and that file exists. Empty: none.
[[nodiscard]] std::filesystem::path layout_used(const std::filesystem::path& path,
                                                const std::filesystem::path& layout);

/// Opens a recording as open_any_recording() does, and applies the layout of layout_used() to it. If that is
/// not `layout`, it must not name files outside of its folder. If `part` is one of launches or requests, and
/// there is a layout, that part is taken first. Throws what open_any_recording() and HmtFile::part() throw,
/// and FileError that names the layout if it cannot be read, or if layout and recording contradict each
/// other.
/// @param limit  bytes that the recording may take each time that it is written into memory; above that,
///               MemoryNeeded is thrown
[[nodiscard]] LaidOutRecording open_laid_out(const std::filesystem::path& path,
                                             const std::filesystem::path& layout, const JobContext& job,
                                             const RecordingPart& part = {},
                                             std::uint64_t limit = any_memory);

} // namespace hitmap
