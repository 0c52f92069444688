#include "app/cli/output_file.h"

#include "core/base/error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

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
        throw FileError("standard output", "", std::string("cannot write: ") + std::strerror(errno));
    }
};

} // namespace

std::unique_ptr<ByteSink> open_output(const std::string& path) {
    if (path == "-") return std::make_unique<StandardOutput>();
    return create_file(path);
}

TextOutput::TextOutput(const std::string& path) : sink_(open_output(path)) {}

void TextOutput::write(std::string_view text) {
    constexpr std::size_t block = 1U << 16;
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

} // namespace hitmap
