#include "core/trace/import/line_pieces.h"

#include "core/base/error.h"
#include "core/base/text/byte_order_mark.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace hitmap {

LinePiece complete_lines(std::string_view start) {
    start = without_byte_order_mark(start.substr(0, start.rfind('\n') + 1));
    return {std::string(start), 1};
}

bool LinePieces::next(LinePiece& piece) {
    piece.text = std::exchange(rest_, {});
    piece.first_line = line_;
    const std::size_t kept = piece.text.size();
    piece.text.resize(kept + piece_bytes);
    const std::size_t read =
        input_.read(std::as_writable_bytes(std::span(piece.text).subspan(kept, piece_bytes)));
    piece.text.resize(kept + read);
    if (is_first_ && piece.text.starts_with(byte_order_mark)) piece.text.erase(0, byte_order_mark.size());
    is_first_ = false;
    if (read == piece_bytes) {
        const std::size_t end = piece.text.rfind('\n') + 1; // 0 if there is none
        rest_ = piece.text.substr(end);
        piece.text.resize(end);
    }
    line_ += static_cast<std::uint64_t>(std::count(piece.text.begin(), piece.text.end(), '\n'));
    if (rest_.size() > most_line)
        throw FileError(input_.name(), fmt::format("line {}", line_),
                        fmt::format("expected at most {} bytes in a line, found more", most_line));
    return !piece.text.empty();
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

} // namespace hitmap
