#include "app/figure/figure_layout.h"

#include "core/base/error.h"
#include "render/image/painter.h"
#include "render/picture/panel_caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hitmap {

namespace {

constexpr double line_distance = 1.25; ///< in font sizes
constexpr double text_gap = 0.35;      ///< between a picture and a text, in font sizes
constexpr double base_line = 0.95;     ///< from the top of a line, in font sizes
constexpr double usual_aspect = 4.0 / 3.0;
constexpr double narrowest_mm = 3.0;

/// Returns the lines of a text that fit into a width.
std::vector<std::string> lines_within(const std::string& text, double width, double font_size) {
    std::vector<std::string> lines;
    // The first line of a caption is measured as bold, which is wider.
    for (const CaptionLine& line : caption_lines({"", text}, width * painter_font_size / font_size))
        lines.push_back(line.text);
    lines.erase(lines.begin());
    return lines;
}

class FigureGrid {
public:
    FigureGrid(const Figure& figure, const std::vector<FigureNeed>& needs)
        : figure_(figure),
          needs_(needs),
          gap_(figure.gap * points_per_mm),
          width_(figure.width * points_per_mm),
          lefts_(figure.columns.size() + 1),
          tops_(figure.rows.size() + 1) {}

    FigureLayout lay_out() {
        place_columns();
        place_column_names();
        place_rows();
        for (std::size_t i = 0; i < figure_.panels.size(); ++i)
            place_panel(i);
        place_row_names();
        layout_.size = {width_, tops_.back() - gap_};
        return std::move(layout_);
    }

private:
    [[nodiscard]] double font() const { return figure_.font_size; }

    void place_columns() {
        const bool named =
            std::ranges::any_of(figure_.rows, [](const auto& row) { return !row.name.empty(); });
        left_ = named ? (line_distance + text_gap) * font() : 0.0;
        double rest = width_ - left_ - gap_ * static_cast<double>(figure_.columns.size() - 1);
        std::size_t flexible = 0;
        for (const FigureTrack& column : figure_.columns) {
            if (column.size) rest -= *column.size * points_per_mm;
            flexible += column.size ? 0 : 1;
        }
        const double each = flexible == 0 ? 0.0 : rest / static_cast<double>(flexible);
        if (rest < -0.01 || (flexible != 0 && each < narrowest_mm * points_per_mm))
            throw Error(
                fmt::format("the columns of the figure do not fit into its width of {} mm: expected {} "
                            "mm at least for each column without a width, found {:.1f} mm",
                            figure_.width, narrowest_mm, each / points_per_mm));
        double left = left_;
        for (std::size_t i = 0; i < figure_.columns.size(); ++i) {
            lefts_[i] = left;
            left += figure_.columns[i].size.value_or(each / points_per_mm) * points_per_mm + gap_;
        }
        lefts_.back() = left;
    }

    void add_lines(const std::vector<std::string>& lines, CanvasPoint top, bool bold = false) {
        for (const std::string& line : lines) {
            layout_.lines.push_back({{top.x, top.y + base_line * font()},
                                     line,
                                     {.colour = {}, .size = font(), .bold = bold, .anchor = Anchor::middle}});
            top.y += line_distance * font();
        }
    }

    void place_column_names() {
        std::vector<std::vector<std::string>> names;
        std::size_t most = 0;
        for (std::size_t i = 0; i < figure_.columns.size(); ++i) {
            const double width = lefts_[i + 1] - gap_ - lefts_[i];
            names.push_back(figure_.columns[i].name.empty()
                                ? std::vector<std::string>{}
                                : lines_within(figure_.columns[i].name, width, font()));
            most = std::max(most, names.back().size());
        }
        for (std::size_t i = 0; i < names.size(); ++i) // names end at the same height
            add_lines(names[i], {0.5 * (lefts_[i] + lefts_[i + 1] - gap_),
                                 static_cast<double>(most - names[i].size()) * line_distance * font()});
        tops_[0] = most == 0 ? 0.0 : (static_cast<double>(most) * line_distance + text_gap) * font();
    }

    [[nodiscard]] double width_of(const FigurePanel& panel) const {
        return lefts_[panel.column + panel.columns] - gap_ - lefts_[panel.column];
    }

    /// Returns the lines of letter and caption.
    [[nodiscard]] std::vector<std::string> caption_of(std::size_t i) {
        const FigurePanel& panel = figure_.panels[i];
        std::string text = needs_[i].caption;
        if (figure_.letters && panel.has_letter && is_lettered(panel.kind)) {
            std::size_t before = 0;
            for (std::size_t other = 0; other < i; ++other)
                before += figure_.panels[other].has_letter && is_lettered(figure_.panels[other].kind) ? 1 : 0;
            text = figure_letter(before) + (text.empty() ? "" : " ") + text;
        }
        return text.empty() ? std::vector<std::string>{} : lines_within(text, width_of(panel), font());
    }

    [[nodiscard]] static double text_height(std::size_t lines, double font_size) {
        return lines == 0 ? 0.0 : (static_cast<double>(lines) * line_distance + text_gap) * font_size;
    }

    void place_rows() {
        captions_.resize(figure_.panels.size());
        heights_.resize(figure_.rows.size());
        below_.resize(figure_.rows.size());
        for (std::size_t row = 0; row < figure_.rows.size(); ++row) {
            double height = figure_.rows[row].size.value_or(0.0) * points_per_mm;
            for (std::size_t i = 0; i < figure_.panels.size(); ++i) {
                const FigurePanel& panel = figure_.panels[i];
                if (panel.row + panel.rows - 1 == row) {
                    captions_[i] = caption_of(i);
                    below_[row] = std::max(below_[row], text_height(captions_[i].size(), font()));
                }
                if (figure_.rows[row].size || panel.row != row || panel.rows != 1) continue;
                height = std::max(height,
                                  needs_[i].aspect ? width_of(panel) / *needs_[i].aspect : needs_[i].height);
                height = std::max(height, least_height(i));
            }
            if (height <= 0.0) height = 0.5 * width_ / usual_aspect;
            heights_[row] = height;
            tops_[row + 1] = tops_[row] + height + below_[row] + gap_;
        }
    }

    [[nodiscard]] double least_height(std::size_t i) const {
        return needs_[i].least_height ? needs_[i].least_height(width_of(figure_.panels[i])) : 0.0;
    }

    void expect_height(std::size_t i, double height) const {
        constexpr double rounding = 0.1;
        const double least = least_height(i) - needs_[i].spare;
        if (height + rounding < least)
            throw Error(
                fmt::format("the panel in row {}, column {}: expected a height of at least {:.1f} mm, so "
                            "that its parts do not overlap, found {:.1f} mm",
                            figure_.panels[i].row + 1, figure_.panels[i].column + 1, least / points_per_mm,
                            height / points_per_mm));
    }

    [[nodiscard]] double snapped(double place) const {
        const double pixels = figure_.pixels_per_point();
        return std::round(place * pixels) / pixels;
    }
    [[nodiscard]] FigureArea snapped(const FigureArea& area) const {
        const double pixel = 1.0 / figure_.pixels_per_point();
        const double left = snapped(area.left);
        const double top = snapped(area.top);
        return {left, top, std::max(snapped(area.right()) - left, pixel),
                std::max(snapped(area.bottom()) - top, pixel)};
    }

    void place_panel(std::size_t i) {
        const FigurePanel& panel = figure_.panels[i];
        const std::size_t last = panel.row + panel.rows - 1;
        FigureArea area{lefts_[panel.column], tops_[panel.row], width_of(panel),
                        tops_[last] + heights_[last] - tops_[panel.row]};
        expect_height(i, area.height);
        if (const auto& aspect = needs_[i].aspect) {
            const double width = std::min(area.width, area.height * *aspect);
            // A plot that would be too low fills its place instead.
            if (!needs_[i].least_height || width / *aspect >= needs_[i].least_height(width)) {
                area.left += 0.5 * (area.width - width);
                area.width = width;
                area.height = width / *aspect;
            }
        }
        if (has_colours(panel.kind)) area = snapped(area);
        layout_.panels.push_back(area);
        layout_.insets.emplace_back();
        for (const FigureInset& inset : panel.insets)
            layout_.insets.back().push_back(snapped(place_inset(area, inset)));
        const double below = tops_[last] + heights_[last] + text_gap * font();
        add_lines(captions_[i], {lefts_[panel.column] + 0.5 * width_of(panel), below});
    }

    [[nodiscard]] static FigureArea place_inset(const FigureArea& area, const FigureInset& inset) {
        const double aspect =
            inset.region.width * area.width / (inset.region.height * area.height); // of its pixels
        double width = inset.width * area.width;
        width = std::min(width, area.height * aspect);
        const double height = width / aspect;
        const bool right =
            inset.corner == FigureCorner::top_right || inset.corner == FigureCorner::bottom_right;
        const bool bottom =
            inset.corner == FigureCorner::bottom_left || inset.corner == FigureCorner::bottom_right;
        return {right ? area.right() - width : area.left, bottom ? area.bottom() - height : area.top, width,
                height};
    }

    void place_row_names() {
        for (std::size_t row = 0; row < figure_.rows.size(); ++row)
            if (!figure_.rows[row].name.empty())
                layout_.lines.push_back(
                    {{base_line * font(), tops_[row] + 0.5 * heights_[row]},
                     figure_.rows[row].name,
                     {.colour = {}, .size = font(), .anchor = Anchor::middle, .upwards = true}});
    }

    const Figure& figure_;
    const std::vector<FigureNeed>& needs_;
    double gap_;
    double width_;
    double left_ = 0.0;
    std::vector<double> lefts_; ///< [columns + 1]
    std::vector<double> tops_;  ///< [rows + 1]
    std::vector<double> heights_;
    std::vector<double> below_; ///< [rows] height of captions
    std::vector<std::vector<std::string>> captions_;
    FigureLayout layout_;
};

std::string mm(double points) {
    const std::string text = fmt::format("{:.2f}", points / points_per_mm);
    return text == "-0.00" ? "0.00" : text;
}

std::string area_text(const FigureArea& area) {
    return fmt::format("{}, {}: {} x {}", mm(area.left), mm(area.top), mm(area.width), mm(area.height));
}

} // namespace

FigureLayout lay_out_figure(const Figure& figure, const std::vector<FigureNeed>& needs) {
    return FigureGrid(figure, needs).lay_out();
}

std::string layout_text(const Figure& figure, const FigureLayout& layout) {
    std::string text = fmt::format("page {} x {}\n", mm(layout.size.x), mm(layout.size.y));
    for (std::size_t i = 0; i < layout.panels.size(); ++i) {
        text += fmt::format("panel {}.{} at {}\n", figure.panels[i].row + 1, figure.panels[i].column + 1,
                            area_text(layout.panels[i]));
        for (const FigureArea& inset : layout.insets[i])
            text += fmt::format("  inset at {}\n", area_text(inset));
    }
    for (const FigureLine& line : layout.lines)
        text += fmt::format("{} at {}, {}: {}\n", line.style.upwards ? "upwards" : "text", mm(line.at.x),
                            mm(line.at.y), line.text);
    return text;
}

std::string figure_letter(std::size_t n) {
    std::string letters;
    for (++n; n != 0; n = (n - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('a' + (n - 1) % 26));
    return "(" + letters + ")";
}

} // namespace hitmap
