#pragma once

#include "core/jobs/progress.h"
#include "core/trace/import/recording_format.h"
#include "core/trace/io/byte_stream.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// A recording as it lies on disk: one file, several, or a folder.
struct FoundRecording {
    /// The recording, if the only path is that of an .hmt file.
    std::unique_ptr<ByteSource> hmt;
    /// Otherwise the format of the files; null if no format recognises one of them.
    const RecordingFormat* format = nullptr;
    ImportFiles files;
    std::string name; ///< of the first path, for messages
};

/// Returns the regular files of a folder in the order of their names, in which numbers count as numbers.
/// Throws FileError: it cannot be read, too many files.
[[nodiscard]] std::vector<std::filesystem::path> files_in_folder(const std::filesystem::path& folder);

/// Opens the files of a recording. Each path is that of a file, of a pipe (open_file_or_pipe()), or of a
/// folder:
///
/// - A folder with a list of kernels (kernelslist.g, kernelslist) is that list.
/// - Of another folder, all files of the format that one of them has are taken, in the order of their names,
/// in
///   which numbers count as numbers. The others are named in ImportFiles::left_out, also those that cannot be
///   opened.
/// - If a folder has no file of any format, but a folder `trace` or `traces` (DynamoRIO, Accel-Sim), that one
/// is
///   taken.
///
/// The format is that of the first file that has one. Schedules of DynamoRIO (serial_schedule.bin.gz,
/// cpu_schedule.bin.zip), which are beside its traces, are left out and named.
/// @param paths  at least one
/// Throws FileError (a path cannot be opened; a folder without a file of a format), Cancelled.
[[nodiscard]] FoundRecording find_recording(const std::vector<std::filesystem::path>& paths,
                                            const JobContext& job);

} // namespace hitmap
