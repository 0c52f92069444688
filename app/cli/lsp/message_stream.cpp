#include "app/cli/lsp/message_stream.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace hitmap {

namespace {

std::string_view without_spaces(std::string_view text) {
    while (text.starts_with(' '))
        text.remove_prefix(1);
    while (text.ends_with(' '))
        text.remove_suffix(1);
    return text;
}

/// The value of Content-Length in the lines of a header.
std::size_t content_length(std::string_view header) {
    constexpr std::string_view name = "content-length:";
    for (std::string_view line; !header.empty();
         header.remove_prefix(std::min(line.size() + 2, header.size()))) {
        line = header.substr(0, header.find("\r\n"));
        const bool is_length = line.size() >= name.size() &&
                               std::equal(name.begin(), name.end(), line.begin(), [](char a, char b) {
                                   return a == std::tolower(static_cast<unsigned char>(b));
                               });
        if (!is_length) continue;
        const std::string_view text = without_spaces(line.substr(name.size()));
        std::size_t length = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
        if (error == std::errc{} && end == text.data() + text.size() &&
            length <= MessageStream::most_content_bytes)
            return length;
        throw Error(fmt::format("Content-Length: expected 0 to {}, found '{}'",
                                MessageStream::most_content_bytes, text));
    }
    throw Error(fmt::format("expected a header with Content-Length, found '{}'", header.substr(0, 80)));
}

} // namespace

std::optional<std::string> MessageStream::next() {
    const std::size_t header = std::string_view(buffer_).substr(0, most_header_bytes).find("\r\n\r\n");
    if (header == std::string::npos) {
        if (buffer_.size() >= most_header_bytes)
            throw Error(fmt::format("expected a header of at most {} bytes, found more", most_header_bytes));
        return std::nullopt;
    }
    const std::size_t length = content_length(std::string_view(buffer_).substr(0, header + 2));
    const std::size_t begin = header + 4;
    if (buffer_.size() - begin < length) return std::nullopt;
    std::string content = buffer_.substr(begin, length);
    buffer_.erase(0, begin + length);
    return content;
}

std::string framed_message(const Json& content) {
    const std::string text = content.dump(-1, ' ', false, Json::error_handler_t::replace);
    return fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text);
}

} // namespace hitmap
