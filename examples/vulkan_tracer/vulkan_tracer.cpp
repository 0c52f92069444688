// A ray tracer for Vulkan whose kernels do what those of `hitmap trace` do. It is an example of a program
// that Hitmap can record, and a check of the simulated device: docs/simt.md.
#include "app/cli/base/interrupt.h"
#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/base/usage_message.h"
#include "app/cli/commands/command_run.h"
#include "app/cli/options/scene_options.h"
#include "app/cli/report/scene_text.h"
#include "core/base/error.h"
#include "core/geometry/upright.h"
#include "core/jobs/output_files.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <optional>
#include <string>

#include "examples/vulkan_tracer/vulkan_trace.h"

namespace {

struct Options {
    hitmap::SceneOptions scene;
    hitmap::TraceOptions trace;
    std::string image;
    std::string device;
};

void trace(const Options& options, const hitmap::JobContext& job) {
    using namespace hitmap;
    check_scene_spec(options.scene.spec);
    std::optional<PictureOutput> image;
    if (!options.image.empty()) image.emplace(options.image, "--image", job);
    const std::optional<FileCamera> camera = read_camera(options.scene);
    Scene scene = load_upright_scene(options.scene.spec, options.scene.up, job, options.scene.import);
    tell_lines(scene_text(options.scene.spec, scene, "--up"));
    if (camera) look_through(scene, *camera);
    const vulkan::VulkanDevice device(options.device, vulkan::tracer_needs());
    ThreadPool pool(0);
    const vulkan::VulkanTrace traced = vulkan::trace_with_vulkan(device, scene, options.trace, pool, job);
    if (image) image->commit(image_of(traced.picture));
    tell("{}: {} work groups of {} threads, subgroups of {}\n", device.name(), traced.blocks, traced.threads,
         device.subgroup_size());
}

void add_options(CLI::App& app, Options& options) {
    hitmap::add_scene_argument(app, options.scene);
    hitmap::add_camera_options(app, options.scene);
    hitmap::add_tracer_options(app, options.trace);
    app.add_option("--image", options.image, "Save the traced picture, - for standard output")
        ->type_name("OUT.png");
    hitmap::add_import_options(app, options.scene);
    app.add_option("--device", options.device,
                   "A part of the name of the Vulkan device to use; empty: the first")
        ->type_name("NAME");
    app.footer(hitmap::scene_help() + "--sms and --warps-per-sm set the number of work groups. The device "
                                      "itself decides what --warp-size,\n"
                                      "--scheduler and --stack-slots would say.\n"
                                      "Example: vulkan_tracer builtin:atrium --image atrium.png");
}

} // namespace

int main(int argc, char** argv) {
    const std::string name = "vulkan_tracer";
    hitmap::OutputFiles outputs;
    const hitmap::Interrupt interrupt(outputs, name);
    CLI::App app("Ray-traces a scene on a Vulkan device, as `hitmap trace` does on the simulated one.", name);
    app.failure_message([&](const CLI::App* parsed, const CLI::Error& error) {
        return fmt::format("{}: {}\nRun with --help for more information.\n", name,
                           hitmap::usage_message(*parsed, error, {argv, static_cast<std::size_t>(argc)}));
    });
    Options options;
    add_options(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? hitmap::ExitStatus::success : hitmap::ExitStatus::usage;
    } catch (const hitmap::UsageError& error) {
        hitmap::tell("{}: {}\n", name, error.what());
        return hitmap::ExitStatus::usage;
    }
    const auto work = [&](const hitmap::JobContext& job) { trace(options, job); };
    return hitmap::run_command(work, "trace", false, outputs, name);
}
