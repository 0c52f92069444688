#include "core/trace/import/text_lines.h"

#include "core/base/error.h"
#include "core/base/text/byte_order_mark.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace hitmap {

namespace {

constexpr std::size_t text_piece = std::size_t{1} << 20;
static_assert(text_piece > TextLines::most_line);

} // namespace

bool TextLines::fill() {
    buffer_.erase(0, at_);
    at_ = 0;
    const std::size_t kept = buffer_.size();
    buffer_.resize(kept + text_piece);
    const std::size_t more = input_.read(std::as_writable_bytes(std::span(buffer_).subspan(kept)));
    buffer_.resize(kept + more);
    if (number_ == 0 && kept == 0 && buffer_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
    return more != 0;
}

std::optional<std::string_view> TextLines::next() {
    std::size_t searched = at_;
    std::size_t end = buffer_.find('\n', searched);
    while (end == std::string::npos) {
        const std::size_t left = buffer_.size() - at_;
        if (left > most_line) break;
        if (!fill()) break;
        searched = at_ + left; // the line begins at the begin of the buffer, or behind the byte order mark
        end = buffer_.find('\n', searched);
    }
    if (end == std::string::npos) end = buffer_.size();
    if (end == at_ && end == buffer_.size()) return std::nullopt;
    ++number_;
    if (end - at_ > most_line)
        refuse(fmt::format("expected at most {} bytes in a line, found more", most_line));
    std::string_view line(buffer_.data() + at_, end - at_);
    at_ = std::min(end + 1, buffer_.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

void TextLines::refuse(const std::string& message) const {
    throw FileError(input_.name(), fmt::format("line {}", number_), message);
}

} // namespace hitmap
