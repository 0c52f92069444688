#include "app/picture_matrix/experiment_figure.h"

#include "app/figure/figure_edit.h"
#include "app/picture_matrix/picture_matrix.h"
#include "app/sweep/sweep_plan.h"
#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::size_t most_runs = 31; ///< columns of a figure, less that of the colour bars

/// Adds what the mesh pictures of the experiment show, with the view of the first of them.
void take_pictures(const Experiment& experiment, FigureMatrix& matrix) {
    for (const ExperimentPicture& picture : experiment.pictures) {
        if (picture.panel != ExperimentPicture::Panel::mesh) continue;
        const Metric metric = view_state_from_json(picture.view, picture.name).metric;
        if (std::ranges::find(matrix.metrics, metric) != matrix.metrics.end()) continue;
        if (matrix.metrics.empty())
            for (FigureConfiguration& configuration : matrix.configurations)
                configuration.view = picture.view;
        matrix.metrics.push_back(metric);
    }
    if (matrix.metrics.empty()) matrix.metrics = {"l1-hit-rate"_metric, "l2-hit-rate"_metric};
}

} // namespace

Figure figure_of_experiment(const Experiment& experiment) {
    Figure figure = empty_figure();
    FigureMatrix matrix;
    std::size_t base_scene = 0;
    for (const SweepGroup& group : plan_sweep(experiment))
        for (const SweepRun& run : group.runs) {
            if (matrix.configurations.empty()) base_scene = run.scene;
            FigureRecording recording;
            recording.scene = experiment.scenes[run.scene];
            recording.options = experiment.configurations[run.configuration].options;
            recording.name =
                figure_word(recording.scene.name + "-" + experiment.configurations[run.configuration].name);
            const std::size_t number = add_recording(figure, std::move(recording));
            matrix.configurations.push_back({run.name,
                                             {number, add_cache(figure, experiment.caches[run.cache])},
                                             "{}",
                                             {},
                                             run.scene == base_scene});
        }
    if (matrix.configurations.size() > most_runs)
        throw Error(fmt::format("expected an experiment of at most {} runs for a figure, found {}", most_runs,
                                matrix.configurations.size()));
    take_pictures(experiment, matrix);
    constexpr std::size_t least_columns = 2;
    constexpr double widest_mm = 1000.0;
    figure.width = std::min(widest_mm, matrix_width(std::max(least_columns, matrix.configurations.size())));
    figure.caption = experiment.title;
    set_matrix(figure, matrix);
    return figure;
}

} // namespace hitmap
