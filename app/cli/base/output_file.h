#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"
#include "render/image/image.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace hitmap {

/// Where a command writes its result: "-" is standard output, anything else a file that appears under its
/// name only when commit() was called and the job's outputs are published. Throws FileError.
[[nodiscard]] std::unique_ptr<ByteSink> open_output(const std::string& path, const JobContext& job);

/// Text on top of open_output, in blocks. Throws FileError.
class TextOutput {
public:
    TextOutput(const std::string& path, const JobContext& job);
    void write(std::string_view text);
    void commit();

private:
    std::unique_ptr<ByteSink> sink_;
    std::string buffer_;
};

/// A picture on top of open_output. The file is opened, and so refused, before the work for it begins.
class PictureOutput {
public:
    /// Throws UsageError naming `option` where the path does not end in one of `formats` ("png"; "-" takes
    /// the first), FileError.
    PictureOutput(const std::string& path, std::string_view option, const JobContext& job,
                  std::initializer_list<std::string_view> formats = {"png"});
    /// One of the formats.
    [[nodiscard]] std::string_view format() const { return format_; }
    /// Writes a PNG.
    void commit(const Image& image);
    /// Writes the bytes of a file of another format.
    void commit(std::string_view bytes);

private:
    std::string_view format_;
    std::unique_ptr<ByteSink> sink_;
};

} // namespace hitmap
