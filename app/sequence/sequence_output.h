#pragma once

#include "core/jobs/progress.h"
#include "render/image/image.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// The formats of sequences:
/// - png: numbered files, see numbered_path(). Each is published when it is complete, since a process has
///   less descriptors than a sequence may have pictures.
/// - apng: one animated PNG
/// - mp4, webm: a video, encoded by the program ffmpeg
enum class SequenceFormat : std::uint8_t { png, apng, mp4, webm };

/// [SequenceFormat] The endings of their files, without the dot.
inline constexpr std::array<std::string_view, 4> sequence_endings{"png", "apng", "mp4", "webm"};
[[nodiscard]] constexpr bool is_video(SequenceFormat format) {
    return format == SequenceFormat::mp4 || format == SequenceFormat::webm;
}
/// Returns the format that the path ends in, without regard to case; no value: it ends in none.
[[nodiscard]] std::optional<SequenceFormat> sequence_format_of(const std::string& path);

/// Where a sequence of pictures goes.
struct SequenceTarget {
    std::string path;
    SequenceFormat format = SequenceFormat::png;
    FrameSize size;
    std::uint32_t pictures = 1;   ///< their number
    std::uint16_t per_second = 1; ///< of animations and videos
    bool transparent = false;     ///< not of a video
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

/// Opens the output before the work starts, so that errors are reported early. Throws Error (ffmpeg is
/// missing), FileError.
[[nodiscard]] std::unique_ptr<SequenceOutput> open_sequence(const SequenceTarget& target,
                                                            const JobContext& job);

/// Returns the name of a picture: "out.png" becomes "out-0007.png", with more digits if there are more than
/// 10000 pictures.
[[nodiscard]] std::string numbered_path(const std::string& path, std::uint32_t number,
                                        std::uint32_t pictures);

} // namespace hitmap
