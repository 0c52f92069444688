#include "app/sequence/sequence_output.h"

#include "app/sequence/video_encoder.h"
#include "core/jobs/output_files.h"
#include "core/trace/io/byte_stream.h"
#include "render/image/animated_png.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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
        : sink_(create_file(target.path, job.outputs)),
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
    VideoOutput(const SequenceTarget& target, const JobContext& job)
        : encoder_(target.path, sequence_endings[static_cast<std::size_t>(target.format)], target.size,
                   target.per_second, job) {}

    void add(const Image& picture) override { encoder_.add(picture); }
    void finish() override { encoder_.finish(); }

private:
    VideoEncoder encoder_;
};

} // namespace

std::optional<SequenceFormat> sequence_format_of(const std::string& path) {
    std::string ending = std::filesystem::path(path).extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (std::size_t format = 0; format < sequence_endings.size(); ++format)
        if (!ending.empty() && std::string_view(ending).substr(1) == sequence_endings[format])
            return static_cast<SequenceFormat>(format);
    return std::nullopt;
}

std::unique_ptr<SequenceOutput> open_sequence(const SequenceTarget& target, const JobContext& job) {
    if (target.format == SequenceFormat::png) return std::make_unique<PngSequence>(target, job);
    if (target.format == SequenceFormat::apng) return std::make_unique<AnimationOutput>(target, job);
    return std::make_unique<VideoOutput>(target, job);
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
