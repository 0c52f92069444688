#include "app/cli/render/render_panels.h"

#include "app/cli/render/panel_writers.h"
#include "app/cli/render/render_pixels.h"
#include "app/cli/render/write_panel.h"
#include "app/cli/report/stack_text.h"
#include "core/base/error.h"
#include "core/cache/results/named_errors.h"
#include "core/trace/model/element_kind.h"
#include "render/picture/image_sides.h"
#include "render/picture/raw_image.h"
#include "render/view/metric_caption.h"
#include "render/view/recorded_camera.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

/// Throws FileError if the recording does not have the cells.
void require_cells(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                   const RecordedScene& scene) {
    const std::uint64_t pixels = std::uint64_t{scene.width} * scene.height;
    if (pixels == 0)
        throw FileError(options.file, "scene",
                        "expected a framebuffer of a known size, found that the size is not known");
    if (const std::uint64_t held = profile.element_count(pixel_kind); held < pixels)
        throw FileError(options.file, "allocations",
                        fmt::format("expected a framebuffer of {} x {} pixels, found {} pixels", scene.width,
                                    scene.height, held));
    if (shows_stack(options) && profile.stack_traffic() == nullptr)
        throw FileError(
            options.file, "lane tags",
            fmt::format("expected local memory and lane tags, which say whose it is, found that {}",
                        why_stack_is_unknown(model.file.info())));
}

} // namespace

bool shows_stack(const RenderOptions& options) {
    return options.cells == "stack-sectors";
}

FramebufferPanel framebuffer_panel(const RenderOptions& options, const ModelInput& model,
                                   const Profile& profile, const ViewState& state, const JobContext& job) {
    const RecordingInfo& info = model.file.info();
    const auto scene = model.source->scene(job);
    require_cells(options, model, profile, *scene);
    const ModelConfig config = options.model.config();
    FramebufferPanel panel = with_errors_of(options.file, [&] {
        return shows_stack(options)
                   ? stack_framebuffer_of(*scene, *profile.stack_traffic(), job)
                   : framebuffer_of(*scene, profile, frame_range_window(profile.positions(), state.frames),
                                    job);
    });
    panel.colour_map = state.view.colour_map;
    panel.caption = shows_stack(options) ? picture_caption(info, config, stack_caption, {})
                                         : metric_caption(info, config, "access-order"_metric, state.frames,
                                                          options.model.restriction());
    return panel;
}

FramebufferPanel image_panel(const RenderOptions& options, const RenderedSide& side,
                             const WindowPixels& pixels, const ViewState& state, const JobContext& job) {
    const PixelQuantity& quantity = options.pixel_quantity();
    FramebufferPanel panel = image_of(pixels, quantity, state.view, job);
    panel.caption = image_caption(quantity, side.image(state.frames, state.view.only_ranges));
    return panel;
}

FramebufferPanel image_difference_panel(const RenderOptions& options, const CountedSide& a,
                                        const CountedSide& b, const ViewState& state, const JobContext& job) {
    const PixelQuantity& quantity = options.pixel_quantity();
    const SideLetters letters;
    FramebufferPanel panel = image_difference_of(a.pixels, b.pixels, quantity, letters, state.view, job);
    const std::vector<ElementRange>& ranges = state.view.only_ranges;
    panel.caption = image_difference_caption(quantity, letters, a.side.image(a.frames, ranges),
                                             b.side.image(b.frames, ranges));
    return panel;
}

void draw_framebuffer(const PanelInput& input, PictureOutput& output) {
    const ViewState state = input.options.state(recorded_camera(*input.side.scene));
    write_panel(input.options,
                framebuffer_panel(input.options, input.side.input, *input.profile, state, input.job),
                input.size, output);
}

void draw_image(const PanelInput& input, PictureOutput& output) {
    const RenderOptions& options = input.options;
    const ViewState state = options.state();
    const auto pixels = count_pixels(input.side, state.frames, state.view.only_ranges, input.job);
    if (const auto raw = raw_format_named(output.format()))
        return output.commit(encode_raw_image({options.pixel_quantity(), *pixels}, *raw, input.job));
    write_panel(options, image_panel(options, input.side, *pixels, state, input.job), input.size, output);
}

void draw_image_difference(const PanelSides& sides, PictureOutput& output) {
    const RenderOptions& options = sides.options;
    const JobContext& job = sides.job;
    const ViewState state = options.state();
    const FrameRange frames_b = options.frames_b.over(state.frames);
    const auto pixels_a = count_pixels(sides.a, state.frames, state.view.only_ranges, job);
    const auto pixels_b = count_pixels(sides.b, frames_b, state.view.only_ranges, job);
    if (const auto raw = raw_format_named(output.format()))
        return output.commit(
            encode_raw_image({options.pixel_quantity(), *pixels_a, pixels_b.get(), {}}, *raw, job));
    const CountedSide a{sides.a, *pixels_a, state.frames};
    const CountedSide b{sides.b, *pixels_b, frames_b};
    write_panel(options, image_difference_panel(options, a, b, state, job), sides.size, output);
}

} // namespace hitmap
