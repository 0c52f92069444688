#include "app/cli/command.h"
#include "app/cli/input_file.h"
#include "app/cli/model_options.h"
#include "app/cli/option_check.h"
#include "app/cli/output_file.h"
#include "app/cli/stack_text.h"
#include "core/base/error.h"
#include "core/base/parse.h"
#include "core/profile/profile.h"
#include "core/trace/element_kind.h"
#include "render/metric_caption.h"
#include "render/metric_picture.h"
#include "render/panels.h"
#include "render/view_state.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace hitmap {

namespace {

struct RenderOptions {
    std::string file;
    std::string output;
    std::string panel = "mesh";
    std::optional<std::string> cells; ///< of the framebuffer
    std::optional<std::string> metric;
    std::string range;
    std::string size = "1280x720";
    std::string view;
    std::optional<std::uint64_t> frames;
    std::optional<std::string> frame; ///< F or F..G
    std::optional<std::uint64_t> frame_count;
    bool transparent = false;
    bool histogram = false;
    ModelOptions model;
};

/// What --range asks for; nothing where it was not given. Throws UsageError.
struct AskedRange {
    RangeMode mode = RangeMode::percentiles;
    float min = 0.0F;
    float max = 1.0F;
};

std::optional<AskedRange> parse_range(const std::string& text) {
    if (text.empty()) return std::nullopt;
    if (text == "percentiles") return AskedRange{RangeMode::percentiles};
    if (text == "full") return AskedRange{RangeMode::full};
    if (text == "data") return AskedRange{RangeMode::data};
    if (text == "all-frames") return AskedRange{RangeMode::all_frames};
    const std::size_t colon = text.find(':');
    const auto number = [&](const std::string& part) {
        char* end = nullptr;
        const float value = std::strtof(part.c_str(), &end);
        const bool whole = !part.empty() && end == part.c_str() + part.size();
        return whole && std::isfinite(value) ? value : std::nanf("");
    };
    AskedRange range{RangeMode::manual, std::nanf(""), std::nanf("")};
    if (colon != std::string::npos) {
        range.min = number(text.substr(0, colon));
        range.max = number(text.substr(colon + 1));
    }
    if (!(range.min < range.max))
        throw UsageError(fmt::format(
            "--range: expected percentiles, full, data, all-frames or MIN:MAX with MIN < MAX, found '{}'",
            text));
    return range;
}

bool ends_with_svg(const std::string& name) {
    return name.ends_with(".svg") || name.ends_with(".SVG");
}

std::uint64_t frame_number(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        throw UsageError(fmt::format("--frame: expected a number or FIRST..LAST, found '{}'", text));
    return value;
}

/// What the options say about frames, over what a view file said.
FrameRange asked_frames(const RenderOptions& options, FrameRange frames) {
    if (options.frames) frames = {*options.frames, 0, 1};
    if (options.frame) {
        const std::size_t dots = options.frame->find("..");
        frames.f = frame_number(options.frame->substr(0, dots));
        frames.n = 1;
        if (dots != std::string::npos) {
            const std::uint64_t last = frame_number(options.frame->substr(dots + 2));
            if (last < frames.f)
                throw UsageError(fmt::format("--frame: expected FIRST..LAST with FIRST <= LAST, found '{}'",
                                             *options.frame));
            frames.n = last - frames.f + 1;
            if (last >= frames.q) frames.f = last; // what is told below
        }
    }
    if (options.frame_count) frames.n = *options.frame_count;
    if (frames.f >= frames.q)
        throw UsageError(fmt::format("--frame: expected 0 to {}, found {}", frames.q - 1, frames.f));
    if (frames.n > frames.q - frames.f)
        throw UsageError(
            fmt::format("--frame-count: expected 1 to {}, found {}", frames.q - frames.f, frames.n));
    return frames;
}

Camera recorded_camera(const RecordingInfo& info, const RecordedScene& scene) {
    if (!info.scene.cameras.empty()) return info.scene.cameras.front();
    Aabb box;
    for (const glm::vec3& p : scene.vertices)
        box.include(p);
    return framing_camera(box);
}

/// The view file, without one the defaults, and what the options say instead. Without `model` the camera is
/// left as it is: what can be said about the options before a recording is opened is said.
ViewState state_of(const RenderOptions& options, const ModelInput* model, const JobContext& job) {
    ViewState state;
    if (model != nullptr) state.view.camera = recorded_camera(model->file.info(), *model->source->scene(job));
    if (!options.view.empty())
        state = view_state_from_json(read_text_file(options.view), options.view, state);
    if (options.metric) state.metric = metric_named(*options.metric).value(); // checked while parsing
    state.frames = asked_frames(options, state.frames);
    if (const auto range = parse_range(options.range)) {
        state.view.range_mode = range->mode;
        state.view.range_min = range->min;
        state.view.range_max = range->max;
        state.view.range_of.reset(); // it is for what is drawn, whatever the view file's was for
    }
    return state;
}

template <class Panel>
void write_panel(const RenderOptions& options, const Panel& panel, FrameSize size, PictureOutput& output) {
    PictureStyle style;
    style.transparent = options.transparent;
    if (output.format() == "svg")
        output.commit(panel_svg(panel, size, style));
    else
        output.commit(panel_image(panel, size, style));
}

void render_mesh(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                 const ViewState& state, FrameSize size, PictureOutput& output, const JobContext& job) {
    MetricPicture picture;
    picture.metric = state.metric;
    picture.counting = counting_of(options.model.config(), options.model.restriction());
    picture.window = frame_range_window(profile.positions(), state.frames);
    picture.view = state.view;
    picture.size = size;
    picture.caption = metric_caption(model.file.info(), options.model.config(), state.metric, state.frames,
                                     options.model.restriction());
    picture.style.transparent = options.transparent;
    picture.histogram = options.histogram;
    if (state.view.range_mode == RangeMode::all_frames) {
        if (const auto extent = profile.extent_over_frames(state.frames.q, state.metric, job))
            picture.all_frames = DataExtent{extent->min, extent->max};
    }
    output.commit(render_metric_picture(model.source->scene(job), profile, picture, job));
}

/// Metrics of why look-ups missed need a model that is asked.
void explain_if_asked(const RenderOptions& options, Metric metric, ModelConfig& config) {
    if (options.panel != "mesh" || !is_miss_class(metric)) return;
    if (auto* hierarchy = std::get_if<HierarchyConfig>(&config))
        hierarchy->explain_misses = true;
    else if (!is_cold_misses(metric))
        throw UsageError(fmt::format("--metric {}: expected with --model hierarchy", info_of(metric).name));
}

void render_miss_ratio(const RenderOptions& options, ModelInput& model, FrameSize size, PictureOutput& output,
                       const JobContext& job) {
    ModelConfig config = options.model.config();
    auto& hierarchy = std::get<HierarchyConfig>(config);
    hierarchy.explain_misses = true;
    const HierarchyResult result = simulate_hierarchy(*model.source, hierarchy, {}, model.pool, job);
    MissRatioPanel panel = miss_ratios_of(*result.reuse, model.file.info());
    panel.caption = metric_caption(model.file.info(), config, std::nullopt, {});
    panel.caption.emplace_back("Hit rates of fully associative LRU caches, for the same look-ups.");
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
    if (frames.q > 1)
        throw UsageError("--cells stack-sectors: is of the whole recording; expected without --frames");
    if (!only.empty())
        throw UsageError(fmt::format("--cells stack-sectors: is of everything; found {}", to_string(only)));
}

void render_framebuffer(const RenderOptions& options, const ModelInput& model, const Profile& profile,
                        const ViewState& state, FrameSize size, PictureOutput& output,
                        const JobContext& job) {
    const RecordingInfo& info = model.file.info();
    const auto scene = model.source->scene(job);
    if (profile.element_count(pixel_kind) < std::uint64_t{scene->width} * scene->height)
        throw Error(options.file + ": the recording has no framebuffer of a known size");
    if (of_stack(options) && profile.stack_traffic() == nullptr)
        throw FileError(
            options.file, "lane tags",
            fmt::format("expected local memory and lane tags, which say whose it is, found that {}",
                        why_stack_is_unknown(info)));
    const ModelConfig config = options.model.config();
    FramebufferPanel panel =
        of_stack(options)
            ? stack_framebuffer_of(*scene, *profile.stack_traffic(), job)
            : framebuffer_of(*scene, profile, frame_range_window(profile.positions(), state.frames), job);
    panel.colour_map = state.view.colour_map;
    panel.caption = of_stack(options) ? picture_caption(info, config, stack_caption, {})
                                      : metric_caption(info, config, Metric::access_order, state.frames,
                                                       options.model.restriction());
    write_panel(options, panel, size, output);
}

void render(const RenderOptions& options, const JobContext& job) {
    const auto [width, height] = parse_resolution(options.size, "--size", {64, 32767});
    const FrameSize size{static_cast<int>(width), static_cast<int>(height)};
    ModelConfig config = options.model.config();
    const Restriction only = options.model.restriction();
    const ViewState asked = state_of(options, nullptr, job);
    explain_if_asked(options, asked.metric, config);
    check_cells(options, config, asked.frames, only);
    if (options.panel == "miss-ratio" && !std::holds_alternative<HierarchyConfig>(config))
        throw UsageError("--panel miss-ratio: expected with --model hierarchy");
    if (options.panel == "miss-ratio" && !only.empty())
        throw UsageError(fmt::format("--panel miss-ratio: is of everything; found {}", to_string(only)));
    if (options.panel == "mesh" && ends_with_svg(options.output))
        throw UsageError(fmt::format("--panel mesh is written as PNG only (the other panels as SVG too), "
                                     "found '{}'",
                                     options.output));
    refuse_overwriting(options.output, "--output", {options.file, options.view});
    PictureOutput output = options.panel == "mesh"
                               ? PictureOutput(options.output, "--output", job)
                               : PictureOutput(options.output, "--output", job, {"png", "svg"});
    const auto model = open_model_input(options.file, options.model, job, estimate_profile_bytes);
    if (options.panel == "miss-ratio") {
        render_miss_ratio(options, *model, size, output, job);
        return;
    }
    const auto scene = model->source->scene(job);
    if (scene == nullptr && options.panel != "curves")
        throw Error(options.file + ": the recording has no scene to paint on");
    const auto profile = make_profile(*model->source, config, only, model->pool, job);
    if (options.panel == "curves") {
        // One frame is no curve.
        const FrameRange frames = state_of(options, nullptr, job).frames;
        const std::uint64_t intervals =
            frames.q > 1 ? frames.q : curve_intervals(profile->positions(), frames.q);
        CurvesPanel panel = curves_of(*profile, counting_of(config, only), intervals, job);
        if (frames.q == 1) panel.time = "interval";
        panel.caption = metric_caption(model->file.info(), config, std::nullopt, {}, only);
        write_panel(options, panel, size, output);
        return;
    }
    const ViewState state = state_of(options, model.get(), job);
    if (options.panel == "mesh") {
        render_mesh(options, *model, *profile, state, size, output, job);
        return;
    }
    render_framebuffer(options, *model, *profile, state, size, output, job);
}

} // namespace

void add_render_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<RenderOptions>();
    std::vector<std::string> names;
    for (const MetricInfo& metric : metric_table())
        names.emplace_back(metric.name);
    auto* command = app.add_subcommand("render", "Paint a metric onto the scene and save the picture");
    command->add_option("FILE", options->file, "Recording (.hmt)")->required();
    command->add_option("-o,--output", options->output, "Picture to write (- is standard output, as PNG)")
        ->type_name("OUT.png|OUT.svg")
        ->required();
    command
        ->add_option("--panel", options->panel,
                     "What to draw: mesh, framebuffer (cells of pixels, see --cells), curves (hit "
                     "rates and accesses over the frames), or miss-ratio (hit rate of every capacity, with "
                     "--model hierarchy); all but mesh also as SVG")
        ->check(CLI::IsMember({"mesh", "framebuffer", "curves", "miss-ratio"}).description(""))
        ->type_name("PANEL")
        ->capture_default_str();
    command
        ->add_option(
            "--cells", options->cells,
            "What colours the cells of --panel framebuffer: access-order, or stack-sectors (sectors of "
            "local memory that the rays of each pixel asked for, with --model hierarchy)")
        ->check(CLI::IsMember({"access-order", "stack-sectors"}).description(""))
        ->type_name("CELLS")
        ->default_str("access-order");
    command->add_option("--metric", options->metric, fmt::format("One of {}", fmt::join(names, ", ")))
        ->check(CLI::IsMember(names).description(""))
        ->type_name("METRIC")
        ->default_str("l1-hit-rate");
    command
        ->add_option("--range", options->range,
                     "Ends of the colour bar: percentiles (the 1st and the 99th), full, data, all-frames, or "
                     "MIN:MAX (rates from 0 to 1)")
        ->type_name("RANGE")
        ->default_str("percentiles");
    command->add_option("--frames", options->frames, "Number of frames that time is cut into, up to 65536")
        ->check(whole_number(1, most_frames))
        ->type_name("Q")
        ->default_str("1; curves: 256 intervals");
    command->add_option("--frame", options->frame, "The frame to show, from 0, or the first and the last")
        ->type_name("F|F..G")
        ->default_str("0");
    command
        ->add_option("--frame-count", options->frame_count,
                     "Number of frames to show as one, from --frame on")
        ->check(whole_number(1, most_frames))
        ->type_name("N")
        ->default_str("1");
    command->add_option("--size", options->size, "Size of the picture in pixels, 64x64 to 32767x32767")
        ->type_name("WxH")
        ->capture_default_str();
    command
        ->add_option(
            "--view", options->view,
            "Camera, colours, layers, metric and frames as a JSON object; options given here go before it")
        ->type_name("VIEW.json");
    command->add_flag("--transparent", options->transparent, "No background");
    command->add_flag("--histogram", options->histogram,
                      "How many elements have which value, behind the colour bar");
    add_model_options(*command, options->model);
    add_restriction_options(*command, options->model);
    command->footer("Runs without a display. Example:\n"
                    "  hitmap render atrium.hmt -o early.png --metric l1-hit-rate --frames 16 --frame 0");
    command->callback([=] { select([=](const JobContext& job) { render(*options, job); }); });
}

} // namespace hitmap
