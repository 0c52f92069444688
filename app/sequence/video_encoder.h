#pragma once

#include "core/base/descriptor.h"
#include "core/jobs/progress.h"
#include "render/image/image.h"

#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace hitmap {

class PartFile;

/// A video, encoded by the program ffmpeg, which gets the pixels of the pictures through its standard input
/// and writes its messages to standard error.
class VideoEncoder {
public:
    /// Starts ffmpeg. Throws Error that says how to install it if it is not there; FileError, also if the
    /// path exists and is no regular file.
    /// @param format      "mp4" (H.264) or "webm" (VP9)
    /// @param size        of every picture
    /// @param per_second  pictures a second
    VideoEncoder(const std::string& path, std::string_view format, FrameSize size, unsigned per_second,
                 const JobContext& job);
    /// Ends ffmpeg and removes the file unless finish() was called.
    ~VideoEncoder();
    VideoEncoder(const VideoEncoder&) = delete;
    VideoEncoder& operator=(const VideoEncoder&) = delete;

    /// Encodes a picture; alpha is ignored. Throws Error if ffmpeg failed.
    void add(const Image& picture);
    /// Waits until ffmpeg has written the file, which then gets its name with the other outputs of the job.
    /// Throws Error if ffmpeg failed, FileError.
    void finish();

private:
    [[noreturn]] void fail();
    void drop_file() noexcept;

    JobContext job_;
    std::shared_ptr<PartFile> file_;
    FrameSize size_;
    Descriptor pixels_; ///< the end of the pipe that is written
    pid_t process_ = -1;
};

/// Returns whether the program ffmpeg is found in the folders of PATH.
[[nodiscard]] bool has_video_encoder();

/// Returns the command that encodes pixels of standard input, for a file that is there already.
[[nodiscard]] std::vector<std::string> ffmpeg_command(const std::string& file, std::string_view format,
                                                      FrameSize size, unsigned per_second);

} // namespace hitmap
