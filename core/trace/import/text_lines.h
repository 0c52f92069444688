#pragma once

#include "core/trace/io/byte_input.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// Reads the lines of a text file in order, with little memory. A byte order mark at its begin is left out.
class TextLines {
public:
    /// @param input  must outlive the object; messages use its name
    explicit TextLines(ByteInput& input) : input_(input) {}

    /// Returns the next line without its end ("\n" or "\r\n"), valid until the next call; nothing at the end
    /// of the file. Throws FileError (cannot be read; a line of more than most_line bytes), Cancelled.
    std::optional<std::string_view> next();
    /// The number of the line that was returned last, from 1.
    [[nodiscard]] std::uint64_t number() const { return number_; }
    /// Throws FileError at the line that was returned last.
    [[noreturn]] void refuse(const std::string& message) const;

    static constexpr std::size_t most_line = std::size_t{1} << 16;

private:
    /// Reads more bytes after those that are left; returns false at the end of the file.
    bool fill();

    ByteInput& input_;
    std::string buffer_;
    std::size_t at_ = 0;       ///< offset of the next line in the buffer
    std::uint64_t number_ = 0; ///< number of the line that was returned last, from 1
};

} // namespace hitmap
