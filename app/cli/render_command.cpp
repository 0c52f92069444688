#include "app/cli/command.h"
#include "app/cli/model_options.h"
#include "app/cli/parse.h"
#include "core/base/error.h"
#include "core/profile/profile.h"
#include "render/metric_caption.h"
#include "render/metric_picture.h"
#include "render/view_json.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <optional>

namespace hitmap {

namespace {

struct Options {
    std::string file;
    std::string output;
    std::string metric = "l1-hit-rate";
    std::string range;
    std::string size = "1280x720";
    std::string view;
    std::uint64_t frames = 1;
    std::uint64_t frame = 0;
    ModelOptions model;
};

/// What --range asks for; nothing where it was not given. Throws UsageError.
struct AskedRange {
    RangeMode mode = RangeMode::full;
    float min = 0.0F;
    float max = 1.0F;
};

std::optional<AskedRange> parse_range(const std::string& text) {
    if (text.empty()) return std::nullopt;
    if (text == "full") return AskedRange{RangeMode::full};
    if (text == "data") return AskedRange{RangeMode::data};
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
        throw UsageError(
            fmt::format("--range: expected MIN:MAX with MIN < MAX, data or full, found '{}'", text));
    return range;
}

View view_of(const Options& options, const std::optional<AskedRange>& range, const RecordingInfo& info,
             const RecordedScene& scene) {
    View view;
    if (!info.scene.cameras.empty()) {
        view.camera = info.scene.cameras.front();
    } else {
        Aabb box;
        for (const glm::vec3& p : scene.vertices)
            box.include(p);
        view.camera = framing_camera(box);
    }
    if (!options.view.empty()) view = view_from_json(read_text_file(options.view), options.view, view);
    if (range) {
        view.range_mode = range->mode;
        view.range_min = range->min;
        view.range_max = range->max;
    }
    return view;
}

void render(const Options& options, const JobContext& job) {
    const Metric metric = metric_named(options.metric).value(); // checked while parsing
    const auto [width, height] = parse_resolution(options.size, "--size");
    const SdcmConfig config = options.model.config();
    const auto range = parse_range(options.range);
    if (options.frame >= options.frames)
        throw UsageError(
            fmt::format("--frame: expected 0 to {}, found {}", options.frames - 1, options.frame));
    const auto recording = open_model_input(options.file, options.model, estimate_profile_bytes);
    const auto scene = recording->source->scene();
    if (scene == nullptr) throw Error(options.file + ": the recording has no scene to paint on");
    const auto profile = make_sdcm_profile(*recording->source, config, recording->pool, job);
    MetricPicture picture;
    picture.metric = metric;
    picture.window = frame_window(profile->positions(), options.frames, options.frame);
    picture.view = view_of(options, range, recording->file.info(), *scene);
    picture.size = {static_cast<int>(width), static_cast<int>(height)};
    picture.caption = metric_caption(recording->file.info(), config, metric, {options.frames, options.frame});
    write_png(render_metric_picture(scene, *profile, picture, job), options.output);
}

} // namespace

void add_render_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<Options>();
    std::vector<std::string> names;
    for (const MetricInfo& metric : metric_table())
        names.emplace_back(metric.name);
    auto* command = app.add_subcommand("render", "Paint a metric onto the scene and save the picture");
    command->add_option("FILE", options->file, "Recording (.hmt)")->required();
    command->add_option("-o,--output", options->output, "Picture to write")->type_name("OUT.png")->required();
    command->add_option("--metric", options->metric, fmt::format("One of {}", fmt::join(names, ", ")))
        ->check(CLI::IsMember(names).description(""))
        ->type_name("METRIC")
        ->capture_default_str();
    command
        ->add_option("--range", options->range,
                     "Ends of the colour bar: MIN:MAX (rates from 0 to 1), data, or full")
        ->type_name("RANGE")
        ->default_str("full");
    command->add_option("--frames", options->frames, "Number of frames that time is cut into")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40).description(""))
        ->type_name("Q")
        ->capture_default_str();
    command->add_option("--frame", options->frame, "The frame to show, from 0")
        ->type_name("F")
        ->capture_default_str();
    command->add_option("--size", options->size, "Size of the picture in pixels")
        ->type_name("WxH")
        ->capture_default_str();
    command->add_option("--view", options->view, "Camera, colours and layers as a JSON object")
        ->type_name("VIEW.json");
    add_model_options(*command, options->model);
    command->footer("Runs without a display. Example:\n"
                    "  hitmap render atrium.hmt -o early.png --metric l1-hit-rate --frames 16 --frame 0");
    command->callback([=] { select([=](const JobContext& job) { render(*options, job); }); });
}

} // namespace hitmap
