#include "app/cli/command.h"
#include "app/cli/option_check.h"
#include "app/cli/output_file.h"
#include "app/cli/parse.h"
#include "core/base/error.h"
#include "core/geometry/scene.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt_writer.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <iterator>
#include <optional>

namespace hitmap {

namespace {

struct Options {
    std::string scene;
    std::string output;
    std::string camera;
    std::string image;
    unsigned threads = 0;
    TraceOptions trace;
};

std::string scene_help() {
    std::string text = "SCENE is a mesh file (OBJ, PLY, STL, glTF, COLLADA, ...) or one of\n";
    for (const BuiltinScene& scene : builtin_scenes())
        fmt::format_to(std::back_inserter(text), "  builtin:{:<8} {} ({} triangles)\n", scene.name,
                       scene.description, scene.triangles);
    text += "Built-in scenes take options, e.g. builtin:statue?triangles=1000000&seed=2\n"
            "Example: hitmap trace builtin:atrium -o atrium.hmt --image atrium.png";
    return text;
}

/// The picture's words are 0xAABBGGRR on a little-endian machine: its bytes are R, G, B, A.
Image image_of(const Picture& picture) {
    Image image({static_cast<int>(picture.width), static_cast<int>(picture.height)});
    std::memcpy(image.rgba.data(), picture.pixels.data(), image.rgba.size());
    return image;
}

void trace(Options options, const JobContext& job) {
    refuse_overwriting(options.output, "--output", {options.scene, options.camera});
    refuse_overwriting(options.image, "--image", {options.scene, options.camera});
    if (!options.image.empty() && options.image == options.output)
        throw UsageError("--image: expected another file than --output");
    std::optional<PictureOutput> image;
    if (!options.image.empty()) image.emplace(options.image, "--image");
    ThreadPool pool(options.threads);
    Scene scene = load_scene(options.scene, job);
    if (!options.camera.empty())
        scene.camera = camera_from_json(read_text_file(options.camera), options.camera);
    const auto sink = write_hmt(open_output(options.output), {}, &pool);
    const TraceResult result = trace_scene(scene, options.trace, *sink, pool, job);
    if (image) image->commit(image_of(result.picture));
    fmt::print(stderr, "{}: {} requests, {} lane accesses; BVH: depth {}, SAH cost {:.2f}\n", options.output,
               result.requests, result.lane_accesses, result.depth, result.sah_cost);
}

std::string help_of(const TraceOption& option) {
    std::string help = option.help;
    for (const TraceOption::Value& value : option.values)
        fmt::format_to(std::back_inserter(help), "{} {}: {}", &value == &option.values.front() ? '.' : ';',
                       value.name, value.help);
    return help;
}

void add_tracer_options(CLI::App& command, TraceOptions& trace) {
    for (const TraceOption& option : trace_option_table())
        command
            .add_option_function<std::string>(
                "--" + option.name, [&](const std::string& text) { option.set(trace, text); },
                help_of(option))
            ->type_name(option.form)
            ->default_str(option.get(trace));
}

} // namespace

void add_trace_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<Options>();
    auto* command = app.add_subcommand(
        "trace", "Ray-trace a scene on the simulated device and record its memory requests");
    command->add_option("SCENE", options->scene, "Mesh file or built-in scene")->required();
    command->add_option("-o,--output", options->output, "Recording to write (.hmt), - for standard output")
        ->type_name("FILE.hmt")
        ->required();
    command
        ->add_option(
            "--camera", options->camera,
            "Camera to look through instead of the scene's own: a JSON object with position, forward "
            "(or target), up, fov_y_degrees")
        ->type_name("CAMERA.json");
    add_tracer_options(*command, options->trace);
    command->add_option("--image", options->image, "Also save the traced picture, - for standard output")
        ->type_name("OUT.png");
    add_threads_option(*command, options->threads);
    command->callback([=] { select([=](const JobContext& job) { trace(*options, job); }); });
    command->footer(scene_help());
}

} // namespace hitmap
