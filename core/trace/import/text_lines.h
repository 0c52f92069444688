#pragma once

#include "core/jobs/progress.h"
#include "core/trace/io/byte_stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// The lines of a text file, front to back, in little memory.
class TextLines {
public:
    /// @param file  outlives the object; its name is that of messages
    /// @param job   is told how many bytes were read, and may stop the reading
    TextLines(const ByteSource& file, const JobContext& job);

    /// The next line without its end ("\n" or "\r\n"), valid until the next call; nothing at the end of the
    /// file. Throws FileError (cannot be read; a line of more than most_line bytes), Cancelled.
    std::optional<std::string_view> next();
    /// Throws FileError at the line that was returned last.
    [[noreturn]] void refuse(const std::string& message) const;

    static constexpr std::size_t most_line = std::size_t{1} << 16;

private:
    /// Reads more behind what is left; false at the end of the file.
    bool fill();

    const ByteSource& file_;
    const JobContext& job_;
    std::string buffer_;
    std::size_t at_ = 0;       ///< in the buffer: where the next line begins
    std::uint64_t read_ = 0;   ///< bytes of the file
    std::uint64_t number_ = 0; ///< of the line that was returned last, from 1
};

} // namespace hitmap
