#pragma once

#include "core/jobs/progress.h"
#include "core/layout/model/recording_layout.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/io/limited_memory.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace hitmap {

/// A recording whose layout was applied, in memory.
struct LaidOutRecording {
    std::unique_ptr<ByteSource> bytes; ///< of an .hmt; null if the file is not a recording
    std::filesystem::path layout;      ///< the file of the layout that was applied; empty: none
};

/// Opens a recording as open_any_recording() does, and applies a layout to it: that of the file `layout` or,
/// if this is empty, that of the file layout_path(path) if it exists. Throws what open_any_recording() and
/// apply_layout() throw, and FileError if the layout cannot be read.
/// @param limit  bytes that the recording may take each time that it is written into memory; above that,
///               MemoryNeeded is thrown
[[nodiscard]] LaidOutRecording open_laid_out(const std::filesystem::path& path,
                                             const std::filesystem::path& layout, const JobContext& job,
                                             std::uint64_t limit = any_memory);

/// The bytes of a recording with a layout. Throws MemoryNeeded if they take more than `limit` bytes.
[[nodiscard]] std::unique_ptr<ByteSource> laid_out(std::unique_ptr<ByteSource> bytes,
                                                   const RecordingLayout& layout, const JobContext& job,
                                                   std::uint64_t limit = any_memory);

} // namespace hitmap
