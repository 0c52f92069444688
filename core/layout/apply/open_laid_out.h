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
#include <string>

namespace hitmap {

/// A recording whose layout was applied, in memory.
struct LaidOutRecording {
    std::unique_ptr<ByteSource> bytes; ///< of an .hmt; null if the file is not a recording
    std::filesystem::path layout;      ///< the file of the layout that was applied; empty: none
    bool is_part = false;              ///< the bytes are those of the part alone
    /// Why the layout beside the recording was not applied; empty if it was or there is none. The recording
    /// has it as an import_warning_option.
    std::string refusal;
    std::string note; ///< that the layout was moved to the addresses of the recording; empty: it was not
};

/// What became of the layout of a file.
struct AppliedLayout {
    std::string refusal; ///< as LaidOutRecording
    std::string note;    ///< as LaidOutRecording
};

/// Which files a layout may name.
enum class LayoutFiles : std::uint8_t {
    inside_folder, ///< see require_files_inside()
    anywhere,      ///< the user named the layout
};

/// Applies the layout of a file as apply_layout() does, moved to the addresses of the recording (moved_to()).
/// A layout of another recording is applied if it may name files anywhere, and not applied otherwise: the
/// recording is then written as it is, with a warning. Throws what that throws, but
/// FileError that names the layout if layout and recording contradict each other or a file that the layout
/// names cannot be used.
AppliedLayout apply_layout_file(const std::filesystem::path& path, LayoutFiles files, const HmtFile& file,
                                std::unique_ptr<ByteSink> out, ThreadPool& pool, const JobContext& job);

/// The file of the layout that open_laid_out() applies: `layout`, or layout_path(path) if `layout` is empty
/// and that file exists. Empty: none.
[[nodiscard]] std::filesystem::path layout_used(const std::filesystem::path& path,
                                                const std::filesystem::path& layout);

/// The same of a recording that was opened: none if the layout beside it was not applied.
[[nodiscard]] std::filesystem::path layout_applied(const std::filesystem::path& path,
                                                   const std::filesystem::path& layout,
                                                   const RecordingInfo& info);

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
