#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/import/recording_format.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/io/limited_memory.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// What was read from a file.
struct ImportedCounts {
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
    std::uint64_t frames = 0;          ///< with sums in the place of requests
    std::uint64_t sums = 0;            ///< of all frames
    std::vector<std::string> warnings; ///< anomalies that were tolerated, one sentence for each kind
};

/// All formats that can be imported. A new one needs a reader in core/trace/formats and an entry
/// in recording_formats.cpp.
[[nodiscard]] std::span<const RecordingFormat* const> recording_formats();
/// The format of a file; null if no format recognises it. Throws FileError (cannot be read).
[[nodiscard]] const RecordingFormat* format_of(const ByteSource& file);
/// The titles of all formats, for messages: "CSV of accesses".
[[nodiscard]] std::string imported_formats();

/// Reads files of a format into the sink, from begin() to finish(). The warnings become options
/// (import_warning_option). The sink must have tables that grow. Throws what RecordingFormat::read() throws,
/// and FileError if the format does not take several files.
ImportedCounts import_recording(const RecordingFormat& format, const ImportFiles& files, RecordingSink& sink,
                                ThreadPool& pool, const JobContext& job, const ImportChoices& choices = {});

/// The bytes of a recording (.hmt): the file itself or, if it has another format, the imported recording
/// in memory, which throws MemoryNeeded if it would take more than `limit` bytes. Null if the file is not a
/// recording. Throws what import_recording() throws.
[[nodiscard]] std::unique_ptr<ByteSource> open_any_recording(const std::filesystem::path& path,
                                                             const JobContext& job,
                                                             std::uint64_t limit = any_memory);

} // namespace hitmap
