#include "core/raytracer/trace_scene.h"

#include "core/raytracer/kernel_source.h"
#include "core/raytracer/kernels.h"
#include "core/raytracer/options/launch_size.h"
#include "core/raytracer/options/trace_cost.h"
#include "core/raytracer/request_recorder.h"
#include "core/raytracer/scene_arrays.h"
#include "core/raytracer/scene_upload.h"
#include "core/simt/device.h"
#include "core/trace/model/mesh_offset.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace hitmap {

namespace {

/// The source texts of the files that the instructions and basic blocks refer to.
std::vector<SourceText> sources_of(const RecordingInfo& info) {
    std::vector<SourceText> sources;
    const auto refers_to = [](const KernelSource& source) {
        return [&source](const auto& item) { return item.location.file == source.file; };
    };
    for (const KernelSource& source : kernel_sources())
        if (std::ranges::any_of(info.instructions, refers_to(source)) ||
            std::ranges::any_of(info.basic_blocks, refers_to(source)))
            sources.push_back({std::string(source.file), std::string(source.text)});
    return sources;
}

/// Records what the mesh file declares and what of it was imported.
void describe_import(const ImportReport& report, RecordingInfo& info) {
    if (report.declared.empty() && report.warnings.empty()) return;
    if (!report.declared.empty()) info.options.emplace_back("mesh-declares", declared_text(report));
    info.options.emplace_back("mesh-read", imported_text(report));
    if (!report.warnings.empty()) info.options.emplace_back(mesh_warning_option, warnings_text(report));
}

Origin origin_of(UpBasis basis) {
    if (basis == UpBasis::given) return Origin::recorded;
    return basis == UpBasis::standard ? Origin::derived : Origin::assumed;
}

/// Records how the mesh of a file was turned, and whether the user chose its camera. Built-in scenes define
/// their up axis and camera.
void describe_view(const Scene& scene, RecordingInfo& info) {
    if (scene.up) {
        info.options.emplace_back("up", name_of(scene.up->axis));
        info.options.emplace_back("up-reason", scene.up->reason);
        info.origins.push_back({"up axis", origin_of(scene.up->basis)});
    }
    if (scene.offset != glm::dvec3(0.0))
        info.options.emplace_back(mesh_offset_option, mesh_offset_text(scene.offset));
    if (scene.up || scene.camera_given)
        info.origins.push_back({"camera", scene.camera_given ? Origin::recorded : Origin::assumed});
}

RecordingInfo describe(const Scene& scene, const TraceOptions& options, const TraceResult& result,
                       const SceneUpload& upload, const simt::InstructionTable& instructions,
                       const simt::BlockTable& blocks) {
    RecordingInfo info;
    info.producer = "hitmap " HITMAP_VERSION;
    info.source_name = scene.name;
    info.options = option_texts(options);
    info.options.insert(info.options.end(), {{"bvh-depth", fmt::format("{}", result.depth)},
                                             {"sah-cost", fmt::format("{}", result.sah_cost)},
                                             {"epo", fmt::format("{}", result.end_point_overlap)}});
    describe_import(scene.report, info);
    info.device = {fmt::format("simulated, {} SMs", options.sm_count), options.sm_count, options.warps_per_sm,
                   options.warp_lanes};
    for (const auto* field : {"sm", "warp", "order", "allocations", "instructions", "scene", "lane tags"})
        info.origins.push_back({field, Origin::recorded});
    if (options.records_blocks) info.origins.push_back({"basic blocks", Origin::recorded});
    describe_view(scene, info);
    info.allocations = upload.allocations();
    info.instructions = recorded_instructions(instructions);
    if (options.records_blocks) info.basic_blocks = recorded_blocks(blocks);
    info.sources = sources_of(info);
    info.scene = upload.recorded().summary();
    return info;
}

/// Tells the sink what is known before the launch, and passes the scene on. Writing a scene needs its
/// normals, which are not kept, so that the sink comes first.
void describe_to(RecordingSink& sink, const SceneTaker& take_scene, const RecordingInfo& info,
                 SceneUpload& upload) {
    sink.begin(info, &upload.recorded());
    if (take_scene)
        take_scene(info, upload.share_recorded());
    else
        upload.drop_mesh_copies();
}

std::optional<std::uint32_t> global_store(const simt::InstructionTable& table) {
    const auto& instructions = table.instructions();
    for (std::uint32_t i = 0; i < instructions.size(); ++i)
        if (instructions[i].operation == simt::Operation::store &&
            instructions[i].space == simt::Space::global)
            return i;
    return std::nullopt;
}

} // namespace

TraceResult trace_scene(const Scene& scene, const TraceOptions& options, RecordingSink& sink,
                        ThreadPool& pool, const JobContext& job, const BvhProvider& provider,
                        const SceneTaker& take_scene) {
    check_trace_options(options);
    constexpr double placing = 0.1; // of the time, at 512x512 pixels of the built-in scenes
    PlacedTree tree = place_tree(scene.mesh, options, pool, job.part(0.0, placing), provider);
    TraceResult result;
    result.sah_cost = tree.sah_cost;
    result.end_point_overlap = tree.end_point_overlap;
    result.depth = tree.layout.depth;
    SceneUpload upload(scene, std::move(tree.layout), options, job);

    const simt::Kernel kernel = [&](simt::Warp& warp) {
        return run_kernel(options.kernel, warp, upload.gpu());
    };
    const simt::InstructionTable instructions = simt::list_instructions(kernel);
    const simt::BlockTable basic_blocks = simt::list_blocks(kernel);
    job.check();
    describe_to(sink, take_scene, describe(scene, options, result, upload, instructions, basic_blocks),
                upload);

    const LaunchSize size = launch_size(options);
    Launch launch;
    launch.kernel = function_name(options.kernel);
    launch.grid[0] = size.blocks;
    launch.block[0] = size.warps_per_block * options.warp_lanes;
    launch.local_bytes = upload.local_bytes();
    sink.begin_launch(launch);
    const std::string slow = costly_geometry(scene.mesh, options, job);
    job.part(placing, 1.0)
        .begin(slow.empty() ? "tracing rays" : "tracing rays: " + slow,
               std::uint64_t{options.width} * options.height, "pixels");
    RequestRecorder recorder(sink, 0, global_store(instructions), job);
    simt::launch({.sm_count = options.sm_count,
                  .warps_per_sm = options.warps_per_sm,
                  .scheduler = options.scheduler,
                  .warp_lanes = options.warp_lanes},
                 {size.blocks, size.warps_per_block, upload.local_bytes()}, kernel, instructions, recorder,
                 job, options.records_blocks ? &basic_blocks : nullptr);
    sink.finish();

    result.requests = recorder.requests();
    result.lane_accesses = recorder.lane_accesses();
    result.picture = {options.width, options.height, upload.take_pixels()};
    return result;
}

} // namespace hitmap
