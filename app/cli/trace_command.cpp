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
#include <map>
#include <optional>

namespace hitmap {

namespace {

struct Options {
    std::string scene;
    std::string output;
    std::string resolution = "512x512";
    std::string camera;
    std::string image;
    std::string vertex_order = "keep";
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
    std::tie(options.trace.width, options.trace.height) =
        parse_resolution(options.resolution, "--resolution");
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

template <class Value>
void add_choice(CLI::App& command, const std::string& option, Value& value,
                std::map<std::string, Value> choices, const std::string& help) {
    std::string names;
    std::string current;
    for (const auto& [name, choice] : choices) {
        names += (names.empty() ? "" : "|") + name;
        if (choice == value) current = name;
    }
    command.add_option(option, value, help)
        ->transform(CLI::CheckedTransformer(std::move(choices)).description(""))
        ->type_name(names)
        ->default_str(current);
}

void add_tracer_options(CLI::App& command, Options& options) {
    TraceOptions& trace = options.trace;
    add_choice(command, "--bvh", trace.bvh.method, {{"sah", BvhMethod::sah}, {"median", BvhMethod::median}},
               "How the BVH is built: surface-area heuristic or object median");
    command.add_option("--leaf-size", trace.bvh.leaf_size, "Face slots of a leaf")->capture_default_str();
    add_choice<std::string>(command, "--vertex-order", options.vertex_order, {{"keep", "keep"}},
                            "Order of the vertices in memory: as in the file");
    add_choice(command, "--kernel", trace.kernel, {{"while-while", Kernel::while_while}},
               "Traversal loop (Aila and Laine 2009), on persistent threads");
    add_choice(command, "--schedule", trace.schedule, {{"scanline", Schedule::scanline}},
               "Order in which pixels are handed out: one scanline queue for the device");
    add_choice(command, "--fetch", trace.fetch, {{"lane", Fetch::lane}, {"warp", Fetch::warp}},
               "Who fetches the next pixel: each lane when it is done, or the warp when all its lanes are");
    command.add_option("--sms", trace.sm_count, "Streaming multiprocessors of the device")
        ->capture_default_str();
    command.add_option("--warps-per-sm", trace.warps_per_sm, "Warps resident on each of them")
        ->capture_default_str();
    command.add_option("--seed", trace.seed, "For everything random in the tracer")
        ->check(whole_number(0, ~std::uint64_t{0}))
        ->capture_default_str();
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
    command->add_option("--resolution", options->resolution, "Size of the frame buffer")
        ->type_name("WxH")
        ->capture_default_str();
    command
        ->add_option(
            "--camera", options->camera,
            "Camera to look through instead of the scene's own: a JSON object with position, forward "
            "(or target), up, fov_y_degrees")
        ->type_name("CAMERA.json");
    add_tracer_options(*command, *options);
    command->add_option("--image", options->image, "Also save the traced picture, - for standard output")
        ->type_name("OUT.png");
    add_threads_option(*command, options->threads);
    command->callback([=] { select([=](const JobContext& job) { trace(*options, job); }); });
    command->footer(scene_help());
}

} // namespace hitmap
