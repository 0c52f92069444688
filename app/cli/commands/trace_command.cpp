#include "app/cli/base/option_check.h"
#include "app/cli/base/output_file.h"
#include "app/cli/base/terminal.h"
#include "app/cli/commands/command.h"
#include "app/cli/input/input_warnings.h"
#include "app/cli/options/scene_options.h"
#include "app/cli/report/scene_text.h"
#include "app/cli/report/simulation_report.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/text/printable.h"
#include "core/geometry/upright.h"
#include "core/raytracer/options/trace_cost.h"
#include "core/raytracer/options/trace_memory.h"
#include "core/raytracer/trace_scene.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/stream/request_stream.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

namespace hitmap {

namespace {

struct TraceCommandOptions {
    SceneOptions scene;
    std::string output;
    std::string image;
    bool simulate = false;
    ReportOptions report; ///< threads and memory limit also apply without --simulate
    TraceOptions trace;
};

/// Reports all errors in the options before the work starts.
void check(const TraceCommandOptions& options) {
    check_scene_spec(options.scene.spec);
    refuse_overwriting(options.output, "--output", {options.scene.spec, options.scene.camera});
    refuse_overwriting_other_file(options.output, "--output");
    refuse_overwriting(options.image, "--image", {options.scene.spec, options.scene.camera});
    if (!options.image.empty() && is_same_file(options.image, options.output))
        throw UsageError("--image: expected another file than --output");
    if (options.output.empty() && !options.simulate)
        throw UsageError("trace: expected --output, --simulate or both, found neither");
    if (options.output == "-" && options.simulate)
        throw UsageError("--output: expected a file beside --simulate, which writes to standard output");
    (void)parse_memory_limit(options.report.model.memory_limit);
    const ModelConfig config = options.report.model.config();
    if (!options.simulate) return;
    check_report_options(options.report);
    warn_of_geometry(config);
}

/// Prints the estimated memory. Throws Error if it may not be available.
void tell_memory(const TraceCommandOptions& options, const SceneSize& size, const ThreadPool& pool) {
    TraceWork work;
    work.writes = !options.output.empty();
    work.simulates = options.simulate ? 1 : 0;
    work.indexes = options.simulate && options.report.frames != 0 ? 1 : 0;
    work.threads = pool.size();
    std::uint64_t bytes = estimate_trace_bytes(size, options.trace, work);
    if (options.simulate) bytes += report_bytes(options.report, options.trace.sm_count);
    const auto limit = parse_memory_limit(options.report.model.memory_limit);
    if (limit && bytes > *limit)
        throw Error(fmt::format("{}: needs about {} MiB of memory, more than the limit of {}",
                                options.scene.spec, (bytes >> 20) + 1, format_size(*limit)));
    tell("{}: about {}, about {} MiB of memory\n", printable(options.scene.spec),
         counted_text(size.faces, "triangle", "triangles"), (bytes >> 20) + 1);
}

/// Runs the tracer, and the cache model concurrently if requested. `output`: null if no recording is written.
TraceResult run(const TraceCommandOptions& options, const Scene& scene, std::unique_ptr<ByteSink> output,
                ThreadPool& pool, const JobContext& job) {
    std::unique_ptr<RecordingSink> file;
    if (output) file = write_hmt(std::move(output), {}, &pool, job);
    if (!options.simulate) return trace_scene(scene, options.trace, *file, pool, job);
    TraceResult result;
    const auto produce = [&](RecordingSink& stream) {
        std::vector<std::reference_wrapper<RecordingSink>> sinks{stream};
        if (file) sinks.emplace_back(*file);
        SplitRecording split(std::move(sinks));
        result = trace_scene(scene, options.trace, split, pool, job);
    };
    const auto consume = [&](RequestSource& source) {
        const SimulationReport report = simulate_report(source, options.report, pool, {job.stop});
        print_report(options.scene.spec, source.info(), report, options.report);
    };
    stream_requests(produce, consume, StreamedScene::for_models, job);
    return result;
}

void trace(const TraceCommandOptions& options, const JobContext& job) {
    check(options);
    // Inputs and outputs that cannot be opened are reported before the work starts.
    std::unique_ptr<ByteSink> output;
    if (!options.output.empty()) output = open_output(options.output, job);
    std::optional<PictureOutput> image;
    if (!options.image.empty()) image.emplace(options.image, "--image", job);
    const std::optional<FileCamera> camera = read_camera(options.scene);
    ThreadPool pool(options.report.model.threads);
    // The size of a built-in scene is known before it is generated.
    const bool known = is_builtin(options.scene.spec);
    if (known) tell_memory(options, expected_size(options.scene.spec), pool);
    Scene scene = load_upright_scene(options.scene.spec, options.scene.up, job, options.scene.import);
    tell_lines(scene_text(options.scene.spec, scene, "--up"));
    if (!known) tell_memory(options, size_of(scene.mesh), pool);
    if (camera) look_through(scene, *camera);
    if (const std::string slow = costly_geometry(scene.mesh, options.trace, job); !slow.empty())
        tell("{}: this may take long: {}\n", printable(options.scene.spec), slow);
    const TraceResult result = run(options, scene, std::move(output), pool, job);
    if (image) image->commit(image_of(result.picture));
    tell("{}: {} requests, {} lane accesses; BVH: depth {}, SAH cost {:.2f}, end-point overlap {:.3f}\n",
         printable(options.output.empty() ? options.scene.spec : options.output), result.requests,
         result.lane_accesses, result.depth, result.sah_cost, result.end_point_overlap);
}

} // namespace

void add_trace_command(CLI::App& app, const SelectCommand& select) {
    const auto options = std::make_shared<TraceCommandOptions>();
    auto* command = app.add_subcommand(
        "trace", "Ray-trace a scene on the simulated device and record its memory requests");
    add_scene_argument(*command, options->scene);
    command->add_option("-o,--output", options->output, "Recording to write (.hmt), - for standard output")
        ->type_name("FILE.hmt");
    add_camera_options(*command, options->scene);
    add_tracer_options(*command, options->trace);
    command->add_flag("--blocks", options->trace.records_blocks,
                      "Also record which basic blocks of the kernel each warp executes, with its active "
                      "lanes, for hitmap simt");
    command->add_option("--image", options->image, "Also save the traced picture, - for standard output")
        ->type_name("OUT.png");
    add_import_options(*command, options->scene);
    auto* simulate = command->add_flag(
        "--simulate", options->simulate,
        "Simulate the caches while tracing, and print what `hitmap simulate` prints; needs no recording");
    add_report_options(*command, options->report);
    for (const char* of_simulating :
         {"--model", "--preset", "--l1", "--l2", "--frames", "--by", "--json", "--measured", "--optimum"})
        if (CLI::Option* option = command->get_option_no_throw(of_simulating)) option->needs(simulate);
    command->callback([=] { select([=](const JobContext& job) { trace(*options, job); }); });
    command->footer(scene_help() + "Example: hitmap trace builtin:atrium -o atrium.hmt --image atrium.png");
}

} // namespace hitmap
