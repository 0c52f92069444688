#include "app/sweep/run_pictures.h"

#include "core/store/content_hash.h"
#include "core/trace/io/write_file.h"
#include "render/elements/prepared_scene.h"
#include "render/image/image.h"
#include "render/picture/all_frames.h"
#include "render/picture/metric_picture.h"
#include "render/picture/panels.h"
#include "render/view/metric_caption.h"
#include "render/view/view_state.h"

#include <fmt/format.h>

#include <span>

namespace hitmap {

namespace {

Image draw_mesh(const SimulatedRun& run, const ExperimentPicture& wanted, const ViewState& state,
                const JobContext& job) {
    MetricPicture picture;
    picture.metric = state.metric;
    picture.counting = counting_of(run.config, run.only);
    picture.window = frame_range_window(run.profile->positions(), state.frames);
    picture.view = state.view;
    picture.size = wanted.size;
    picture.caption = metric_caption(run.info, run.config, state.metric, state.frames, run.only);
    picture.only = run.only;
    ScenePictures pictures(prepare_scene(run.scene, job));
    picture.all_frames = extent_of_all_frames(
        *run.profile, state.frames.total, state.metric, range_mode_for(state.view, {state.metric}),
        state.view, pictures.colours(state.view, state.metric, picture.size, job), job);
    job.begin("drawing");
    return pictures.draw(*run.profile, picture, job);
}

Image draw_framebuffer(const SimulatedRun& run, const ExperimentPicture& wanted, const ViewState& state,
                       const JobContext& job) {
    FramebufferPanel panel = framebuffer_of(*run.scene, *run.profile,
                                            frame_range_window(run.profile->positions(), state.frames), job);
    panel.colour_map = state.view.colour_map;
    panel.caption = metric_caption(run.info, run.config, "access-order"_metric, state.frames, run.only);
    return panel_image(panel, wanted.size);
}

} // namespace

std::vector<RunPicture> draw_pictures(const SimulatedRun& run, const ExperimentPicture& picture,
                                      const std::string& run_name, const std::filesystem::path& folder,
                                      const JobContext& job) {
    ViewState state;
    if (!run.scene->cameras.empty()) state.view.camera = run.scene->cameras.front();
    state = view_state_from_json(picture.view, picture.name, state);
    std::vector<RunPicture> drawn;
    const std::uint64_t frames = picture.all_frames ? state.frames.total : 1;
    for (std::uint64_t f = 0; f < frames; ++f) {
        job.check();
        RunPicture file{picture.name, "", fmt::format("pictures/{}_{}", run_name, picture.name), ""};
        if (picture.all_frames) {
            state.frames = {state.frames.total, f, 1};
            file.caption = frames_name(frames, f);
            file.file += fmt::format("_{}", f);
        }
        file.file += ".png";
        const bool is_mesh = picture.panel == ExperimentPicture::Panel::mesh;
        const std::vector<std::uint8_t> png = encode_png(
            is_mesh ? draw_mesh(run, picture, state, job) : draw_framebuffer(run, picture, state, job));
        file.hash = to_text(content_hash(std::as_bytes(std::span(png))));
        write_file(folder / file.file, std::as_bytes(std::span(png)), job.outputs);
        drawn.push_back(std::move(file));
    }
    return drawn;
}

} // namespace hitmap
