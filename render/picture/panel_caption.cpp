#include "render/picture/panel_caption.h"

#include <algorithm>
#include <cstddef>

namespace hitmap {

namespace {

/// Where a line ends, and where the next one begins.
struct LineEnd {
    std::size_t end;
    std::size_t next;
};

/// Ends a line at a space; in a word that is longer than the line, behind a hyphen or where the line is full.
LineEnd end_of_line(const std::string& text, std::size_t begin, std::size_t most) {
    const std::size_t space = text.rfind(' ', begin + most);
    if (space != std::string::npos && space > begin) return {space, space + 1};
    const std::size_t hyphen = text.rfind('-', begin + most - 1);
    if (hyphen != std::string::npos && hyphen > begin) return {hyphen + 1, hyphen + 1};
    std::size_t end = begin + most;
    const auto is_inside = [&](std::size_t at) { // a character of UTF-8
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U;
    };
    while (is_inside(end))
        ++end;
    return {end, end};
}

} // namespace

std::vector<CaptionLine> caption_lines(const std::vector<std::string>& caption, double width) {
    std::vector<CaptionLine> lines;
    for (const std::string& text : caption) {
        const bool bold = &text == &caption.front();
        const double letter = estimated_text_width("x", TextStyle().size, bold);
        const auto most = static_cast<std::size_t>(std::max(width / letter, 1.0));
        std::size_t begin = 0;
        while (text.size() - begin > most) {
            const LineEnd line = end_of_line(text, begin, most);
            lines.push_back({text.substr(begin, line.end - begin), bold});
            begin = line.next;
        }
        if (begin == 0 || begin < text.size()) lines.push_back({text.substr(begin), bold});
    }
    return lines;
}

void draw_caption(Canvas& canvas, double x, double y, const std::vector<CaptionLine>& lines) {
    for (const CaptionLine& line : lines) {
        canvas.text({x, y}, line.text, {.bold = line.bold});
        y += caption_line_height;
    }
}

} // namespace hitmap
