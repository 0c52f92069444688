#include "app/cli/base/output_file.h"

#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/trace/io/write_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace hitmap {

namespace {

class StandardOutput final : public ByteSink {
public:
    void write(std::span<const std::byte> bytes) override {
        if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) fail();
    }
    void commit() override {
        if (std::fflush(stdout) != 0) fail();
    }

private:
    [[noreturn]] static void fail() {
        throw FileError("standard output", "", std::string("cannot be written: ") + std::strerror(errno));
    }
};

} // namespace

std::string_view format_of(const std::string& path, std::string_view option,
                           std::span<const std::string_view> formats) {
    if (path == "-") return formats.front();
    std::string extension = std::filesystem::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const std::string_view format : formats)
        if (!extension.empty() && extension.substr(1) == format) return format;
    throw UsageError(fmt::format("{}: expected a name that ends in .{}, found '{}'", option,
                                 fmt::join(formats, " or ."), path));
}

std::unique_ptr<ByteSink> open_output(const std::string& path, const JobContext& job) {
    if (path == "-") return std::make_unique<StandardOutput>();
    return create_file(path, job.outputs);
}

std::unique_ptr<ByteSink> open_whole_output(const std::string& path, const JobContext& job) {
    if (path == "-") return std::make_unique<StandardOutput>();
    return create_whole_file(path, job.outputs);
}

TextOutput::TextOutput(const std::string& path, const JobContext& job)
    : sink_(open_whole_output(path, job)), to_terminal_(path == "-" && isatty(STDOUT_FILENO) != 0) {}

void TextOutput::write(std::string_view text) {
    constexpr std::size_t block = 1U << 16;
    if (to_terminal_)
        buffer_ += printable_lines(text);
    else
        buffer_ += text;
    if (buffer_.size() < block) return;
    sink_->write(std::as_bytes(std::span(buffer_)));
    buffer_.clear();
}

void TextOutput::commit() {
    sink_->write(std::as_bytes(std::span(buffer_)));
    buffer_.clear();
    sink_->commit();
}

PictureOutput::PictureOutput(const std::string& path, std::string_view option, const JobContext& job,
                             std::span<const std::string_view> formats)
    : format_(format_of(path, option, formats)), sink_(open_whole_output(path, job)) {}

void PictureOutput::commit(const Image& image) {
    const std::vector<std::uint8_t> png = encode_png(image);
    sink_->write(std::as_bytes(std::span(png)));
    sink_->commit();
}

void PictureOutput::commit(std::string_view bytes) {
    sink_->write(std::as_bytes(std::span(bytes)));
    sink_->commit();
}

} // namespace hitmap
