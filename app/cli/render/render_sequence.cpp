#include "app/cli/render/render_sequence.h"

#include "app/cli/render/panel_writers.h"
#include "app/cli/render/render_addresses.h"
#include "app/cli/render/render_panels.h"
#include "app/cli/render/render_pixels.h"
#include "app/sequence/mesh_pictures.h"
#include "app/sequence/panel_pictures.h"
#include "core/base/error.h"
#include "render/elements/prepared_scene.h"
#include "render/picture/metric_picture.h"
#include "render/view/metric_caption.h"
#include "render/view/recorded_camera.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// What the values of the pictures are, for their range.
struct SequenceValues {
    RangeSubject subject;
    ValueStyle style = ValueStyle::number;
};

SequenceValues values_of(const RenderOptions& options) {
    const bool difference = !options.compare.empty();
    if (options.drawn().metric == PanelMetric::pixels) {
        const PixelQuantity& quantity = options.pixel_quantity();
        return {{{}, difference, &quantity},
                difference ? difference_bar_text(quantity, {}).style : value_style_of(quantity)};
    }
    if (options.drawn().metric == PanelMetric::addresses)
        return {{},
                options.address_quantity().number == NumberKind::share ? ValueStyle::percent
                                                                       : ValueStyle::count};
    const Metric metric = options.state().metric;
    return {{metric, difference}, difference ? difference_bar_text(metric).style : value_style_of(metric)};
}

std::vector<ViewState> states_of(const RenderOptions& options, ViewState state, const Aabb& bounds) {
    if (options.drawn().has_fixed_range) {
        state.view.range_mode = RangeMode::full;
    } else if (options.sequence.of_frames()) {
        const SequenceValues values = values_of(options);
        const bool of_elements = options.drawn().metric != PanelMetric::addresses;
        state.view = with_one_range(state.view, values.subject, values.style, of_elements);
    }
    return options.sequence.states(state, options.frames.frame || options.frames.frame_count, bounds);
}

void write_and_warn(const RenderOptions& options, SequencePictures& pictures, SequenceOutput& output,
                    const JobContext& job) {
    write_sequence(pictures, output, job);
    const std::vector<ColourMark> marks = pictures.marks();
    options.colour_vision.warn({&marks, 1});
}

SequenceLook look_of(const RenderOptions& options, FrameSize size) {
    return {size, options.style(), options.histogram};
}

template <class Panel>
void write_panels(const RenderOptions& options, std::vector<ViewState> states, FrameSize size,
                  SequenceOutput& output, const JobContext& job,
                  typename PanelPictures<Panel>::MakePanel make) {
    PanelPictures<Panel> pictures(std::move(states), std::move(make), look_of(options, size));
    write_and_warn(options, pictures, output, job);
}

} // namespace

void check_sequence(const RenderOptions& options) {
    options.sequence.check();
    if (!options.sequence.given()) return;
    const RenderPanel& panel = options.drawn();
    const auto has_sequence = [](const RenderPanel& each) { return each.draw_sequence != nullptr; };
    if (!has_sequence(panel))
        throw UsageError(
            fmt::format("--sequence: expected with --panel {}, found {}, which is one picture of all frames",
                        panel_names(has_sequence), panel.name));
    if (panel.needs != PanelNeeds::mesh && !options.sequence.of_frames())
        throw UsageError(fmt::format("--sequence: expected frames with --panel {}, found {}, which moves the "
                                     "camera of --panel mesh",
                                     panel.name, options.sequence.sequence));
    const std::string& path = options.output;
    if (path == "-") throw UsageError("--output: a sequence of pictures is not written to standard output");
    const auto format = sequence_format_of(path);
    if (!format)
        throw UsageError(fmt::format("--output: expected a name that ends in .{} with --sequence, found '{}'",
                                     fmt::join(sequence_endings, " or ."), path));
    if (options.transparent && is_video(*format))
        throw UsageError("--transparent: a video has a background; expected OUT.png or OUT.apng");
    for (const ViewState& state : states_of(options, options.state(), {}))
        (void)options.frames_b.over(state.frames);
}

void refuse_sequence_format(const std::string& path) {
    const auto format = sequence_format_of(path);
    if (format && *format != SequenceFormat::png)
        throw UsageError(fmt::format("--output: {} is the ending of animations and videos; name one picture "
                                     "OUT.png, or add --sequence frames, turntable or CAMERAS.json",
                                     std::filesystem::path(path).extension().string()));
}

std::unique_ptr<SequenceOutput> open_sequence_of(const RenderOptions& options, FrameSize size,
                                                 const JobContext& job) {
    // The scene decides what the pictures show, but not how many there are.
    const std::size_t pictures = states_of(options, options.state(), {}).size();
    return open_sequence({options.output, *sequence_format_of(options.output), size,
                          static_cast<std::uint32_t>(pictures), options.sequence.rate(), options.transparent},
                         job);
}

void draw_image_sequence(const PanelInput& input, SequenceOutput& output) {
    const ViewState state = input.options.state();
    const PixelWindows pixels(input.side, state.view.only_ranges, input.job);
    write_panels<FramebufferPanel>(input.options, states_of(input.options, state, {}), input.size, output,
                                   input.job, [&](const ViewState& shown, const JobContext& part) {
                                       return image_panel(input.options, input.side,
                                                          *pixels.at(shown.frames, part), shown, part);
                                   });
}

void draw_address_sequence(const PanelInput& input, SequenceOutput& output) {
    const std::vector<ViewState> states = states_of(input.options, input.options.state(), {});
    const FrameRange& first = states.front().frames;
    AddressFrames addresses(input.options, input.side.input, input.side.config,
                            {first.total, first.first, states.size()});
    write_panels<AddressPanel>(input.options, states, input.size, output, input.job,
                               [&](const ViewState& shown, const JobContext& part) {
                                   return address_panel(input.options, input.side.input,
                                                        addresses.at(shown.frames.first, part), shown, part);
                               });
}

namespace {

/// What the pictures of a recording show, from its camera on.
std::vector<ViewState> states_of_scene(const PanelInput& input) {
    return states_of(input.options, input.options.state(recorded_camera(*input.side.scene)),
                     bounds_of(*input.side.scene));
}

} // namespace

void draw_framebuffer_sequence(const PanelInput& input, SequenceOutput& output) {
    write_panels<FramebufferPanel>(input.options, states_of_scene(input), input.size, output, input.job,
                                   [&](const ViewState& shown, const JobContext& part) {
                                       return framebuffer_panel(input.options, input.side.input,
                                                                *input.profile, shown, part);
                                   });
}

void draw_mesh_sequence(const PanelInput& input, SequenceOutput& output) {
    const std::vector<ViewState> states = states_of_scene(input);
    PictureSide subject = input.side.picture(*input.profile, {});
    subject.rays = rays_for(states.front().view.only_ranges, *input.side.input.source, input.job);
    MeshPictures pictures(prepare_scene(input.side.scene, input.job), subject, states,
                          look_of(input.options, input.size));
    write_and_warn(input.options, pictures, output, input.job);
}

void draw_image_difference_sequence(const PanelSides& sides, SequenceOutput& output) {
    const RenderOptions& options = sides.options;
    const JobContext& job = sides.job;
    const RenderedSide& a = sides.a;
    const RenderedSide& b = sides.b;
    const std::vector<ViewState> states = states_of(options, options.state(), {});
    const std::vector<ElementRange>& ranges = states.front().view.only_ranges;
    const PixelWindows pixels_a(a, ranges, job);
    const PixelWindows pixels_b(b, ranges, job);
    write_panels<FramebufferPanel>(options, states, sides.size, output, job,
                                   [&](const ViewState& state, const JobContext& part) {
                                       const FrameRange frames_b = options.frames_b.over(state.frames);
                                       const auto counted_a = pixels_a.at(state.frames, part);
                                       const auto counted_b = pixels_b.at(frames_b, part);
                                       return image_difference_panel(options, {a, *counted_a, state.frames},
                                                                     {b, *counted_b, frames_b}, state, part);
                                   });
}

void draw_mesh_difference_sequence(const PanelSides& sides, SequenceOutput& output) {
    const RenderOptions& options = sides.options;
    const JobContext& job = sides.job;
    const RenderedSide& a = sides.a;
    const RenderedSide& b = sides.b;
    const Side shown_on = options.geometry == "b" ? Side::compared : Side::baseline;
    const auto& scene = shown_on == Side::baseline ? a.scene : b.scene;
    const auto profile_a = a.simulate(job);
    const auto profile_b = b.simulate(job);
    std::vector<DifferenceState> states;
    for (const ViewState& state :
         states_of(options, options.state(recorded_camera(*scene)), bounds_of(*scene)))
        states.push_back({state, options.frames_b.over(state.frames)});
    MeshDifferencePictures::Subject subject{a.picture(*profile_a, {}), b.picture(*profile_b, {}),
                                            SideLetters(), shown_on};
    const bool on_a = shown_on == Side::baseline;
    (on_a ? subject.baseline : subject.compared).rays =
        rays_for(states.front().state.view.only_ranges, *(on_a ? a : b).input.source, job);
    MeshDifferencePictures pictures(prepare_scene(scene, job), subject, std::move(states),
                                    look_of(options, sides.size));
    write_and_warn(options, pictures, output, job);
}

} // namespace hitmap
