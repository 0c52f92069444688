#include "examples/vulkan_tracer/tracer_program.h"

#include "app/cli/base/interrupt.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/base/usage_message.h"
#include "app/cli/commands/command_run.h"
#include "app/cli/report/scene_text.h"
#include "core/base/error.h"
#include "core/geometry/upright.h"
#include "core/jobs/output_files.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <optional>

namespace hitmap::vulkan {

namespace {

struct Options {
    SceneOptions scene;
    TraceOptions trace;
    std::string image;
    std::string device;
};

void trace(const TracerProgram& program, const Options& options, const JobContext& job) {
    check_scene_spec(options.scene.spec);
    std::optional<PictureOutput> image;
    if (!options.image.empty()) image.emplace(options.image, "--image", job);
    const std::optional<FileCamera> camera = read_camera(options.scene);
    Scene scene = load_upright_scene(options.scene.spec, options.scene.up, job, options.scene.import);
    tell_lines(scene_text(options.scene.spec, scene, "--up"));
    if (camera) look_through(scene, *camera);
    const VulkanDevice device(options.device, program.needs());
    ThreadPool pool(0);
    const TracedPicture traced = program.trace(device, scene, options.trace, pool, job);
    if (image) image->commit(image_of(traced.picture));
    tell("{}: {}\n", device.name(), traced.summary);
}

void add_options(CLI::App& app, const TracerProgram& program, Options& options) {
    add_scene_argument(app, options.scene);
    add_camera_options(app, options.scene);
    add_tracer_options(app, options.trace);
    program.add_options(app);
    app.add_option("--image", options.image, "Save the traced picture, - for standard output")
        ->type_name("OUT.png");
    add_import_options(app, options.scene);
    app.add_option("--device", options.device,
                   "A part of the name of the Vulkan device to use; empty: the first")
        ->type_name("NAME");
    app.footer(scene_help() + program.footer);
}

} // namespace

int run_tracer(const TracerProgram& program, int argc, char** argv) {
    OutputFiles outputs;
    const Interrupt interrupt(outputs, program.name);
    CLI::App app(program.about, program.name);
    app.failure_message([&](const CLI::App* parsed, const CLI::Error& error) {
        return fmt::format("{}: {}\nRun with --help for more information.\n", program.name,
                           usage_message(*parsed, error, {argv, static_cast<std::size_t>(argc)}));
    });
    Options options;
    add_options(app, program, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? ExitStatus::success : ExitStatus::usage;
    } catch (const UsageError& error) {
        tell("{}: {}\n", program.name, error.what());
        return ExitStatus::usage;
    }
    const auto work = [&](const JobContext& job) { trace(program, options, job); };
    return run_command(work, "trace", false, outputs, program.name);
}

} // namespace hitmap::vulkan
