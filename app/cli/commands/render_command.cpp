#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/commands/command.h"
#include "app/cli/commands/render_mesh.h"
#include "app/cli/export/address_input.h"
#include "app/cli/export/chosen_elements.h"
#include "app/cli/export/curve_export.h"
#include "app/cli/export/tree_export.h"
#include "app/cli/options/model_options.h"
#include "app/cli/options/render_options.h"
#include "app/cli/report/stack_text.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/parse.h"
#include "core/cache/results/named_errors.h"
#include "core/profile/derived/pixel_tables.h"
#include "core/profile/elements/rays_memory.h"
#include "core/profile/index/profile_memory.h"
#include "core/profile/query/profile.h"
#include "core/trace/model/element_kind.h"
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

#include <filesystem>
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

/// One side of a difference picture.
struct RenderedSide {
    std::string path;
    ModelInput& input;
    ModelConfig config;
    Restriction only;
    std::shared_ptr<const RecordedScene> scene;

    [[nodiscard]] std::shared_ptr<const Profile> simulate(const JobContext& job) const {
        return make_profile(*input.source, config, only, input.pool, job);
    }
    [[nodiscard]] PixelTable count_pixels(const FrameRange& frames, const std::vector<ElementRange>& ranges,
                                          const JobContext& job) const {
        const TimeWindow window = frame_range_window(input.file.info().positions(), frames);
        return make_pixel_table(*input.source, config,
                                {only, choose_elements(input, config, only, ranges, window, job)}, window,
                                input.pool, job);
    }
    [[nodiscard]] PictureSide picture(const Profile& profile, const FrameRange& frames) const {
        return {std::filesystem::path(path).filename().string(),
                input.file.info(),
                scene,
                profile,
                config,
                only,
                frames};
    }
};

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

void render_addresses(const RenderOptions& options, ModelInput& model, const ModelConfig& asked,
                      FrameSize size, PictureOutput& output, const JobContext& job) {
    const RecordingInfo& info = model.file.info();
    const AddressQuantity& quantity = options.address_quantity();
    const ViewState state = options.state();
    ModelConfig config = asked;
    auto& hierarchy = std::get<HierarchyConfig>(config);
    hierarchy.explain_misses = quantity.is_cause;
    const AddressMap map = simulate_addresses(options.addresses, hierarchy,
                                              frame_range_window(info.positions(), state.frames), model, job);
    AddressPanel panel = address_panel_of(map, info, quantity, state.view, job);
    panel.cells.caption = picture_caption(info, config, quantity.title, state.frames);
    panel.cells.caption.push_back(cell_size_text(map, info));
    write_panel(options, panel, size, output);
}

bool of_stack(const RenderOptions& options) {
    return options.cells == "stack-sectors";
}

void check_cells(const RenderOptions& options, const ModelConfig& config, const FrameRange& frames,
                 const Restriction& only) {
    if (options.cells && options.panel != "framebuffer")
        throw UsageError("--cells: expected with --panel framebuffer");
    if (!of_stack(options)) return;
    if (!std::holds_alternative<HierarchyConfig>(config))
        throw UsageError("--cells stack-sectors: expected with --model hierarchy");
    if (frames.total > 1)
        throw UsageError("--cells stack-sectors: is of the whole recording; expected without --frames");
    if (!only.empty())
        throw UsageError(fmt::format("--cells stack-sectors: is of everything; found {}", to_string(only)));
}

void render_framebuffer(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                        const ViewState& state, FrameSize size, PictureOutput& output,
                        const JobContext& job) {
    const RecordingInfo& info = model.file.info();
    const auto scene = model.source->scene(job);
    const std::uint64_t pixels = std::uint64_t{scene->width} * scene->height;
    if (pixels == 0)
        throw FileError(options.file, "scene",
                        "expected a framebuffer of a known size, found that the size is not known");
    if (const std::uint64_t held = profile.element_count(pixel_kind); held < pixels)
        throw FileError(options.file, "allocations",
                        fmt::format("expected a framebuffer of {} x {} pixels, found {} pixels", scene->width,
                                    scene->height, held));
    if (of_stack(options) && profile.stack_traffic() == nullptr)
        throw FileError(
            options.file, "lane tags",
            fmt::format("expected local memory and lane tags, which say whose it is, found that {}",
                        why_stack_is_unknown(info)));
    const ModelConfig config = options.model.config();
    FramebufferPanel panel = with_errors_of(options.file, [&] {
        return of_stack(options) ? stack_framebuffer_of(*scene, *profile.stack_traffic(), job)
                                 : framebuffer_of(*scene, profile,
                                                  frame_range_window(profile.positions(), state.frames), job);
    });
    panel.colour_map = state.view.colour_map;
    panel.caption = of_stack(options) ? picture_caption(info, config, stack_caption, {})
                                      : metric_caption(info, config, "access-order"_metric, state.frames,
                                                       options.model.restriction());
    write_panel(options, panel, size, output);
}

void render_image(const RenderOptions& options, ModelInput& model, const ModelConfig& config, FrameSize size,
                  PictureOutput& output, const JobContext& job) {
    const RecordingInfo& info = model.file.info();
    const ViewState state = options.state();
    const Restriction only = options.model.restriction();
    const PixelQuantity& quantity = options.pixel_quantity();
    const TimeWindow window = frame_range_window(info.positions(), state.frames);
    const std::vector<ElementRange>& ranges = state.view.only_ranges;
    const PixelTable table = make_pixel_table(
        *model.source, config, {only, choose_elements(model, config, only, ranges, window, job)}, window,
        model.pool, job);
    if (const auto raw = raw_format_named(output.format()))
        return output.commit(encode_raw_image({quantity, table}, *raw, job));
    FramebufferPanel panel = image_of(table, quantity, state.view, job);
    panel.caption = image_caption(quantity, {info, config, state.frames, only, ranges});
    write_panel(options, panel, size, output);
}

void render_image_difference(const RenderOptions& options, const RenderedSide& a, const RenderedSide& b,
                             FrameSize size, PictureOutput& output, const JobContext& job) {
    const PixelQuantity& quantity = options.pixel_quantity();
    const ViewState state = options.state();
    const SideLetters letters;
    if (const auto refusal = image_difference_refusal(quantity, a.config, b.config, letters);
        !refusal.empty())
        throw Error("no difference: " + refusal);
    const FrameRange frames_b = options.frames_b.over(state.frames);
    const PixelTable table_a = a.count_pixels(state.frames, state.view.only_ranges, job);
    const PixelTable table_b = b.count_pixels(frames_b, state.view.only_ranges, job);
    if (const auto raw = raw_format_named(output.format()))
        return output.commit(encode_raw_image({quantity, table_a, &table_b, letters}, *raw, job));
    FramebufferPanel panel = image_difference_of(table_a, table_b, quantity, letters, state.view, job);
    panel.caption = image_difference_caption(
        quantity, letters, {a.input.file.info(), a.config, state.frames, a.only, state.view.only_ranges},
        {b.input.file.info(), b.config, frames_b, b.only, state.view.only_ranges});
    write_panel(options, panel, size, output);
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
        if (options.range == "all-frames")
            throw UsageError("--range all-frames: expected with --panel mesh, found image");
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
    options.sequence.check();
    if (options.sequence.given() && (options.panel != "mesh" || !options.compare.empty()))
        throw UsageError(fmt::format("--sequence: expected with --panel mesh and without --compare, found {}",
                                     options.compare.empty() ? "--panel " + options.panel : "--compare"));
    if (options.sequence.given()) check_mesh_sequence(options);
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

/// Estimates the memory of what a picture is made of, besides reading and simulating.
std::uint64_t picture_bytes(const RenderOptions& options, const RecordingInfo& info) {
    const bool has_rays = depend_on_rays(options.state().view.only_ranges);
    return (counts_pixels_alone(options) ? estimate_pixel_table_bytes(info) : estimate_profile_bytes(info)) +
           (has_rays ? estimate_rays_bytes(info) : 0);
}

/// The options and the model of side B.
struct ComparedModel {
    ModelOptions options;
    ModelConfig config;
};

/// Draws both sides of a comparison. If they are of the same part of one file, it is read only once.
void render_sides(const RenderOptions& options, const ModelConfig& config_a, const ComparedModel& model_b,
                  FrameSize size, PictureOutput& output, const JobContext& job) {
    const bool of_image = options.panel == "image";
    const auto estimate = [&](const RecordingInfo& info) { return picture_bytes(options, info); };
    std::unique_ptr<ModelInput> model;
    std::unique_ptr<ModelInput> other;
    if (is_same_file(options.file, options.compare) &&
        options.model.part.part() == model_b.options.part.part()) {
        model = open_model_input(options.file, {config_a, model_b.config}, options.model, job, estimate);
    } else {
        model = open_model_input(options.file, {config_a}, options.model, job, estimate);
        other = open_model_input(options.compare, {model_b.config}, model_b.options, job, estimate);
    }
    if (of_image) {
        const RenderedSide a{options.file, *model, config_a, options.model.restriction(), nullptr};
        const RenderedSide b{options.compare, other ? *other : *model, model_b.config,
                             model_b.options.restriction(), nullptr};
        return render_image_difference(options, a, b, size, output, job);
    }
    const RenderedSide a{options.file, *model, config_a, options.model.restriction(), scene_of(*model, job)};
    const RenderedSide b{options.compare, other ? *other : *model, model_b.config,
                         model_b.options.restriction(), other ? scene_of(*other, job) : a.scene};
    require_mesh(a.input, *a.scene);
    require_mesh(b.input, *b.scene);
    for (const RenderedSide* side : {&a, &b})
        check_tree(options, options.state().metric, side->input, job);
    render_difference(options, a, b, size, output, job);
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

/// @param output    null for a sequence
/// @param sequence  null for one picture
void render_recording(const RenderOptions& options, const ModelConfig& config, FrameSize size,
                      PictureOutput* output, SequenceOutput* sequence, const JobContext& job) {
    const bool of_image = options.panel == "image";
    const auto model =
        open_model_input(options.file, {config}, options.model, job,
                         [&](const RecordingInfo& info) { return picture_bytes(options, info); });
    if (of_image) return render_image(options, *model, config, size, *output, job);
    if (options.panel == "addresses") return render_addresses(options, *model, config, size, *output, job);
    if (options.panel == "miss-ratio") return render_miss_ratio(options, *model, size, *output, job);
    const auto scene = options.panel == "curves" ? nullptr : scene_of(*model, job);
    if (options.panel == "mesh") require_mesh(*model, *scene);
    check_tree(options, options.state().metric, *model, job);
    const auto profile = make_profile(*model->source, config, options.model.restriction(), model->pool, job);
    check_recorded(options, *model, *profile);
    if (options.panel == "curves")
        return render_curves(options, *model, *profile, config, size, *output, job);
    const ViewState state = options.state(recorded_camera(*scene));
    if (sequence != nullptr)
        render_mesh_sequence(options, *model, *profile, state, size, *sequence, job);
    else if (options.panel == "mesh")
        render_mesh(options, *model, *profile, state, size, *output, job);
    else
        render_framebuffer(options, *model, *profile, state, size, *output, job);
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
    if (options.sequence.given()) {
        const auto sequence = open_mesh_sequence(options, size, job);
        return render_recording(options, config, size, nullptr, sequence.get(), job);
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
    if (options.compare.empty())
        render_recording(options, config, size, &output, nullptr, job);
    else
        render_sides(options, config, model_b, size, output, job);
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
