#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"
#include "core/trace/stream/request_source.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// What was read from a file.
struct ImportedCounts {
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
};

/// A format in which other programs write recordings. Formats are recognised by content, never by file name.
class RecordingFormat {
public:
    virtual ~RecordingFormat() = default;
    /// One word, such as "csv". It is the option `format` of imported recordings.
    [[nodiscard]] virtual std::string_view name() const = 0;
    /// For messages: "CSV of accesses (sm,warp,lane,...)".
    [[nodiscard]] virtual std::string_view title() const = 0;
    /// Whether a file that begins with `start` has this format.
    /// @param start  the first most_start bytes of the file, or all of a shorter one
    [[nodiscard]] virtual bool recognises(std::string_view start) const = 0;
    /// Reads the whole file into the sink, from begin() to finish(). Fields that the format does not have get
    /// the origin `derived` or `assumed`. Memory grows with the tables of the recording, not with the size of
    /// the file. Throws FileError (file, place, expected, found), Cancelled and whatever the sink throws.
    virtual ImportedCounts read(const ByteSource& file, RecordingSink& sink, const JobContext& job) const = 0;

    static constexpr std::size_t most_start = 4096;
};

/// All formats that can be imported. A new one needs a reader in this folder and an entry in
/// recording_format.cpp.
[[nodiscard]] std::span<const RecordingFormat* const> recording_formats();
/// The format of a file; null if no format recognises it. Throws FileError (cannot be read).
[[nodiscard]] const RecordingFormat* format_of(const ByteSource& file);
/// The titles of all formats, for messages: "CSV of accesses".
[[nodiscard]] std::string imported_formats();

/// The bytes of a recording (.hmt): the file itself or, if it has another format, the imported recording
/// in memory. Null if the file is not a recording. Throws what RecordingFormat::read() throws.
[[nodiscard]] std::unique_ptr<ByteSource> open_any_recording(const std::filesystem::path& path,
                                                             const JobContext& job);

} // namespace hitmap
