#include "app/figure/figure_painter.h"

#include "app/figure/figure_bar.h"
#include "app/figure/panel_json.h"
#include "render/image/placed_canvas.h"
#include "render/plot/plot_frame.h"

#include <array>

namespace hitmap {

namespace {

constexpr Rgb paper{255, 255, 255};
constexpr Rgb frame_ink{0x1e, 0x1e, 0x1e};

/// Plots are drawn as in the window, where labels have 12 pixels and thin lines have 1.
const PlotStyle& window_style() {
    static const PlotStyle style;
    return style;
}
double plot_scale(const Figure& figure) {
    return figure.font_size / window_style().label_size;
}
/// Without a title, the line of the title is left out.
double line_above(const PlotData& plot) {
    return plot.title.empty() ? window_style().line_height() : 0.0;
}

class FigurePainter {
public:
    FigurePainter(Canvas& canvas, const Figure& figure, const MadeFigure& made)
        : canvas_(canvas), figure_(figure), made_(made) {}

    void draw() {
        canvas_.rectangle({0.0, 0.0}, made_.layout.size, paper);
        for (std::size_t i = 0; i < figure_.panels.size(); ++i)
            draw_panel_of(i);
        for (const FigureLine& line : made_.layout.lines)
            canvas_.text(line.at, line.text, line.style);
    }

private:
    void draw_panel_of(std::size_t i) {
        const FigurePanel& panel = figure_.panels[i];
        const FigureContent& content = made_.contents[i];
        const FigureArea& area = made_.layout.panels[i];
        switch (panel.kind) {
        case FigurePanelKind::mesh:
        case FigurePanelKind::image:
        case FigurePanelKind::framebuffer:
            canvas_.image({area.left, area.top}, {area.width, area.height}, made_.rasters[i].picture);
            if (panel.kind != FigurePanelKind::mesh) outline(area, frame_ink, figure_.line_width);
            draw_insets(i);
            break;
        case FigurePanelKind::plot:
            draw_plot(area, *content.plot);
            break;
        case FigurePanelKind::colour_bar:
            draw_bar(panel, area);
            break;
        case FigurePanelKind::table:
            draw_figure_table(canvas_, {area.left, area.top}, area.width, content.table, figure_);
            break;
        case FigurePanelKind::text:
            draw_text(area, content.lines);
            break;
        }
    }

    void draw_bar(const FigurePanel& panel, const FigureArea& area) {
        const FigurePanel* const explained = explained_panel(figure_, panel);
        const auto number = static_cast<std::size_t>(explained - figure_.panels.data());
        draw_figure_bar(canvas_, area, made_.contents[number], figure_);
    }

    void draw_plot(const FigureArea& area, const PlotData& plot) {
        const double scale = plot_scale(figure_);
        const double above = line_above(plot);
        PlacedCanvas canvas(canvas_, {area.left, area.top - above * scale}, scale, figure_.line_width);
        PlotFrame(canvas, plot, window_style(), {area.width / scale, area.height / scale + above}).draw();
    }

    void draw_text(const FigureArea& area, const std::vector<std::string>& lines) {
        constexpr double distance = 1.25;
        constexpr double base = 0.95;
        double y = area.top + base * figure_.font_size;
        for (const std::string& line : lines) {
            canvas_.text({area.left + 0.5 * area.width, y}, line,
                         {.colour = {}, .size = figure_.font_size, .anchor = Anchor::middle});
            y += distance * figure_.font_size;
        }
    }

    void draw_insets(std::size_t i) {
        const FigureArea& area = made_.layout.panels[i];
        for (std::size_t k = 0; k < figure_.panels[i].insets.size(); ++k) {
            const FigureRegion& region = figure_.panels[i].insets[k].region;
            const FigureArea& inset = made_.layout.insets[i][k];
            if (!region.is_whole()) {
                const FigureArea zoomed{area.left + region.left * area.width,
                                        area.top + region.top * area.height, region.width * area.width,
                                        region.height * area.height};
                draw_leaders(zoomed, inset);
                framed(zoomed);
            }
            canvas_.image({inset.left, inset.top}, {inset.width, inset.height}, made_.rasters[i].insets[k]);
            framed(inset);
        }
    }

    /// Joins two corners of the region with the same corners of the inset: those whose lines cross neither.
    void draw_leaders(const FigureArea& region, const FigureArea& inset) {
        const bool right = inset.left + 0.5 * inset.width > region.left + 0.5 * region.width;
        const bool below = inset.top + 0.5 * inset.height > region.top + 0.5 * region.height;
        for (const bool first : {true, false}) {
            const bool at_right = first;
            const bool at_bottom = right == below ? !first : first;
            const auto corner = [&](const FigureArea& area) {
                return CanvasPoint{at_right ? area.right() : area.left, at_bottom ? area.bottom() : area.top};
            };
            const CanvasPoint line[] = {corner(region), corner(inset)};
            cased(line);
        }
    }

    void framed(const FigureArea& area) {
        const auto corners = corners_of(area);
        cased(corners);
    }

    /// A dark line with a bright edge, which is visible on every colour.
    void cased(std::span<const CanvasPoint> points) {
        canvas_.line(points, {paper, 3.0 * figure_.line_width, {}});
        canvas_.line(points, {frame_ink, 1.2 * figure_.line_width, {}});
    }

    void outline(const FigureArea& area, Rgb colour, double width) {
        const auto corners = corners_of(area);
        canvas_.line(corners, {colour, width, {}});
    }

    static std::array<CanvasPoint, 5> corners_of(const FigureArea& area) {
        return {{{area.left, area.top},
                 {area.right(), area.top},
                 {area.right(), area.bottom()},
                 {area.left, area.bottom()},
                 {area.left, area.top}}};
    }

    Canvas& canvas_;
    const Figure& figure_;
    const MadeFigure& made_;
};

} // namespace

void draw_figure(Canvas& canvas, const Figure& figure, const MadeFigure& made) {
    FigurePainter(canvas, figure, made).draw();
}

double least_plot_height(const PlotData& plot, const Figure& figure, double width) {
    SvgCanvas measuring({1.0, 1.0}, figure.font); // as wide as on any machine
    const double scale = plot_scale(figure);
    return (PlotFrame::least_height(measuring, plot, window_style(), width / scale) - line_above(plot)) *
           scale;
}

} // namespace hitmap
