#include "app/sequence/video_encoder.h"

#include "core/base/error.h"
#include "core/base/path_query.h"
#include "core/jobs/output_files.h"
#include "core/jobs/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <thread>
#include <unistd.h>
#include <utility>

namespace hitmap {

namespace {

constexpr const char* encoder = "ffmpeg";

/// The place where the file will be: the target of a link. A device cannot be replaced.
std::filesystem::path regular_path(const std::string& path) {
    std::error_code ignored; // raised for a path that does not exist
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        throw FileError(path, "", "expected a regular file, as videos are written to");
    return std::filesystem::is_symlink(path, ignored) ? std::filesystem::canonical(path)
                                                      : std::filesystem::path(path);
}

std::vector<std::uint8_t> opaque_pixels(const Image& picture) {
    std::vector<std::uint8_t> rgb;
    rgb.reserve(picture.rgba.size() / 4 * 3);
    for (std::size_t at = 0; at < picture.rgba.size(); at += 4)
        for (std::size_t channel = 0; channel < 3; ++channel)
            rgb.push_back(picture.rgba[at + channel]);
    return rgb;
}

} // namespace

bool has_video_encoder() {
    const char* const folders = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nothing sets it
    std::istringstream list(folders != nullptr ? folders : "");
    for (std::string folder; std::getline(list, folder, ':');) {
        const std::filesystem::path program = std::filesystem::path(folder.empty() ? "." : folder) / encoder;
        std::error_code ignored; // raised for a path that does not exist
        if (std::filesystem::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

std::vector<std::string> ffmpeg_command(const std::string& file, std::string_view format, FrameSize size,
                                        unsigned per_second) {
    std::vector<std::string> command{
        encoder, "-hide_banner", "-loglevel", "error", "-nostdin", "-f", "rawvideo", "-pixel_format", "rgb24",
        "-video_size", fmt::format("{}x{}", size.width, size.height), "-framerate",
        std::to_string(per_second), "-i", "pipe:0", "-an",
        // Half the resolution of colours, which most players need, needs even sizes.
        "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p",
        // Nothing in the file depends on the time or on the version of ffmpeg.
        "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"};
    const std::vector<std::string> h264{"-c:v", "libx264", "-crf", "18"};
    const std::vector<std::string> vp9{"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0"};
    const auto& codec = format == "mp4" ? h264 : vp9;
    command.insert(command.end(), codec.begin(), codec.end());
    // With the name of the protocol, no name of a file is an option or an address.
    command.insert(command.end(), {"-f", std::string(format), "-y", "file:" + absolute_path(file).string()});
    return command;
}

VideoEncoder::VideoEncoder(const std::string& path, std::string_view format, FrameSize size,
                           unsigned per_second, const JobContext& job)
    : job_(job), size_(size) {
    const std::filesystem::path place = regular_path(path);
    file_ =
        job_.outputs != nullptr ? job_.outputs->create(place, path) : std::make_shared<PartFile>(place, path);
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    const Descriptor read_end(ends[0]);
    pixels_ = Descriptor(ends[1]);
    try {
        process_ = start_program(ffmpeg_command(file_->part().string(), format, size, per_second),
                                 own_environment(), read_end.get());
    } catch (const Error& error) {
        drop_file();
        throw Error(
            fmt::format("{}. A video needs the program ffmpeg (Debian's package ffmpeg); OUT.apng and "
                        "OUT.png are written without it",
                        error.what()));
    }
}

VideoEncoder::~VideoEncoder() {
    if (process_ < 0) return;
    pixels_.close();
    ::kill(process_, SIGKILL);
    try {
        (void)await_program(process_, encoder);
    } catch (const Error&) { // NOLINT(bugprone-empty-catch): an error is already on its way
    }
    drop_file();
}

void VideoEncoder::drop_file() noexcept {
    if (job_.outputs != nullptr)
        job_.outputs->discard(file_);
    else
        file_->remove();
}

void VideoEncoder::add(const Image& picture) {
    constexpr std::size_t part_bytes = 1U << 16;
    if (picture.size != size_) throw Error("a picture of a video has another size than the video");
    const std::vector<std::uint8_t> pixels = opaque_pixels(picture);
    std::span<const std::uint8_t> rest(pixels);
    while (!rest.empty()) {
        // In small parts, so that the job can be stopped while ffmpeg compresses.
        const auto put = ::write(pixels_.get(), rest.data(), std::min(rest.size(), part_bytes));
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) fail(); // SIGPIPE is ignored
        rest = rest.subspan(static_cast<std::size_t>(put));
        job_.check();
    }
}

void VideoEncoder::finish() {
    pixels_.close();
    while (!has_ended(process_, encoder)) { // It compresses the last pictures, for minutes if they are large.
        job_.check();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const ProgramEnd end = await_program(std::exchange(process_, -1), encoder);
    if (end.signal != 0 || end.status != 0) {
        drop_file();
        throw Error(fmt::format(
            "ffmpeg failed with {} {}, so that there is no video; its messages are on standard error",
            end.signal != 0 ? "signal" : "exit status", end.signal != 0 ? end.signal : end.status));
    }
    file_->flush();
    if (job_.outputs != nullptr)
        job_.outputs->finish(file_);
    else
        file_->take_place();
}

/// ffmpeg does not read any more: it has ended, or is about to.
void VideoEncoder::fail() {
    finish();
    throw Error("ffmpeg ended before it got all pictures, so that there is no video");
}

} // namespace hitmap
