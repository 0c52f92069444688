#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/commands/command.h"
#include "app/cli/export/curve_export.h"
#include "app/cli/export/tree_export.h"
#include "app/cli/options/model_options.h"
#include "app/cli/options/render_options.h"
#include "app/cli/render/render_addresses.h"
#include "app/cli/render/render_mesh.h"
#include "app/cli/render/render_panels.h"
#include "app/cli/render/render_pixels.h"
#include "app/cli/render/render_sequence.h"
#include "app/cli/render/render_sides.h"
#include "core/base/error.h"
#include "core/base/parse.h"
#include "core/profile/elements/element_range.h"
#include "core/profile/elements/rays_memory.h"
#include "core/profile/index/profile_memory.h"
#include "core/profile/pixel_index/pixel_index_builder.h"
#include "core/profile/pixels/pixel_table.h"
#include "core/profile/query/profile.h"
#include "render/picture/address_panel.h"
#include "render/picture/colour_marks.h"
#include "render/picture/image_sides.h"
#include "render/picture/metric_picture.h"
#include "render/picture/panels.h"
#include "render/picture/raw_image.h"
#include "render/plot/curve_strips.h"
#include "render/view/metric_caption.h"
#include "render/view/recorded_camera.h"
#include "render/view/view_state.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

bool ends_with_svg(const std::string& name) {
    return name.ends_with(".svg") || name.ends_with(".SVG");
}

using MarksOfPictures = std::vector<std::vector<ColourMark>>;

MarksOfPictures marks_of_panel(const FramebufferPanel& panel) {
    return {marks_of(panel)};
}
MarksOfPictures marks_of_panel(const AddressPanel& panel) {
    return {marks_of(panel.cells)};
}
MarksOfPictures marks_of_panel(const PlotsPanel& panel) {
    MarksOfPictures marks;
    for (const PlotData& plot : panel.plots)
        marks.push_back(marks_of(plot));
    return marks;
}

template <class Panel>
void write_panel(const RenderOptions& options, const Panel& panel, FrameSize size, PictureOutput& output) {
    if (output.format() == "svg")
        output.commit(panel_svg(panel, size, options.style()));
    else
        output.commit(panel_image(panel, size, options.style()));
    options.colour_vision.warn(marks_of_panel(panel));
}

std::shared_ptr<const RecordedScene> scene_of(ModelInput& input, const JobContext& job) {
    auto scene = input.source->scene(job);
    if (scene == nullptr)
        throw Error(input.path +
                    ": there is no picture of a mesh or a framebuffer: the recording has no scene. --panel "
                    "curves and --panel miss-ratio need none");
    return scene;
}

/// Throws Error if the scene has nothing to draw.
void require_mesh(const ModelInput& input, const RecordedScene& scene) {
    if (scene.face_slots.empty() && scene.boxes.empty())
        throw Error(input.path +
                    ": there is no picture of a mesh: the scene of the recording has neither faces nor "
                    "boxes. --panel curves and --panel miss-ratio need none");
    require_vertex_positions(input);
}

void render_difference(const RenderOptions& options, const RenderedSide& a, const RenderedSide& b,
                       FrameSize size, PictureOutput& output, const JobContext& job) {
    const Side shown_on = options.geometry == "b" ? Side::compared : Side::baseline;
    const auto profile_a = a.simulate(job);
    const auto profile_b = b.simulate(job);
    const ViewState state = options.state(recorded_camera(shown_on == Side::baseline ? *a.scene : *b.scene));
    DifferencePicture picture{state.metric, a.picture(*profile_a, state.frames),
                              b.picture(*profile_b, options.frames_b.over(state.frames))};
    picture.shown_on = shown_on;
    picture.view = state.view;
    (shown_on == Side::baseline ? picture.baseline : picture.compared).rays =
        rays_for(state.view.only_ranges, *(shown_on == Side::baseline ? a : b).input.source, job);
    picture.size = size;
    picture.style = options.style();
    picture.histogram = options.histogram;
    output.commit(render_difference_picture(picture, job));
    warn_of_map(options, state.view, true, difference_bar_text(state.metric));
}

/// Metrics of the reasons of misses need a model that determines these reasons.
void explain_if_asked(const RenderOptions& options, Metric metric, ModelConfig& config) {
    if (options.panel == "image" && options.pixel_quantity().needs == PixelPart::causes) {
        auto* const explained = std::get_if<HierarchyConfig>(&config);
        if (explained == nullptr)
            throw UsageError(
                fmt::format("--metric {}: expected with --model hierarchy", options.pixel_quantity().name));
        explained->explain_misses = true;
    }
    const QuantityInfo& quantity = info_of(metric.quantity);
    if (options.panel != "mesh" || !quantity.is_class_of_misses()) return;
    if (auto* hierarchy = std::get_if<HierarchyConfig>(&config))
        hierarchy->explain_misses = true;
    else if (quantity.sums.has(Sum::conflict))
        throw UsageError(fmt::format("--metric {}: expected with --model hierarchy", info_of(metric).name));
}

void render_miss_ratio(const RenderOptions& options, ModelInput& model, FrameSize size, PictureOutput& output,
                       const JobContext& job) {
    ModelConfig config = options.model.config();
    auto& hierarchy = std::get<HierarchyConfig>(config);
    hierarchy.explain_misses = true;
    const HierarchyResult result = simulate_hierarchy(*model.source, hierarchy, {}, model.pool, job);
    PlotsPanel panel = miss_ratios_of(*result.reuse, model.file.info());
    panel.caption = metric_caption(model.file.info(), config, std::nullopt, {});
    panel.caption.emplace_back("Hit rates of fully associative LRU caches, for the same look-ups.");
    write_panel(options, panel, size, output);
}

void check_cells(const RenderOptions& options, const ModelConfig& config, const FrameRange& frames,
                 const Restriction& only) {
    if (options.cells && options.panel != "framebuffer")
        throw UsageError("--cells: expected with --panel framebuffer");
    if (!shows_stack(options)) return;
    if (!std::holds_alternative<HierarchyConfig>(config))
        throw UsageError("--cells stack-sectors: expected with --model hierarchy");
    if (frames.total > 1)
        throw UsageError("--cells stack-sectors: is of the whole recording; expected without --frames");
    if (!only.empty())
        throw UsageError(fmt::format("--cells stack-sectors: is of everything; found {}", to_string(only)));
}

void render_image(const RenderOptions& options, const RenderedSide& side, FrameSize size,
                  PictureOutput& output, const JobContext& job) {
    const ViewState state = options.state();
    const auto pixels = count_pixels(side, state.frames, state.view.only_ranges, job);
    if (const auto raw = raw_format_named(output.format()))
        return output.commit(encode_raw_image({options.pixel_quantity(), *pixels}, *raw, job));
    write_panel(options, image_panel(options, side, *pixels, state, job), size, output);
}

/// Throws Error if there is no difference of the images of the sides.
void require_same_counting(const RenderOptions& options, const RenderedSide& a, const RenderedSide& b) {
    if (const auto refusal = image_difference_refusal(options.pixel_quantity(), a.config, b.config, {});
        !refusal.empty())
        throw Error("no difference: " + refusal);
}

void render_image_difference(const RenderOptions& options, const RenderedSide& a, const RenderedSide& b,
                             FrameSize size, PictureOutput& output, const JobContext& job) {
    const ViewState state = options.state();
    const FrameRange frames_b = options.frames_b.over(state.frames);
    const auto pixels_a = count_pixels(a, state.frames, state.view.only_ranges, job);
    const auto pixels_b = count_pixels(b, frames_b, state.view.only_ranges, job);
    if (const auto raw = raw_format_named(output.format()))
        return output.commit(
            encode_raw_image({options.pixel_quantity(), *pixels_a, pixels_b.get(), {}}, *raw, job));
    write_panel(
        options,
        image_difference_panel(options, {a, *pixels_a, state.frames}, {b, *pixels_b, frames_b}, state, job),
        size, output);
}

void render_curves(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                   const ModelConfig& config, FrameSize size, PictureOutput& output, const JobContext& job) {
    const Restriction only = options.model.restriction();
    const FrameRange frames = options.state().frames;
    // If there is only one frame, the curve shows intervals of it.
    const std::uint64_t intervals =
        frames.total > 1 ? frames.total : curve_intervals(profile.positions(), frames.total);
    const std::string time = frames.total == 1 ? "interval" : "frame";
    PlotsPanel panel;
    if (options.curves.empty()) {
        panel = curves_of(profile, counting_of(config, only), intervals, time, job);
    } else {
        const auto curves = known_curves(profile, model, options.curves, intervals, job);
        std::vector<DrawnCurve> drawn;
        for (const TimeCurve& curve : curves)
            drawn.push_back({&curve, title_of(curve.subject), drawn.size()});
        panel.plots = curve_strips(drawn, time);
        panel.legend_width = 220.0;
    }
    panel.caption = metric_caption(model.file.info(), config, std::nullopt, {}, only);
    write_panel(options, panel, size, output);
}

/// Checks the options as far as possible before a recording is opened. Throws UsageError, FileError.
void check_options(const RenderOptions& options, const ModelConfig& config) {
    const ViewState asked = options.state();
    options.check_compare();
    (void)options.frames_b.over(asked.frames);
    (void)options.model.part.part();
    const Restriction only = options.model.restriction();
    check_cells(options, config, asked.frames, only);
    if (options.panel == "image") {
        if (options.range == "all-frames" && !options.sequence.of_frames())
            throw UsageError(
                "--range all-frames: expected with --panel mesh or --sequence frames, found --panel image");
        if (options.pixel_quantity().needs == PixelPart::sectors &&
            !std::holds_alternative<HierarchyConfig>(config))
            throw UsageError(
                fmt::format("--metric {}: expected with --model hierarchy", options.pixel_quantity().name));
    }
    for (const auto& [option, given] : {std::pair("--only-subtree", options.only_subtree.has_value()),
                                        std::pair("--without-subtree", options.without_subtree.has_value()),
                                        std::pair("--cut-plane", !options.cut_plane.empty()),
                                        std::pair("--cut-box", !options.cut_box.empty())})
        if (given && options.panel != "mesh")
            throw UsageError(fmt::format("{}: expected with --panel mesh, found {}", option, options.panel));
    for (const auto& [option, given] : {std::pair("--only-range", !options.only_ranges.empty()),
                                        std::pair("--only-named", !options.only_named.empty())})
        if (given && options.panel != "mesh" && options.panel != "image")
            throw UsageError(
                fmt::format("{}: expected with --panel mesh or image, found {}", option, options.panel));
    if (!options.curves.empty() && options.panel != "curves")
        throw UsageError("--curve: expected with --panel curves");
    (void)curve_requests(options.curves);
    options.addresses.check(options.panel == "addresses", "--panel addresses");
    if (options.panel == "addresses") {
        (void)options.address_quantity();
        if (!std::holds_alternative<HierarchyConfig>(config))
            throw UsageError("--panel addresses: expected with --model hierarchy");
        if (!only.empty())
            throw UsageError(fmt::format("--panel addresses: is of everything; found {}", to_string(only)));
    }
    if (options.panel == "miss-ratio" && !std::holds_alternative<HierarchyConfig>(config))
        throw UsageError("--panel miss-ratio: expected with --model hierarchy");
    if (options.panel == "miss-ratio" && !only.empty())
        throw UsageError(fmt::format("--panel miss-ratio: is of everything; found {}", to_string(only)));
    check_sequence(options);
    if (options.panel == "mesh" && ends_with_svg(options.output))
        throw UsageError(fmt::format("--panel mesh is written as PNG only (the other panels as SVG too), "
                                     "found '{}'",
                                     options.output));
    refuse_overwriting(options.output, "--output",
                       {options.file, options.compare, options.view, options.sequence.camera_file()});
}

/// Throws if the recording does not know the tree that the metric measures.
void check_tree(const RenderOptions& options, Metric metric, ModelInput& model, const JobContext& job) {
    if (options.panel == "mesh" && info_of(metric.quantity).term) require_tree(model, job);
}

/// Whether an image is drawn that needs no profile: its elements are not chosen by metrics.
bool counts_pixels_alone(const RenderOptions& options) {
    return options.panel == "image" && !depend_on_time(options.state().view.only_ranges);
}

/// The options and the model of side B.
struct ComparedModel {
    ModelOptions options;
    ModelConfig config;
};

/// The memory that the picture needs beside the model.
std::uint64_t extra_bytes(const RenderOptions& options, const RecordingInfo& info) {
    const std::uint64_t rays =
        depend_on_rays(options.state().view.only_ranges) ? estimate_rays_bytes(info) : 0;
    if (!counts_pixels_alone(options)) return estimate_profile_bytes(info) + rays;
    return (options.sequence.given() ? estimate_pixel_index_bytes(info) : estimate_pixel_table_bytes(info)) +
           rays;
}

/// Where pictures go: one picture, or many.
struct Outputs {
    PictureOutput* picture = nullptr;   ///< null for a sequence
    SequenceOutput* sequence = nullptr; ///< null for one picture
};

/// Draws both sides of a comparison. If they are of the same part of one file, it is read only once.
void render_sides(const RenderOptions& options, const ModelConfig& config_a, const ComparedModel& model_b,
                  FrameSize size, const Outputs& outputs, const JobContext& job) {
    const bool of_image = options.panel == "image";
    const auto estimate = [&](const RecordingInfo& info) { return extra_bytes(options, info); };
    std::unique_ptr<ModelInput> model;
    std::unique_ptr<ModelInput> other;
    if (is_same_file(options.file, options.compare) &&
        options.model.part.part() == model_b.options.part.part()) {
        model = open_model_input(options.file, {config_a, model_b.config}, options.model, job, estimate);
    } else {
        model = open_model_input(options.file, {config_a}, options.model, job, estimate);
        other = open_model_input(options.compare, {model_b.config}, model_b.options, job, estimate);
    }
    RenderedSide a{options.file, *model, config_a, options.model.restriction(), nullptr};
    RenderedSide b{options.compare, other ? *other : *model, model_b.config, model_b.options.restriction(),
                   nullptr};
    if (of_image) {
        require_same_counting(options, a, b);
    } else {
        a.scene = scene_of(*model, job);
        b.scene = other ? scene_of(*other, job) : a.scene;
        require_mesh(a.input, *a.scene);
        require_mesh(b.input, *b.scene);
        for (const RenderedSide* side : {&a, &b})
            check_tree(options, options.state().metric, side->input, job);
    }
    if (outputs.sequence != nullptr)
        render_difference_sequence(options, a, b, size, *outputs.sequence, job);
    else if (of_image)
        render_image_difference(options, a, b, size, *outputs.picture, job);
    else
        render_difference(options, a, b, size, *outputs.picture, job);
}

/// Throws if a recording of sums does not have what the picture shows.
void check_recorded(const RenderOptions& options, const ModelInput& model, const Profile& profile) {
    if (!model.file.info().has_sums()) return;
    require_whole_frames(model, options.state().frames.total);
    const Metric metric = options.panel == "framebuffer" ? "access-order"_metric : options.state().metric;
    if (options.panel != "curves" && !can_answer(profile.capabilities(), metric))
        throw UsageError(
            fmt::format("--{}: {} has sums of hits and look-ups for each frame, from which the {} "
                        "does not follow",
                        options.panel == "framebuffer" ? "panel framebuffer" : "metric", model.path,
                        info_of(metric).title));
}

/// Draws what needs a simulation of its own and no profile.
void render_without_profile(const RenderOptions& options, const RenderedSide& side, FrameSize size,
                            const Outputs& outputs, const JobContext& job) {
    if (outputs.sequence != nullptr)
        render_sequence(options, side, nullptr, options.state(), size, *outputs.sequence, job);
    else if (options.panel == "image")
        render_image(options, side, size, *outputs.picture, job);
    else
        write_panel(options, simulated_address_panel(options, side.input, side.config, options.state(), job),
                    size, *outputs.picture);
}

void render_recording(const RenderOptions& options, const ModelConfig& config, FrameSize size,
                      const Outputs& outputs, const JobContext& job) {
    const auto model =
        open_model_input(options.file, {config}, options.model, job,
                         [&](const RecordingInfo& info) { return extra_bytes(options, info); });
    RenderedSide side{options.file, *model, config, options.model.restriction(), nullptr};
    if (options.panel == "image" || options.panel == "addresses")
        return render_without_profile(options, side, size, outputs, job);
    if (options.panel == "miss-ratio") return render_miss_ratio(options, *model, size, *outputs.picture, job);
    if (options.panel != "curves") side.scene = scene_of(*model, job);
    if (options.panel == "mesh") require_mesh(*model, *side.scene);
    check_tree(options, options.state().metric, *model, job);
    const auto profile = side.simulate(job);
    check_recorded(options, *model, *profile);
    if (options.panel == "curves")
        return render_curves(options, *model, *profile, config, size, *outputs.picture, job);
    const ViewState state = options.state(recorded_camera(*side.scene));
    if (outputs.sequence != nullptr)
        render_sequence(options, side, profile.get(), state, size, *outputs.sequence, job);
    else if (options.panel == "mesh")
        render_mesh(options, *model, *profile, state, size, *outputs.picture, job);
    else
        write_panel(options, framebuffer_panel(options, *model, *profile, state, job), size,
                    *outputs.picture);
}

void render(const RenderOptions& asked, const JobContext& job) {
    const auto [width, height] = parse_resolution(asked.size, "--size", {64, 32767});
    const FrameSize size{static_cast<int>(width), static_cast<int>(height)};
    RenderOptions options = asked;
    options.panel = asked.chosen_panel();
    options.model = asked.sides.of(Side::baseline, asked.model);
    ModelConfig config = options.model.config();
    check_options(options, config);
    const Metric metric = options.state().metric;
    explain_if_asked(options, metric, config);
    ComparedModel model_b{asked.sides.of(Side::compared, asked.model), {}};
    model_b.config = model_b.options.config();
    explain_if_asked(options, metric, model_b.config);
    const auto draw = [&](const Outputs& outputs) {
        if (options.compare.empty())
            render_recording(options, config, size, outputs, job);
        else
            render_sides(options, config, model_b, size, outputs, job);
    };
    if (options.sequence.given()) {
        const auto sequence = open_sequence_of(options, size, job);
        return draw({nullptr, sequence.get()});
    }
    refuse_sequence_format(options.output);
    PictureOutput output = options.panel == "mesh" ? PictureOutput(options.output, "--output", job)
                           : options.panel == "image"
                               ? PictureOutput(options.output, "--output", job, {"png", "svg", "exr", "npy"})
                               : PictureOutput(options.output, "--output", job, {"png", "svg"});
    if (options.colour_vision.given() && raw_format_named(output.format()))
        throw UsageError(fmt::format(
            "--colour-vision: expected a PNG or SVG file, found {}, which has values and no colours",
            options.output));
    draw({&output, nullptr});
}

} // namespace

void add_render_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<RenderOptions>();
    auto* command = app.add_subcommand("render", "Paint a metric onto the scene and save the picture");
    add_render_options(*command, *options);
    add_address_options(*command, options->addresses, "--panel addresses");
    add_curve_option(*command, options->curves, "--panel curves");
    command->footer("Runs without a display. Examples:\n"
                    "  hitmap render atrium.hmt -o early.png --metric l1-hit-rate --frames 16 --frame 0\n"
                    "  hitmap render atrium.hmt --compare atrium.hmt --l1-b 64KiB:128:64 -o difference.png");
    command->callback([=] { select([=](const JobContext& job) { render(*options, job); }); });
}

} // namespace hitmap
