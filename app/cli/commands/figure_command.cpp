#include "app/cli/base/input_file.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/commands/command.h"
#include "app/cli/options/colour_vision_option.h"
#include "app/figure/figure_estimates.h"
#include "app/figure/figure_json.h"
#include "app/figure/make_figure.h"
#include "core/base/error.h"
#include "core/base/path_query.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace hitmap {

namespace {

struct FigureOptions {
    std::string recipe;
    std::string output;
    std::string latex;
    std::optional<double> dots_per_inch;
    ColourVisionOption colour_vision;
    unsigned threads = 0;
};

/// Returns the path of the figure as LaTeX finds it from the folder of its own file.
std::string included_path(const FigureOptions& options) {
    if (options.latex == "-") return options.output;
    const std::filesystem::path folder = absolute_path(options.latex).parent_path();
    return absolute_path(options.output).lexically_relative(folder).generic_string();
}

void write_figure(const FigureOptions& options, const JobContext& job) {
    Figure figure = parse_figure(read_text_file(options.recipe), options.recipe);
    figure.dots_per_inch = options.dots_per_inch.value_or(figure.dots_per_inch);
    std::vector<std::string> inputs{options.recipe};
    for (const FigureRecording& recording : figure.recordings) {
        inputs.push_back(recording.file.empty() ? recording.scene.spec : recording.file);
        inputs.push_back(recording.layout);
    }
    refuse_overwriting(options.output, "--output", inputs);
    refuse_overwriting(options.latex, "--latex", inputs);
    constexpr std::array<std::string_view, 3> formats{"pdf", "svg", "png"};
    PictureOutput output(options.output, "--output", job, formats);
    const FigureFormat format = figure_format_named(output.format()).value();
    std::optional<TextOutput> latex;
    if (!options.latex.empty()) {
        if (options.output == "-")
            throw UsageError("--latex: expected with a file as --output, found standard output");
        if (format == FigureFormat::svg)
            throw UsageError("--latex: expected with a PDF or PNG, which LaTeX includes, found an SVG");
        if (is_same_file(options.latex, options.output))
            throw UsageError("--latex: expected another file than --output");
        of_option("--latex", [&] { check_latex_name(included_path(options)); });
        latex.emplace(options.latex, job);
    }
    ThreadPool pool(options.threads);
    const MadeFigure made = make_figure(figure, pool, job);
    output.commit(figure_file(figure, made, format, options.colour_vision.vision()));
    options.colour_vision.warn(marks_of(figure, made));
    if (!latex) return;
    latex->write(figure_latex(figure, included_path(options), figure_estimates(made.contents)));
    latex->commit();
}

} // namespace

void add_figure_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<FigureOptions>();
    auto* command = app.add_subcommand(
        "figure", "Make a figure for a publication: panels in rows and columns, as PDF, SVG or PNG");
    command->add_option("RECIPE", options->recipe, "What the figure shows (JSON; see docs/figures.md)")
        ->required();
    command->add_option("-o,--output", options->output, "Figure to write (- is standard output, as PDF)")
        ->type_name("FIGURE.pdf|FIGURE.svg|FIGURE.png")
        ->required();
    command
        ->add_option("--latex", options->latex,
                     "Also write the LaTeX that includes the figure, - for standard output")
        ->type_name("FIGURE.tex");
    command
        ->add_option("--dpi", options->dots_per_inch,
                     "Resolution of its pictures in dots per inch, instead of that of the recipe")
        ->check(CLI::Range(lowest_dpi, highest_dpi).description(""))
        ->type_name("DPI");
    add_colour_vision_option(*command, options->colour_vision);
    add_threads_option(*command, options->threads);
    command->footer("Recordings that the recipe describes by a scene and options of the tracer are traced. "
                    "Runs without a "
                    "display. Example: hitmap figure docs/figures/paper-figure-6.json -o figure6.pdf --latex "
                    "figure6.tex");
    command->callback([=] { select([=](const JobContext& job) { write_figure(*options, job); }); });
}

} // namespace hitmap
