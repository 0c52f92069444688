#include "core/base/text/base64.h"
#include "core/base/text/xml_text.h"
#include "render/image/canvas.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {
namespace {

std::string hex(Rgb colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
}

/// Returns a number with up to two decimals, without zeros at the end. It does not depend on the locale.
std::string number(double value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string points_text(std::span<const CanvasPoint> points) {
    std::string text;
    for (const CanvasPoint& point : points)
        text += fmt::format("{}{},{}", text.empty() ? "" : " ", number(point.x), number(point.y));
    return text;
}

struct SvgPattern {
    std::string_view name;
    std::string_view marks; ///< path within a square of 6 pixels
};
/// [FillPattern]
constexpr std::array<SvgPattern, 5> patterns{{{"solid", ""},
                                              {"hatched", "M-1,1L1,-1M0,6L6,0M5,7L7,5"},
                                              {"dotted", "M2,3H4"},
                                              {"crossed", "M3,0V6M0,3H6"},
                                              {"lined", "M0,3H6"}}};

} // namespace

SvgCanvas::SvgCanvas(FrameSize size)
    : svg_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                       "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\">\n",
                       size.width, size.height)) {}

SvgCanvas::SvgCanvas(CanvasPoint points, std::string_view font)
    : svg_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}pt\" height=\"{1}pt\" "
                       "viewBox=\"0 0 {0} {1}\" font-family=\"{2}\">\n",
                       number(points.x), number(points.y), xml_text(font))) {}

void SvgCanvas::rectangle(CanvasPoint corner, CanvasPoint size, Rgb fill) {
    svg_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                        number(corner.x), number(corner.y), number(size.x), number(size.y), hex(fill));
}

void SvgCanvas::line(std::span<const CanvasPoint> points, const LineStyle& style) {
    svg_ += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
                        hex(style.colour), number(style.width));
    std::string separator;
    if (!style.dashes.empty()) {
        svg_ += " stroke-dasharray=\"";
        for (const double dash : style.dashes) {
            svg_ += separator + number(dash);
            separator = " ";
        }
        svg_ += '"';
    }
    svg_ += fmt::format(" points=\"{}\"/>\n", points_text(points));
}

void SvgCanvas::polygon(std::span<const CanvasPoint> points, const FillStyle& fill) {
    std::string paint = hex(fill.colour);
    if (fill.pattern != FillPattern::solid) {
        const auto& [name, marks] = patterns.at(static_cast<std::size_t>(fill.pattern));
        const std::string id = fmt::format("{}-{}", name, paint.substr(1));
        if (patterns_.insert(id).second)
            svg_ += fmt::format("<pattern id=\"{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
                                "<path d=\"{}\" stroke=\"{}\" stroke-width=\"1\"/></pattern>\n",
                                id, marks, paint);
        paint = fmt::format("url(#{})", id);
    }
    svg_ += fmt::format("<polygon fill=\"{}\" points=\"{}\"/>\n", paint, points_text(points));
}

void SvgCanvas::dots(std::span<const CanvasPoint> centres, double diameter, Rgb colour) {
    // Dots are lines of length 0 with round caps.
    svg_ += fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"",
                        hex(colour), number(diameter));
    for (const CanvasPoint& centre : centres)
        svg_ += fmt::format("M{},{}h0", number(centre.x), number(centre.y));
    svg_ += "\"/>\n";
}

double SvgCanvas::text_width(std::string_view text, const TextStyle& style) {
    return estimated_text_width(text, style.size, style.bold); // the viewer chooses the font
}

void SvgCanvas::text(CanvasPoint at, std::string_view text, const TextStyle& style) {
    constexpr std::string_view anchors[] = {"start", "middle", "end"};
    svg_ += fmt::format("<text x=\"{0}\" y=\"{1}\" font-size=\"{2}\" fill=\"{3}\" text-anchor=\"{4}\"",
                        number(at.x), number(at.y), number(style.size), hex(style.colour),
                        anchors[static_cast<std::size_t>(style.anchor)]);
    if (style.bold) svg_ += " font-weight=\"bold\"";
    if (style.upwards) svg_ += fmt::format(" transform=\"rotate(-90 {} {})\"", number(at.x), number(at.y));
    svg_ += fmt::format(">{}</text>\n", xml_text(text));
}

void SvgCanvas::image(CanvasPoint corner, CanvasPoint size, const Image& image) {
    svg_ += fmt::format("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
                        "style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>\n",
                        number(corner.x), number(corner.y), number(size.x), number(size.y),
                        base64(encode_png(image)));
}

std::string SvgCanvas::finish() {
    svg_ += "</svg>\n";
    return std::move(svg_);
}

} // namespace hitmap
