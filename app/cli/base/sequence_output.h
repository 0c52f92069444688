#pragma once

#include "core/jobs/progress.h"
#include "render/image/image.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace hitmap {

/// Where a sequence of pictures goes.
struct SequenceTarget {
    std::string path; ///< its ending chooses the format
    FrameSize size;
    std::uint32_t pictures = 1;   ///< their number
    std::uint16_t per_second = 1; ///< of animations and videos
    bool transparent = false;
};

/// Pictures of one size that are written one after the other.
class SequenceOutput {
public:
    virtual ~SequenceOutput() = default;
    /// Throws FileError, Error.
    virtual void add(const Image& picture) = 0;
    /// Declares the sequence complete. Throws FileError, Error.
    virtual void finish() = 0;
};

/// Returns the format of the path: "png", "apng", "mp4" or "webm". Throws UsageError (another ending,
/// standard output, a transparent video).
[[nodiscard]] std::string_view sequence_format(const std::string& path, bool transparent);

/// Throws UsageError that says what to do if one picture has the ending of a sequence alone, such as ".apng".
void refuse_sequence_format(const std::string& path);

/// Opens the output before the work starts, so that errors are reported early. Formats:
/// - OUT.png: numbered files, see numbered_path(). Each is published when it is complete, since a process has
///   less descriptors than a sequence may have pictures.
/// - OUT.apng: one animated PNG
/// - OUT.mp4, OUT.webm: a video, encoded by the program ffmpeg
/// Throws UsageError (another ending, standard output), Error (ffmpeg is missing), FileError.
[[nodiscard]] std::unique_ptr<SequenceOutput> open_sequence(const SequenceTarget& target,
                                                            const JobContext& job);

/// Returns the name of a picture: "out.png" becomes "out-0007.png", with more digits if there are more than
/// 10000 pictures.
[[nodiscard]] std::string numbered_path(const std::string& path, std::uint32_t number,
                                        std::uint32_t pictures);

} // namespace hitmap
