#include "app/cli/export/curve_export.h"
#include "app/cli/render/panel_writers.h"
#include "app/cli/render/write_panel.h"
#include "render/plot/curve_strips.h"
#include "render/view/metric_caption.h"

#include <string>
#include <vector>

namespace hitmap {

void draw_miss_ratio(const PanelInput& input, PictureOutput& output) {
    const ModelInput& model = input.side.input;
    ModelConfig config = input.side.config;
    auto& hierarchy = std::get<HierarchyConfig>(config);
    hierarchy.explain_misses = true;
    const HierarchyResult result =
        simulate_hierarchy(*model.source, hierarchy, {}, input.side.input.pool, input.job);
    PlotsPanel panel = miss_ratios_of(*result.reuse, model.file.info());
    panel.caption = metric_caption(model.file.info(), config, std::nullopt, {});
    panel.caption.emplace_back("Hit rates of fully associative LRU caches, for the same look-ups.");
    write_panel(input.options, panel, input.size, output);
}

void draw_curves(const PanelInput& input, PictureOutput& output) {
    const RenderOptions& options = input.options;
    const Profile& profile = *input.profile;
    const RenderedSide& side = input.side;
    const ViewState state = options.state();
    const FrameRange& frames = state.frames;
    const RateAxis rate_axis = rate_axis_of(state.view);
    // If there is only one frame, the curve shows intervals of it.
    const std::uint64_t intervals =
        frames.total > 1 ? frames.total : curve_intervals(profile.positions(), frames.total);
    const std::string time = frames.total == 1 ? "interval" : "frame";
    PlotsPanel panel;
    if (options.curves.empty()) {
        panel =
            curves_of(profile, counting_of(side.config, side.only), intervals, time, rate_axis, input.job);
    } else {
        const auto curves = known_curves(profile, side.input, options.curves, intervals, input.job);
        std::vector<DrawnCurve> drawn;
        for (const TimeCurve& curve : curves)
            drawn.push_back({&curve, title_of(curve.subject), drawn.size()});
        panel.plots = curve_strips(drawn, time, rate_axis);
        panel.legend_width = 220.0;
    }
    panel.caption = metric_caption(side.input.file.info(), side.config, std::nullopt, {}, side.only);
    write_panel(options, panel, input.size, output);
}

} // namespace hitmap
