#include "app/cli/render/render_mesh.h"

#include "core/profile/elements/element_range.h"
#include "render/picture/colour_marks.h"
#include "render/picture/metric_picture.h"
#include "render/scene/prepared_scene.h"
#include "render/view/metric_caption.h"
#include "render/view/recorded_camera.h"

#include <optional>
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

/// The range of a picture whose range is that of all frames; otherwise no value.
std::optional<DataExtent> all_frames_of(const Profile& profile, const ViewState& state,
                                        const JobContext& job) {
    if (state.view.range_mode != RangeMode::all_frames) return std::nullopt;
    const auto extent = profile.extent_over_frames(state.frames.total, state.metric, job);
    return extent ? std::optional(DataExtent{extent->min, extent->max}) : std::nullopt;
}

} // namespace

void render_mesh(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                 const ViewState& state, FrameSize size, PictureOutput& output, const JobContext& job) {
    MetricPicture picture = mesh_picture_of(options, model, profile, state, size);
    picture.all_frames = all_frames_of(profile, state, job);
    picture.rays = rays_for(state.view.only_ranges, *model.source, job);
    output.commit(render_metric_picture(model.source->scene(job), profile, picture, job));
    warn_of_map(options, state.view, false, colour_bar_text(state.metric, picture.only));
}

void warn_of_map(const RenderOptions& options, const View& view, bool difference, const ColourBarText& bar) {
    const std::vector<ColourMark> marks = marks_of(view.colour_map, difference, bar);
    options.colour_vision.warn({&marks, 1});
}

} // namespace hitmap
