#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"
#include "render/image/image.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// Opens the output of a command: "-" is standard output; any other file appears under its name only after
/// commit() was called and the outputs of the job are published. Throws FileError.
[[nodiscard]] std::unique_ptr<ByteSink> open_output(const std::string& path, const JobContext& job);
/// As open_output(), but what was written is removed after a failed write (create_whole_file()): for all that
/// is not a recording, which can be opened in part.
[[nodiscard]] std::unique_ptr<ByteSink> open_whole_output(const std::string& path, const JobContext& job);

inline constexpr std::array<std::string_view, 1> png_format{"png"};

/// Returns the entry of `formats` that the path ends in, without regard to case ("png"); the first one for
/// "-". Throws UsageError that names `option` if it ends in none.
[[nodiscard]] std::string_view format_of(const std::string& path, std::string_view option,
                                         std::span<const std::string_view> formats);

/// Writes text to the result of open_whole_output(), in blocks. On a terminal, names in it can have no
/// effect: control characters are escaped, as printable_lines() does. Files and pipes get the bytes as they
/// are. Throws FileError.
class TextOutput {
public:
    TextOutput(const std::string& path, const JobContext& job);
    /// @param text  complete lines, or at least complete characters
    void write(std::string_view text);
    void commit();

private:
    std::unique_ptr<ByteSink> sink_;
    bool to_terminal_;
    std::string buffer_;
};

/// Writes a picture to the result of open_whole_output(). The file is opened before the work starts, so that
/// errors are reported early.
class PictureOutput {
public:
    /// Throws UsageError that names `option` if the path does not end in one of `formats` ("png"; "-" uses
    /// the first), and FileError.
    PictureOutput(const std::string& path, std::string_view option, const JobContext& job,
                  std::span<const std::string_view> formats = png_format);
    /// The format that was selected from `formats`.
    [[nodiscard]] std::string_view format() const { return format_; }
    /// Writes a PNG.
    void commit(const Image& image);
    /// Writes the bytes of a file in another format.
    void commit(std::string_view bytes);

private:
    std::string_view format_;
    std::unique_ptr<ByteSink> sink_;
};

} // namespace hitmap
