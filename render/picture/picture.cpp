#include "render/picture/picture.h"

#include "core/base/error.h"
#include "render/image/painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace hitmap {
namespace {

// Sizes in pixels at scale 1.
constexpr double margin = 12.0;
constexpr double panel_width = 136.0;
constexpr double font_size = painter_font_size;
constexpr double line_height = 18.0;
constexpr double bar_width = 24.0;
constexpr double arrow_height = 14.0;
constexpr Rgb histogram_colour{0xc8, 0xcc, 0xd4}; // light enough for text on it, on a white background

struct CaptionRow {
    std::string text;
    bool bold;
};
/// The caption, divided into rows that fit.
struct CaptionLayout {
    double scale; ///< scale of its text
    std::vector<CaptionRow> rows;

    [[nodiscard]] double height() const {
        return rows.empty() ? 0.0 : (static_cast<double>(rows.size()) * line_height + margin) * scale;
    }
};

struct Layout {
    double scale;
    CaptionLayout caption;
    FrameSize mesh;    ///< size of the mesh view, at the upper left
    double panel_left; ///< left edge of the column of the colour bar
};

CaptionLayout caption_at(const WantedPicture& request, double scale) {
    Painter painter({1, 1}, scale);
    CaptionLayout layout{scale, {}};
    for (const std::string& line : request.caption) {
        const bool bold = &line == &request.caption.front();
        painter.font(bold);
        for (std::string& row : wrapped(painter, line, request.size.width - 2.0 * margin * scale))
            layout.rows.push_back({std::move(row), bold});
    }
    return layout;
}

/// The caption is never cut off: if it would take too much of the picture, its text is scaled down.
CaptionLayout caption_of(const WantedPicture& request, double scale) {
    constexpr double largest_share = 0.4; // of the height of the picture
    constexpr double step = 0.95;
    // Smallest scale that is tried; pictures with less space have no caption.
    constexpr double smallest_scale = 0.05;
    CaptionLayout layout = caption_at(request, scale);
    while (layout.height() > largest_share * request.size.height && layout.scale > smallest_scale)
        layout = caption_at(request, step * layout.scale);
    return layout;
}

Layout layout_of(const WantedPicture& request) {
    const double width = request.size.width;
    const double height = request.size.height;
    double scale = request.scale;
    if (!(scale > 0.0)) {
        // The text stays readable in small pictures, but the mesh keeps most of the space.
        scale = std::max(std::min(width / 1280.0, height / 720.0), 0.7);
        scale = std::min(scale, 0.4 * width / panel_width);
    }
    CaptionLayout caption = caption_of(request, scale);
    const FrameSize mesh{std::max(1, static_cast<int>(width - panel_width * scale)),
                         std::max(1, static_cast<int>(height - caption.height()))};
    return {scale, std::move(caption), mesh, static_cast<double>(mesh.width)};
}

/// The labels include the unit.
bool says_unit(ValueStyle style) {
    return style == ValueStyle::percent || style == ValueStyle::percentage_points;
}

// Distances at scale 1.
constexpr double swatch_distance = 22.0; // between samples with one line of text
constexpr double swatch_line = 15.0;     // between lines of text

/// A sample and its meaning, below the colour bar.
struct Swatch {
    std::optional<Pattern> pattern; ///< no value: faded
    std::vector<std::string> lines;

    /// The height of the lines after the first one, at scale 1.
    [[nodiscard]] double further_lines() const {
        return lines.empty() ? 0.0 : swatch_line * static_cast<double>(lines.size() - 1);
    }
};

/// The place of the samples in pixels.
struct SwatchColumn {
    int left;
    int side;
    double text_left;
    double text_width;
};

SwatchColumn swatch_column(const WantedPicture& request, const Layout& layout) {
    const double s = layout.scale;
    const int left = static_cast<int>(std::lround(layout.panel_left + margin * s));
    const int side = static_cast<int>(std::lround(16.0 * s));
    const double text_left = left + side + 7.0 * s;
    return {left, side, text_left, request.size.width - text_left};
}

/// Position from the bottom. The painter must have the font of the samples.
std::vector<Swatch> swatches_of(const Painter& painter, const WantedPicture& request, const Layout& layout) {
    std::vector<Swatch> swatches;
    const double width = swatch_column(request, layout).text_width;
    if (!request.bar.refusal.empty()) return swatches;
    const bool difference = request.range.difference;
    std::vector<Pattern> patterns{Pattern::not_accessed};
    if (difference) patterns.insert(patterns.end(), {Pattern::only_a, Pattern::only_b});
    for (const Pattern pattern : patterns)
        swatches.push_back(
            {pattern, wrapped(painter, pattern_text(pattern, difference, request.bar), width)});
    if (request.view.minimum_accesses > 1)
        swatches.push_back(
            {std::nullopt,
             wrapped(painter, fmt::format("< {} accesses", request.view.minimum_accesses), width)});
    return swatches;
}

double swatches_height(const std::vector<Swatch>& swatches) {
    double height = line_height + swatch_distance * (static_cast<double>(swatches.size()) - 1.0);
    for (const Swatch& swatch : swatches)
        height += swatch.further_lines();
    return height;
}

const ColourMap& map_of(const WantedPicture& request) {
    return request.range.difference ? difference_map() : colour_map_named(request.view.colour_map);
}

/// Draws bars to the right, behind the labels; the longest one has the full width.
void paint_histogram(Painter& painter, const Histogram& histogram, std::pair<double, double> left_right,
                     int top, int rows) {
    const std::uint64_t largest = histogram.largest_bin();
    if (largest == 0) return;
    painter.colour(histogram_colour);
    const std::size_t bins = histogram.bins.size();
    for (std::size_t bin = 0; bin < bins; ++bin) {
        const double share = static_cast<double>(histogram.bins[bin]) / static_cast<double>(largest);
        const double low = rows * static_cast<double>(bin) / static_cast<double>(bins);
        const double high = rows * static_cast<double>(bin + 1) / static_cast<double>(bins);
        painter.rectangle(left_right.first, top + rows - high, (left_right.second - left_right.first) * share,
                          high - low);
    }
}

/// The place of the bar, its ticks and its histogram in pixels.
struct BarPlace {
    double left;
    double right;
    int top;
    int bottom;
};

Rgb darkened(Rgb colour, float share) {
    const auto channel = [share](std::uint8_t value) {
        return static_cast<std::uint8_t>(std::lround(static_cast<float>(value) * (1.0F - share)));
    };
    return {channel(colour.r), channel(colour.g), channel(colour.b)};
}

/// Draws the colours with their histogram, arrow heads and numbers.
void paint_bar(Painter& painter, const WantedPicture& request, const BarPlace& place) {
    const double s = painter.scale();
    const int x0 = static_cast<int>(std::lround(place.left));
    const int x1 = static_cast<int>(std::lround(place.left + bar_width * s));
    const ColourMap& map = map_of(request);
    const int rows = place.bottom - place.top;
    for (int row = 0; row < rows; ++row) {
        const Rgb full = map.at(1.0F - (static_cast<float>(row) + 0.5F) / static_cast<float>(rows));
        painter.colour(full);
        painter.rectangle(x0, place.top + row, x1 - x0, 1.0);
        // The right half has the colours of faces that are turned away.
        for (int x = (x0 + x1) / 2; request.view.shading && x < x1; ++x) {
            const auto turned = static_cast<float>(2 * x - x0 - x1 + 1) / static_cast<float>(x1 - x0);
            painter.colour(darkened(full, shading_strength * turned));
            painter.rectangle(x, place.top + row, 1.0, 1.0);
        }
    }
    if (request.histogram)
        paint_histogram(painter, *request.histogram, {x1 + 1.0, place.right}, place.top, rows);
    const double gap = 3.0 * s; // between bar and arrow head
    if (request.range.values_above) {
        painter.colour(map.colours.back());
        painter.triangle(x0, x1, place.top - gap, place.top - gap - 0.6 * arrow_height * s);
    }
    if (request.range.values_below) {
        painter.colour(map.colours.front());
        painter.triangle(x0, x1, place.bottom + gap, place.bottom + gap + 0.6 * arrow_height * s);
    }
    painter.colour(request.style.text);
    painter.outline(x0, place.top, x1 - x0, rows);
    for (const BarLabel& label : bar_labels(request.range, request.bar.style, rows, 1.1 * line_height * s)) {
        const double at = place.bottom - label.t * rows;
        painter.horizontal(x1 + 1.0, x1 + 5.0 * s, at);
        painter.text(x1 + 8.0 * s, at + 0.36 * font_size * s, label.text, place.right - x1 - 8.0 * s);
    }
}

void paint_colour_bar(Painter& painter, const WantedPicture& request, const Layout& layout) {
    const double s = layout.scale;
    const double left = layout.panel_left + margin * s;
    const double width = (panel_width - 1.5 * margin) * s;
    double y = margin * s + font_size * s;
    painter.colour(request.style.text);
    painter.font(true);
    for (const std::string& line : wrapped(painter, request.bar.title, width)) {
        painter.text(left, y, line, width);
        y += line_height * s;
    }
    painter.font(false);
    if (!request.bar.unit.empty() && !says_unit(request.bar.style) && request.bar.refusal.empty()) {
        painter.text(left, y, fmt::format("in {}", request.bar.unit), width);
        y += line_height * s;
    }
    const auto paint_wrapped = [&](const std::string& text) {
        for (const std::string& line : wrapped(painter, text, width)) {
            painter.text(left, y, line, width);
            y += line_height * s;
        }
    };
    if (!request.bar.refusal.empty()) {
        paint_wrapped(request.bar.refusal);
        return;
    }
    paint_wrapped(std::string(range_text(request.view.range_mode, request.range)));
    if (!request.bar.note.empty()) paint_wrapped(request.bar.note);

    const int top = static_cast<int>(std::lround(y + arrow_height * s - 4.0 * s));
    const double samples = swatches_height(swatches_of(painter, request, layout));
    const int bottom = static_cast<int>(
        std::lround(layout.mesh.height - samples * s - (margin + line_height + arrow_height) * s));
    if (bottom > top) paint_bar(painter, request, {left, left + width, top, bottom});
}

/// Draws a sample of a pattern, or of faded colours.
void paint_sample(Painter& painter, Image& image, const WantedPicture& request,
                  const std::optional<Pattern>& pattern, const SwatchColumn& column, int top) {
    const auto scale = static_cast<float>(painter.scale());
    const ColourMap& map = map_of(request);
    for (int y = std::max(top, 0); y < std::min(top + column.side, image.size.height); ++y) {
        for (int x = column.left; x < std::min(column.left + column.side, image.size.width); ++x) {
            const int from_below = image.size.height - 1 - y;
            const Rgb c = pattern ? pattern_at(*pattern, x, from_below, scale)
                                  : faded_at(map.at(0.6F), x, from_below, scale);
            std::uint8_t* pixel = image.pixel(x, y);
            pixel[0] = c.r;
            pixel[1] = c.g;
            pixel[2] = c.b;
            pixel[3] = 255;
        }
    }
    painter.colour(request.style.text);
    painter.outline(column.left, top, column.side, column.side);
}

void paint_swatches(Painter& painter, Image& image, const WantedPicture& request, const Layout& layout) {
    const double s = layout.scale;
    const SwatchColumn column = swatch_column(request, layout);
    double below = 0.0; // height of the samples below, at scale 1
    for (const Swatch& swatch : swatches_of(painter, request, layout)) {
        below += swatch.further_lines();
        const int top = layout.mesh.height - column.side - static_cast<int>(std::lround(0.5 * margin * s)) -
                        static_cast<int>(std::lround(below * s));
        paint_sample(painter, image, request, swatch.pattern, column, top);
        double y = top + 0.5 * column.side + 0.36 * font_size * s;
        for (const std::string& line : swatch.lines) {
            painter.text(column.text_left, y, line, column.text_width);
            y += swatch_line * s;
        }
        below += swatch_distance;
    }
}

void paint_caption(Painter& painter, const WantedPicture& request, const Layout& layout) {
    const double s = layout.caption.scale;
    double y = layout.mesh.height + 0.5 * margin * s + font_size * s;
    painter.colour(request.style.text);
    for (const CaptionRow& row : layout.caption.rows) {
        painter.font(row.bold, s / layout.scale);
        painter.text(margin * s, y, row.text, request.size.width - 2.0 * margin * s);
        y += line_height * s;
    }
}

Image background(const WantedPicture& request) {
    Image image(request.size);
    if (request.style.transparent) return image;
    for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
        image.rgba[at] = request.style.background.r;
        image.rgba[at + 1] = request.style.background.g;
        image.rgba[at + 2] = request.style.background.b;
        image.rgba[at + 3] = 255;
    }
    return image;
}

} // namespace

Image render_picture(SceneRenderer& renderer, const WantedPicture& request, const JobContext& job) {
    if (std::min(request.size.width, request.size.height) < 64 ||
        std::max(request.size.width, request.size.height) > 32767) { // limit of cairo
        throw UsageError(fmt::format("a picture has 64x64 to 32767x32767 pixels, not {}x{}",
                                     request.size.width, request.size.height));
    }
    const Layout layout = layout_of(request);
    Image image = background(request);
    const Image mesh = draw_mesh_view(renderer, request.view, request.range, layout.mesh, request.style,
                                      request.supersampling, static_cast<float>(layout.scale), job);
    for (int y = 0; y < mesh.size.height; ++y) {
        std::copy_n(mesh.pixel(0, y), std::size_t{4} * static_cast<std::size_t>(mesh.size.width),
                    image.pixel(0, y));
    }
    Painter painter(request.size, layout.scale);
    paint_colour_bar(painter, request, layout);
    paint_swatches(painter, image, request, layout);
    paint_caption(painter, request, layout);
    painter.finish(image);
    see_with(request.style.vision, image.rgba);
    return image;
}

} // namespace hitmap
