#include "app/figure/make_figure.h"

#include "app/figure/figure_bar.h"
#include "app/figure/panel_json.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "render/image/colour_vision_canvas.h"
#include "render/image/pdf_canvas.h"
#include "render/picture/colour_marks.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

void draw_seen(Canvas& canvas, const Figure& figure, const MadeFigure& made, ColourVision vision) {
    ColourVisionCanvas seen(canvas, vision);
    draw_figure(seen, figure, made);
}

std::string figure_png(const Figure& figure, const MadeFigure& made, ColourVision vision) {
    const auto png = with_resolution(encode_png(figure_image(figure, made, vision)), figure.dots_per_inch);
    return {png.begin(), png.end()};
}

/// Returns a text in which characters that LaTeX treats as commands stand for themselves.
std::string latex_text(std::string_view text) {
    std::string latex;
    for (const char c : text) {
        if (std::string_view("{}$&#%_").find(c) != std::string_view::npos)
            latex += std::string("\\") + c;
        else if (c == '\\')
            latex += "\\textbackslash{}";
        else if (c == '~')
            latex += "\\textasciitilde{}";
        else if (c == '^')
            latex += "\\textasciicircum{}";
        else
            latex += c;
    }
    return latex;
}

/// Returns what the layout has to know of the panels. `contents` must outlive it.
std::vector<FigureNeed> needs_of(const Figure& figure, const std::vector<FigureContent>& contents) {
    std::vector<FigureNeed> needs;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        const FigurePanel& panel = figure.panels[i];
        FigureNeed& need = needs.emplace_back(contents[i].need);
        if (panel.kind == FigurePanelKind::plot) {
            need.least_height = [&figure, &plot = *contents[i].plot](double width) {
                return least_plot_height(plot, figure, width);
            };
            need.spare = 5.0 * figure.font_size;
        } else if (panel.kind == FigurePanelKind::colour_bar) {
            const auto number =
                static_cast<std::size_t>(explained_panel(figure, panel) - figure.panels.data());
            need.least_height = [&figure, &explained = contents[number]](double width) {
                return least_bar_height(explained, figure, width);
            };
            need.spare = 2.0 * figure.font_size;
        }
    }
    return needs;
}

} // namespace

std::optional<FigureFormat> figure_format_named(std::string_view name) {
    if (name == "pdf") return FigureFormat::pdf;
    if (name == "svg") return FigureFormat::svg;
    if (name == "png") return FigureFormat::png;
    return std::nullopt;
}

Image figure_image(const Figure& figure, const MadeFigure& made, ColourVision vision) {
    const FrameSize pixels = pixels_of({0.0, 0.0, made.layout.size.x, made.layout.size.y}, figure);
    Image image(pixels);
    ImageCanvas canvas(pixels, figure.pixels_per_point(), figure.font);
    // The last row and column may be parts of pixels, which the background of the figure does not cover.
    canvas.rectangle({0.0, 0.0}, {made.layout.size.x + 1.0, made.layout.size.y + 1.0}, {255, 255, 255});
    draw_seen(canvas, figure, made, vision);
    canvas.finish(image);
    return image;
}

MadeFigure make_figure(const Figure& figure, ThreadPool& pool, const JobContext& job) {
    FigureStore store(pool);
    return make_figure(figure, store, job);
}

MadeFigure make_figure(const Figure& figure, FigureStore& store, const JobContext& job) {
    const auto lock = store.lock(job);
    MadeFigure made;
    FigureInputs inputs(figure, store, job);
    made.contents = figure_contents(figure, inputs, job);
    made.layout = lay_out_figure(figure, needs_of(figure, made.contents));
    made.rasters = figure_rasters(figure, made.layout, made.contents, job);
    return made;
}

std::string figure_file(const Figure& figure, const MadeFigure& made, FigureFormat format,
                        ColourVision vision) {
    if (format == FigureFormat::png) return figure_png(figure, made, vision);
    if (format == FigureFormat::svg) {
        SvgCanvas canvas(made.layout.size, figure.font);
        draw_seen(canvas, figure, made, vision);
        return canvas.finish();
    }
    PdfCanvas canvas(made.layout.size, figure.font);
    draw_seen(canvas, figure, made, vision);
    return canvas.finish();
}

std::vector<std::vector<ColourMark>> marks_of(const Figure& figure, const MadeFigure& made) {
    std::vector<std::vector<ColourMark>> marks;
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const FigureContent& content = made.contents[i];
        if (content.plot)
            marks.push_back(marks_of(*content.plot));
        else if (has_colours(figure.panels[i].kind))
            marks.push_back(marks_of(content.state.view.colour_map, content.range.difference, content.bar));
    }
    return marks;
}

void check_latex_name(const std::string& file) {
    const auto is_special = [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == '\x7f' ||
               std::string_view("%#{}\\~^$&\"").find(c) != std::string_view::npos;
    };
    const auto special = std::find_if(file.begin(), file.end(), is_special);
    if (special != file.end())
        throw UsageError(
            fmt::format("{}: expected the name of a figure without '{}', which LaTeX does not take as "
                        "a character of a name",
                        file, printable(std::string_view(&*special, 1))));
}

std::string figure_latex(const Figure& figure, const std::string& file,
                         const std::vector<std::string>& estimates) {
    check_latex_name(file);
    std::string caption = figure.caption;
    for (const std::string& reason : estimates)
        if (!caption.empty()) caption += fmt::format("{} {}.", caption.ends_with('.') ? "" : ".", reason);
    std::string latex = "\\begin{figure}\n  \\centering\n";
    latex += fmt::format("  \\includegraphics[width={}mm]{{{}}}\n", figure.width, file);
    if (!caption.empty()) latex += fmt::format("  \\caption{{{}}}\n", latex_text(caption));
    if (!figure.label.empty()) latex += fmt::format("  \\label{{{}}}\n", figure.label);
    return latex + "\\end{figure}\n";
}

} // namespace hitmap
