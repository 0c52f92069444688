#include "app/cli/base/sequence_output.h"

#include "app/cli/base/output_file.h"
#include "app/cli/base/video_encoder.h"
#include "core/base/error.h"
#include "core/jobs/output_files.h"
#include "render/image/animated_png.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hitmap {

namespace {

class PngSequence final : public SequenceOutput {
public:
    PngSequence(const SequenceTarget& target, const JobContext& job) : target_(target), job_(job) {
        // The first file is created and removed, so that a wrong path fails before the work starts.
        OutputFiles probe;
        (void)create_file(numbered_path(target.path, 0, target.pictures), &probe);
    }

    void add(const Image& picture) override {
        const std::string path = numbered_path(target_.path, next_++, target_.pictures);
        if (job_.outputs == nullptr) return write_png(picture, path);
        OutputFiles one(*job_.outputs);
        write_png(picture, path, &one);
        one.publish();
    }
    void finish() override {}

private:
    SequenceTarget target_;
    JobContext job_;
    std::uint32_t next_ = 0;
};

class AnimationOutput final : public SequenceOutput {
public:
    AnimationOutput(const SequenceTarget& target, const JobContext& job)
        : sink_(open_output(target.path, job)),
          animation_(*sink_, target.pictures, target.per_second, target.transparent) {}

    void add(const Image& picture) override { animation_.add(picture); }
    void finish() override {
        animation_.finish();
        sink_->commit();
    }

private:
    std::unique_ptr<ByteSink> sink_;
    AnimatedPng animation_;
};

class VideoOutput final : public SequenceOutput {
public:
    VideoOutput(const SequenceTarget& target, std::string_view format, const JobContext& job)
        : encoder_(target.path, format, target.size, target.per_second, job) {}

    void add(const Image& picture) override { encoder_.add(picture); }
    void finish() override { encoder_.finish(); }

private:
    VideoEncoder encoder_;
};

} // namespace

std::string_view sequence_format(const std::string& path, bool transparent) {
    if (path == "-") throw UsageError("--output: a sequence of pictures is not written to standard output");
    const std::string_view format = format_of(path, "--output", {"png", "apng", "mp4", "webm"});
    if (transparent && (format == "mp4" || format == "webm"))
        throw UsageError("--transparent: a video has a background; expected OUT.png or OUT.apng");
    return format;
}

void refuse_sequence_format(const std::string& path) {
    const std::string ending = std::filesystem::path(path).extension().string();
    for (const std::string_view format : {".apng", ".mp4", ".webm"})
        if (ending == format)
            throw UsageError(
                fmt::format("--output: {} is the ending of animations and videos; name one picture "
                            "OUT.png, or, for a mesh, add --sequence frames, turntable or CAMERAS.json",
                            ending));
}

std::unique_ptr<SequenceOutput> open_sequence(const SequenceTarget& target, const JobContext& job) {
    const std::string_view format = sequence_format(target.path, target.transparent);
    if (format == "png") return std::make_unique<PngSequence>(target, job);
    if (format == "apng") return std::make_unique<AnimationOutput>(target, job);
    return std::make_unique<VideoOutput>(target, format, job);
}

std::string numbered_path(const std::string& path, std::uint32_t number, std::uint32_t pictures) {
    constexpr std::size_t least_digits = 4;
    const std::size_t digits = std::max(least_digits, std::to_string(pictures - 1).size());
    const std::filesystem::path whole(path);
    const std::string name =
        fmt::format("{}-{:0{}}{}", whole.stem().string(), number, digits, whole.extension().string());
    return (whole.parent_path() / name).string();
}

} // namespace hitmap
