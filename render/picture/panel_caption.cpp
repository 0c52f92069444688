#include "render/picture/panel_caption.h"

#include <algorithm>
#include <cstddef>

namespace hitmap {

std::vector<CaptionLine> caption_lines(const std::vector<std::string>& caption, double width) {
    std::vector<CaptionLine> lines;
    for (const std::string& text : caption) {
        const bool bold = &text == &caption.front();
        const double letter = estimated_text_width("x", TextStyle().size, bold);
        const auto most = static_cast<std::size_t>(std::max(width / letter, 1.0));
        std::size_t begin = 0;
        while (text.size() - begin > most) {
            std::size_t end = text.rfind(' ', begin + most);
            if (end == std::string::npos || end <= begin) end = text.find(' ', begin + most);
            if (end == std::string::npos) break;
            lines.push_back({text.substr(begin, end - begin), bold});
            begin = end + 1;
        }
        lines.push_back({text.substr(begin), bold});
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
