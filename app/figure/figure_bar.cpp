#include "app/figure/figure_bar.h"

#include "render/picture/cell_legend.h"
#include "render/picture/colour_bar.h"
#include "render/picture/panel_caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr double bar_thickness = 1.3; ///< in font sizes
constexpr double bar_line = 1.2;      ///< distance of lines
constexpr double head_length = 0.7;   ///< of the arrow heads at clamped ends
constexpr double sample_gap = 0.3;    ///< between samples of patterns
constexpr double least_length = 4.0;  ///< of an upright bar
constexpr double lying_height = 4.0;

class BarDrawing {
public:
    BarDrawing(Canvas& canvas, const FigureArea& area, const FigureContent& shown, const Figure& figure)
        : canvas_(canvas),
          area_(area),
          shown_(shown),
          figure_(figure),
          size_(figure.font_size),
          map_(shown.range.difference ? difference_map() : colour_map_named(shown.state.view.colour_map)) {}

    void upright() {
        double top = area_.top + draw_titles();
        double bottom = area_.bottom() - draw_samples() - 0.9 * size_; // its label is half below it
        if (shown_.range.values_above) top += head_length * size_;
        if (shown_.range.values_below) bottom -= head_length * size_;
        top += 0.5 * size_; // the label of the end is half above it
        const double length = bottom - top;
        if (length < size_) return;
        const double width = bar_thickness * size_;
        const double right = area_.left + width;
        canvas_.image({area_.left, top}, {width, length}, colours(true, length));
        outline({area_.left, top}, {width, length});
        const CanvasPoint tip{0.5 * (area_.left + right), 0.0};
        head(shown_.range.values_above, map_.colours.back(), {area_.left, top}, {right, top},
             {tip.x, top - head_length * size_});
        head(shown_.range.values_below, map_.colours.front(), {area_.left, bottom}, {right, bottom},
             {tip.x, bottom + head_length * size_});
        for (const BarLabel& label : bar_labels(shown_.range, shown_.bar.style, length, 1.3 * size_)) {
            const double y = bottom - label.t * length;
            tick({right, y}, {right + 0.25 * size_, y});
            canvas_.text({right + 0.45 * size_, y + 0.36 * size_}, with_word(label),
                         {.colour = {}, .size = size_});
        }
    }

    /// The height of an upright bar with all of its parts and the length `least_length`.
    [[nodiscard]] double upright_height() const {
        const double heads =
            (shown_.range.values_above ? head_length : 0.0) + (shown_.range.values_below ? head_length : 0.0);
        return static_cast<double>(title_lines().size()) * bar_line * size_ + samples_height() +
               (1.4 + heads + least_length) * size_;
    }

    void lying() {
        const double samples = estimated_text_width(sample_text(0), size_, false) + 2.0 * size_;
        double left = area_.left + (shown_.range.values_below ? head_length * size_ : 0.0) + size_;
        double right = area_.right() - (shown_.range.values_above ? head_length * size_ : 0.0) - size_;
        canvas_.text({area_.left, area_.top + 0.95 * size_}, lying_title(area_.width - samples),
                     {.colour = {}, .size = size_});
        sample({area_.right() - samples + size_, area_.top + 0.1 * size_}, 0, {sample_text(0)});
        const double top = area_.top + 1.4 * size_;
        const double height = bar_thickness * size_;
        const double length = right - left;
        if (length < 4.0 * size_) return;
        canvas_.image({left, top}, {length, height}, colours(false, length));
        outline({left, top}, {length, height});
        const double middle = top + 0.5 * height;
        head(shown_.range.values_above, map_.colours.back(), {right, top}, {right, top + height},
             {right + head_length * size_, middle});
        head(shown_.range.values_below, map_.colours.front(), {left, top}, {left, top + height},
             {left - head_length * size_, middle});
        // Labels must not touch: the widest one has the place of a line of an upright bar.
        const double widest = estimated_text_width("100.0 %", size_, false);
        for (const BarLabel& label : bar_labels(shown_.range, shown_.bar.style, length, widest)) {
            const double x = left + label.t * length;
            tick({x, top + height}, {x, top + height + 0.25 * size_});
            canvas_.text({x, top + height + 1.2 * size_}, with_word(label),
                         {.colour = {}, .size = size_, .anchor = Anchor::middle});
        }
    }

private:
    [[nodiscard]] std::string title_text() const {
        const bool says_unit =
            shown_.bar.style == ValueStyle::percent || shown_.bar.style == ValueStyle::percentage_points;
        const bool is_title = shown_.bar.title.ends_with(shown_.bar.unit); // "L1 misses", also if it is empty
        return shown_.bar.title + (is_title || says_unit ? "" : fmt::format(" in {}", shown_.bar.unit));
    }

    /// Returns the title of a lying bar. A long one is shortened before it says that values are estimates.
    [[nodiscard]] std::string lying_title(double width) const {
        const TextStyle style{.size = size_};
        const std::string mark = shown_.bar_estimate.empty() ? "" : " \u00b7 " + shown_.bar_estimate;
        return elided_text(canvas_, title_text(), style, width - canvas_.text_width(mark, style)) + mark;
    }

    /// Returns the title, the note and the word for estimates of an upright bar in lines of its width.
    [[nodiscard]] std::vector<std::string> title_lines() const {
        std::vector<std::string> lines;
        for (const std::string& text : {title_text(), shown_.bar.note, shown_.bar_estimate})
            for (const CaptionLine& line : caption_lines({"", text}, area_.width * TextStyle().size / size_))
                if (!line.text.empty()) lines.push_back(line.text);
        return lines;
    }

    /// Returns the height of the titles of an upright bar.
    double draw_titles() {
        double y = area_.top;
        for (const std::string& line : title_lines()) {
            canvas_.text({area_.left, y + 0.95 * size_}, line, {.colour = {}, .size = size_});
            y += bar_line * size_;
        }
        return y - area_.top;
    }

    [[nodiscard]] std::vector<Pattern> patterns() const {
        if (!shown_.range.difference) return {Pattern::not_accessed};
        return {Pattern::only_b, Pattern::only_a, Pattern::not_accessed};
    }
    [[nodiscard]] std::string sample_text(std::size_t i) const {
        return pattern_text(patterns()[i], shown_.range.difference, shown_.bar);
    }

    /// Draws a sample of a pattern with its meaning and returns the height of both.
    double sample(CanvasPoint corner, std::size_t i, const std::vector<std::string>& lines) {
        const double side = size_;
        const int pixels = std::max(1, static_cast<int>(std::lround(side * figure_.pixels_per_point())));
        const auto scale = static_cast<float>(figure_.pixels_per_point() * figure_.line_width);
        Image image({pixels, pixels});
        for (int y = 0; y < pixels; ++y)
            for (int x = 0; x < pixels; ++x)
                set_pixel(image, x, y, pattern_at(patterns()[i], x, pixels - 1 - y, scale));
        canvas_.image(corner, {side, side}, image);
        outline(corner, {side, side});
        double y = corner.y + 0.85 * side;
        for (const std::string& line : lines) {
            canvas_.text({corner.x + 1.4 * size_, y}, line, {.colour = {}, .size = size_});
            y += 1.1 * size_;
        }
        return sample_height(lines);
    }
    [[nodiscard]] double sample_height(const std::vector<std::string>& lines) const {
        return 1.1 * size_ * static_cast<double>(lines.size());
    }
    /// Returns the lines of the meaning of a pattern in the width of the place.
    [[nodiscard]] std::vector<std::string> sample_lines(std::size_t i) const {
        const double width = (area_.width - 1.4 * size_) * TextStyle().size / size_;
        std::vector<std::string> lines;
        for (const CaptionLine& line : caption_lines({"", sample_text(i)}, width))
            if (!line.text.empty()) lines.push_back(line.text);
        return lines;
    }

    [[nodiscard]] double samples_height() const {
        double height = -sample_gap * size_;
        for (std::size_t i = 0; i < patterns().size(); ++i)
            height += sample_height(sample_lines(i)) + sample_gap * size_;
        return height;
    }

    /// Draws the samples at the lower end and returns their height.
    double draw_samples() {
        const double height = samples_height();
        double top = area_.bottom() - height;
        for (std::size_t i = 0; i < patterns().size(); ++i)
            top += sample({area_.left, top}, i, sample_lines(i)) + sample_gap * size_;
        return height;
    }

    /// Returns the colours as one row or column of pixels, the highest value on top or on the right.
    [[nodiscard]] Image colours(bool is_upright, double length) const {
        const int pixels = std::max(1, static_cast<int>(std::lround(length * figure_.pixels_per_point())));
        Image image(is_upright ? FrameSize{1, pixels} : FrameSize{pixels, 1});
        for (int i = 0; i < pixels; ++i) {
            const float t = (static_cast<float>(i) + 0.5F) / static_cast<float>(pixels);
            set_pixel(image, is_upright ? 0 : i, is_upright ? pixels - 1 - i : 0, map_.at(t));
        }
        return image;
    }

    void outline(CanvasPoint corner, CanvasPoint size) {
        const CanvasPoint corners[] = {corner,
                                       {corner.x + size.x, corner.y},
                                       {corner.x + size.x, corner.y + size.y},
                                       {corner.x, corner.y + size.y},
                                       corner};
        canvas_.line(corners, {{}, figure_.line_width, {}});
    }
    void tick(CanvasPoint from, CanvasPoint to) {
        const CanvasPoint line[] = {from, to};
        canvas_.line(line, {{}, figure_.line_width, {}});
    }
    void head(bool is_clamped, Rgb colour, CanvasPoint a, CanvasPoint b, CanvasPoint tip) {
        if (!is_clamped) return;
        const CanvasPoint corners[] = {a, b, tip};
        canvas_.polygon(corners, {colour});
        const CanvasPoint edges[] = {a, tip, b};
        canvas_.line(edges, {{}, figure_.line_width, {}});
    }
    [[nodiscard]] std::string with_word(const BarLabel& label) const {
        const std::string& word = label.t > 0.5 ? shown_.high : shown_.low;
        return label.is_end && !word.empty() ? word : label.text;
    }

    Canvas& canvas_;
    const FigureArea& area_;
    const FigureContent& shown_;
    const Figure& figure_;
    double size_;
    const ColourMap& map_;
};

} // namespace

void draw_figure_bar(Canvas& canvas, const FigureArea& area, const FigureContent& explained,
                     const Figure& figure) {
    BarDrawing drawing(canvas, area, explained, figure);
    if (area.height >= area.width)
        drawing.upright();
    else
        drawing.lying();
}

double least_bar_height(const FigureContent& explained, const Figure& figure, double width) {
    SvgCanvas measuring({1.0, 1.0}, figure.font); // as wide as on any machine
    const FigureArea area{0.0, 0.0, width, 0.0};
    const double upright = BarDrawing(measuring, area, explained, figure).upright_height();
    return upright >= width ? upright : lying_height * figure.font_size;
}

} // namespace hitmap
