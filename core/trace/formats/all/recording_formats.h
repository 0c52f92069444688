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
#include <string_view>
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
/// The format of a file; null if no format recognises it. Throws FileError (cannot be read),
/// Cancelled.
[[nodiscard]] const RecordingFormat* format_of(const ByteSource& file, const JobContext& job = {});
/// Whether a recording was read from a format of programs that run on a CPU (RecordingFormat::is_of_cpu()),
/// also if it was written as .hmt since.
[[nodiscard]] bool is_of_cpu(const RecordingInfo& info);
/// Whether a file is the spool of a program that `hitmap record` ran, of which a recording can be made.
[[nodiscard]] bool is_spool(const ByteSource& file);
/// What was expected and found, for a message about a file that no format recognises.
/// @param expected  such as "a recording of another program"
[[nodiscard]] std::string not_recognised(const ByteSource& file, std::string_view expected);
/// The same for a path. Of a pipe, which cannot be read again, the message does not say what was found.
/// Throws FileError (cannot be opened).
[[nodiscard]] std::string not_recognised(const std::filesystem::path& path, std::string_view expected);

/// The files that the file names if it is a list of a format (kernelslist.g), or those of a folder. Throws
/// FileError, Cancelled.
[[nodiscard]] std::vector<std::filesystem::path> files_named_in(const std::filesystem::path& path,
                                                                const JobContext& job);

/// Reads files of a format into the sink, from begin() to finish(). The warnings become options
/// (import_warning_option). The sink must have tables that grow. Throws what RecordingFormat::read() throws,
/// and FileError if the format does not take several files.
ImportedCounts import_recording(const RecordingFormat& format, const ImportFiles& files, RecordingSink& sink,
                                ThreadPool& pool, const JobContext& job, const ImportChoices& choices = {});

/// The bytes of a recording (.hmt): the file itself or, if it has another format, the imported recording
/// in memory, which throws MemoryNeeded if it would take more than `limit` bytes. Null if the file is not a
/// recording. The path can be a folder, a pipe or standard input, as for find_recording()
/// (recording_files.h). Throws what find_recording() and import_recording() throw.
[[nodiscard]] std::unique_ptr<ByteSource> open_any_recording(const std::filesystem::path& path,
                                                             const JobContext& job,
                                                             std::uint64_t limit = any_memory);

} // namespace hitmap
