#pragma once

#include "core/report/column/json_row.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// Splits bytes into messages as the base protocol of language servers frames them: header lines with
/// "Content-Length: N", an empty line, N bytes (Language Server Protocol 3.17, "Base Protocol").
class MessageStream {
public:
    static constexpr std::size_t most_header_bytes = 4096;
    static constexpr std::size_t most_content_bytes = std::size_t{1} << 26;

    /// Appends bytes as they arrive. Memory grows with what arrived, not with what a header announces.
    void add(std::string_view bytes) { buffer_ += bytes; }
    /// Returns the content of the next message; no value if more bytes are needed. Throws Error if the header
    /// is wrong or too long, or announces more than most_content_bytes; what follows cannot be read then.
    [[nodiscard]] std::optional<std::string> next();

private:
    std::string buffer_;
};

/// Returns a message with its header.
[[nodiscard]] std::string framed_message(const Json& content);

} // namespace hitmap
