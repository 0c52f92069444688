#include "app/cli/render/panel_writers.h"
#include "core/profile/elements/element_range.h"
#include "render/elements/prepared_scene.h"
#include "render/picture/all_frames.h"
#include "render/picture/colour_marks.h"
#include "render/picture/metric_picture.h"
#include "render/view/metric_caption.h"
#include "render/view/recorded_camera.h"

#include <vector>

namespace hitmap {

namespace {

MetricPicture mesh_picture_of(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                              const ViewState& state, FrameSize size) {
    MetricPicture picture;
    picture.metric = state.metric;
    picture.counting = counting_of(options.model.config(), options.model.restriction());
    picture.window = frame_range_window(profile.positions(), state.frames);
    picture.view = state.view;
    picture.size = size;
    picture.caption = metric_caption(model.file.info(), options.model.config(), state.metric, state.frames,
                                     options.model.restriction());
    picture.only = options.model.restriction();
    picture.style = options.style();
    picture.histogram = options.histogram;
    return picture;
}

/// Warns if marks of a mesh picture look alike with the colour vision of the options.
void warn_of_map(const RenderOptions& options, const View& view, bool difference, const ColourBarText& bar) {
    const std::vector<ColourMark> marks = marks_of(view.colour_map, difference, bar);
    options.colour_vision.warn({&marks, 1});
}

} // namespace

void draw_mesh(const PanelInput& input, PictureOutput& output) {
    const RenderOptions& options = input.options;
    const ModelInput& model = input.side.input;
    const ViewState state = options.state(recorded_camera(*input.side.scene));
    MetricPicture picture = mesh_picture_of(options, model, *input.profile, state, input.size);
    ScenePictures pictures(prepare_scene(input.side.scene, input.job));
    picture.all_frames = extent_of_all_frames(
        *input.profile, state.frames.total, state.metric, range_mode_for(state.view, {state.metric}),
        state.view, pictures.colours(state.view, state.metric, input.size, input.job), input.job);
    picture.rays = rays_for(state.view.only_ranges, *model.source, input.job);
    input.job.begin("drawing");
    output.commit(pictures.draw(*input.profile, picture, input.job));
    warn_of_map(options, state.view, false, colour_bar_text(state.metric, picture.only));
}

void draw_mesh_difference(const PanelSides& sides, PictureOutput& output) {
    const RenderOptions& options = sides.options;
    const Side shown_on = options.geometry == "b" ? Side::compared : Side::baseline;
    const RenderedSide& shown = shown_on == Side::baseline ? sides.a : sides.b;
    const auto profile_a = sides.a.simulate(sides.job);
    const auto profile_b = sides.b.simulate(sides.job);
    const ViewState state = options.state(recorded_camera(*shown.scene));
    DifferencePicture picture{state.metric, sides.a.picture(*profile_a, state.frames),
                              sides.b.picture(*profile_b, options.frames_b.over(state.frames))};
    picture.shown_on = shown_on;
    picture.view = state.view;
    (shown_on == Side::baseline ? picture.baseline : picture.compared).rays =
        rays_for(state.view.only_ranges, *shown.input.source, sides.job);
    picture.size = sides.size;
    picture.style = options.style();
    picture.histogram = options.histogram;
    output.commit(render_difference_picture(picture, sides.job));
    warn_of_map(options, state.view, true, difference_bar_text(state.metric));
}

} // namespace hitmap
