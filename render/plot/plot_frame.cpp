#include "render/plot/plot_frame.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hitmap {

namespace {

constexpr double frame_gap = 6.0;
constexpr double frame_margin = 4.0;
constexpr double ticks_and_title = 40.0; ///< space below the axis for labels of 12 pixels

TextStyle label_text(const PlotStyle& style) {
    return {style.ink, style.label_size};
}
TextStyle bold_text(const PlotStyle& style) {
    return {style.ink, style.title_size, true};
}

struct LegendShape {
    int columns = 1;
    int rows = 1;
    double width = 0.0; ///< width of a column
};

/// Returns a shape with as many columns as possible, such that titles fit with the values that may follow
/// them.
LegendShape legend_shape(Canvas& canvas, const PlotData& plot, const PlotStyle& style, double width) {
    double widest = 0.0;
    const auto widen = [&](const std::string& text) {
        widest = std::max(widest, canvas.text_width(text, label_text(style)));
    };
    for (const PlotSeries& series : plot.series)
        widen(series.title);
    if (plot.series.size() > 1) widest += frame_gap + canvas.text_width("00.00 %", label_text(style));
    int entries = static_cast<int>(plot.series.size());
    if (plot.marked_x) {
        entries += plot.beyond_title.empty() ? 1 : 2;
        widen(plot.mark_title);
        widen(plot.beyond_title);
    }
    widest += 32.0 * style.scale() + 3.0 * frame_gap;
    const double usable = std::max(width - 2.0 * frame_gap, 1.0);
    const int columns = std::clamp(static_cast<int>(usable / widest), 1, std::max(entries, 1));
    return {columns, (entries + columns - 1) / columns, usable / columns};
}

/// Returns the height of the ticks and the title of the x axis.
double below_axis(Canvas& canvas, const PlotData& plot, const PlotStyle& style) {
    return ticks_and_title * style.scale() + PlotPainter::upright_space(canvas, plot, style);
}

PlotArea area_of(Canvas& canvas, const PlotData& plot, const PlotStyle& style, CanvasPoint size) {
    const double line = style.line_height();
    double labels = 0.0;
    const double tick = y_tick_distance * style.scale();
    // The ticks depend on the height of the axis, which is not known yet. The height of the whole frame gives
    // at least as many ticks.
    for (const AxisTick& one : axis_ticks(plot.y, y_range(plot), size.y, tick, style.number))
        labels = std::max(labels, canvas.text_width(one.text, label_text(style)));
    const PlotRange x = x_range(plot);
    const auto x_ticks =
        axis_ticks(plot.x, x, size.x, tick_distance(plot.x, x, style.label_size, style.number), style.number);
    const double last =
        x_ticks.empty() || plot.x.upright ? 0.0 : canvas.text_width(x_ticks.back().text, label_text(style));
    const CanvasPoint corner{labels + 8.0 * style.scale() + frame_margin, 2.0 * line + frame_gap};
    const double legend = line * legend_shape(canvas, plot, style, size.x).rows;
    return {corner,
            {std::max(size.x - corner.x - std::max(0.5 * last, frame_gap) - frame_margin, 1.0),
             std::max(size.y - corner.y - below_axis(canvas, plot, style) - legend - frame_gap, 1.0)}};
}

} // namespace

PlotFrame::PlotFrame(Canvas& canvas, const PlotData& plot, const PlotStyle& style, CanvasPoint size)
    : canvas_(canvas),
      plot_(plot),
      style_(style),
      size_(size),
      area_(area_of(canvas, plot, style, size)),
      painter_(canvas, plot, style, area_) {}

double PlotFrame::least_height(Canvas& canvas, const PlotData& plot, const PlotStyle& style, double width) {
    constexpr double plot_lines = 6.0;
    const double lines = 2.0 + plot_lines + legend_shape(canvas, plot, style, width).rows;
    return lines * style.line_height() + below_axis(canvas, plot, style) + 2.0 * frame_gap;
}

void PlotFrame::draw(const PlotReading* reading) const {
    draw_titles();
    painter_.draw_axes();
    painter_.draw_content();
    draw_legend(reading);
    if (reading != nullptr) draw_reading(*reading);
}

void PlotFrame::draw_titles() const {
    const double line = style_.line_height();
    const double width = size_.x - 2.0 * frame_margin;
    canvas_.text({frame_margin, 0.75 * line}, elided_text(canvas_, plot_.title, bold_text(style_), width),
                 bold_text(style_));
    canvas_.text({frame_margin, 1.75 * line}, elided_text(canvas_, plot_.y.title, label_text(style_), width),
                 label_text(style_));
    painter_.draw_x_title();
}

void PlotFrame::draw_legend(const PlotReading* reading) const {
    const double line = style_.line_height();
    const LegendShape shape = legend_shape(canvas_, plot_, style_, size_.x);
    const double top = area_.bottom() + below_axis(canvas_, plot_, style_) + frame_gap;
    int place = 0;
    const auto entry = [&](const std::string& title, const std::string& value, const auto& draw_sample) {
        const CanvasPoint at{frame_gap + shape.width * (place / shape.rows),
                             top + line * (place % shape.rows + 0.5)};
        ++place;
        draw_sample(at);
        const double right = at.x + shape.width - 2.0 * frame_gap;
        const double base = at.y + frame_margin * style_.scale();
        const double taken = value.empty() ? 0.0 : canvas_.text_width(value, label_text(style_)) + frame_gap;
        TextStyle behind = label_text(style_);
        behind.anchor = Anchor::end;
        if (!value.empty()) canvas_.text({right, base}, value, behind);
        const double left = at.x + painter_.sample_length() + frame_gap;
        canvas_.text({left, base}, elided_text(canvas_, title, label_text(style_), right - taken - left),
                     label_text(style_));
    };
    const bool told = reading != nullptr && plot_.series.size() > 1;
    for (std::size_t i = 0; i < plot_.series.size(); ++i)
        entry(plot_.series[i].title, told ? reading->values[i] : std::string(),
              [&](CanvasPoint at) { painter_.draw_sample(at, i); });
    if (!plot_.marked_x) return;
    entry(plot_.mark_title, {}, [&](CanvasPoint at) { painter_.draw_mark_sample(at); });
    if (!plot_.beyond_title.empty())
        entry(plot_.beyond_title, {}, [&](CanvasPoint at) { painter_.draw_beyond_sample(at); });
}

void PlotFrame::draw_reading(const PlotReading& reading) const {
    constexpr double dashes[] = {1.0, 2.0};
    const double x = painter_.left_of(reading.x);
    const CanvasPoint line[] = {{x, area_.corner.y}, {x, area_.bottom()}};
    canvas_.line(line, {style_.ink, 1.0, dashes});
    const std::string text =
        reading.values.size() == 1 ? reading.place + " · " + reading.values.front() : reading.place;
    TextStyle right = label_text(style_);
    right.anchor = Anchor::end;
    canvas_.text({size_.x - frame_margin, 1.75 * style_.line_height()},
                 elided_text(canvas_, text, right, size_.x - 2.0 * frame_margin), right);
}

namespace {

void draw_page(Canvas& canvas, const PlotData& plot, const PlotStyle& style, FrameSize size) {
    const CanvasPoint all{static_cast<double>(size.width), static_cast<double>(size.height)};
    canvas.rectangle({0.0, 0.0}, all, style.ground);
    PlotFrame(canvas, plot, style, all).draw();
}

/// Returns the size of the page, which may be higher than `size` if the legend needs more space. It is
/// measured with the letters of SVG, which are the widest.
FrameSize page_size(const PlotData& plot, const PlotStyle& style, FrameSize size) {
    SvgCanvas measuring(size);
    const double least = PlotFrame::least_height(measuring, plot, style, size.width);
    return {size.width, std::max(size.height, static_cast<int>(std::ceil(least)))};
}

} // namespace

Image plot_image(const PlotData& plot, FrameSize size, const PlotStyle& style, int scale) {
    const FrameSize page = page_size(plot, style, size);
    Image image({page.width * scale, page.height * scale});
    ImageCanvas canvas(page, scale);
    draw_page(canvas, plot, style, page);
    canvas.finish(image);
    return image;
}

std::string plot_svg(const PlotData& plot, FrameSize size, const PlotStyle& style) {
    const FrameSize page = page_size(plot, style, size);
    SvgCanvas canvas(page);
    draw_page(canvas, plot, style, page);
    return canvas.finish();
}

} // namespace hitmap
