#include "core/raytracer/trace_scene.h"

#include "core/base/error.h"
#include "core/raytracer/kernel_source.h"
#include "core/raytracer/request_recorder.h"
#include "core/raytracer/scene_upload.h"
#include "core/raytracer/while_while.h"
#include "core/simt/device.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace hitmap {

namespace {

std::string_view name_of(Kernel) {
    return "while-while";
}

std::string_view name_of(Schedule) {
    return "scanline";
}

std::string_view name_of(Fetch fetch) {
    return fetch == Fetch::lane ? "lane" : "warp";
}

void check_range(std::string_view option, std::uint32_t value, std::uint32_t first, std::uint32_t last) {
    if (value < first || value > last)
        throw UsageError(fmt::format("{}: expected {} to {}, found {}", option, first, last, value));
}

void check(const TraceOptions& options) {
    check_range("--resolution (width)", options.width, 1, 65536);
    check_range("--resolution (height)", options.height, 1, 65536);
    if (std::uint64_t{options.width} * options.height >= std::uint64_t{1} << 31)
        throw UsageError(fmt::format("--resolution: expected less than 2^31 pixels, found {}x{}",
                                     options.width, options.height));
    check_range("--sms", options.sm_count, 1, 4096);
    check_range("--warps-per-sm", options.warps_per_sm, 1, 64);
    check_range("--leaf-size", options.bvh.leaf_size, 1, 64);
}

/// Blocks of up to 128 threads that fill an SM without a gap.
std::uint32_t warps_per_block(std::uint32_t warps_per_sm) {
    for (std::uint32_t warps = 4; warps > 1; --warps)
        if (warps_per_sm % warps == 0) return warps;
    return 1;
}

RecordingInfo describe(const Scene& scene, const TraceOptions& options, const SceneUpload& upload,
                       const simt::InstructionTable& instructions) {
    RecordingInfo info;
    info.producer = "hitmap " HITMAP_VERSION;
    info.source_name = scene.name;
    info.options = {{"resolution", fmt::format("{}x{}", options.width, options.height)},
                    {"bvh", std::string(hitmap::name_of(options.bvh.method))},
                    {"leaf-size", std::to_string(options.bvh.leaf_size)},
                    {"kernel", std::string(name_of(options.kernel))},
                    {"schedule", std::string(name_of(options.schedule))},
                    {"fetch", std::string(name_of(options.fetch))},
                    {"sms", std::to_string(options.sm_count)},
                    {"warps-per-sm", std::to_string(options.warps_per_sm)},
                    {"seed", std::to_string(options.seed)}};
    info.device = {fmt::format("simulated, {} SMs", options.sm_count), options.sm_count,
                   options.warps_per_sm};
    for (const auto* field : {"sm", "warp", "order", "allocations", "instructions", "scene", "lane tags"})
        info.origins.push_back({field, Origin::recorded});
    info.allocations = upload.allocations();
    info.instructions = recorded_instructions(instructions);
    info.sources.push_back({std::string(while_while_source.file), std::string(while_while_source.text)});
    info.scene = upload.recorded().summary();
    return info;
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
                        ThreadPool& pool, const JobContext& job) {
    check(options);
    Bvh bvh = build_bvh(scene.mesh, options.bvh, pool, job);
    TraceResult result;
    result.sah_cost = bvh.sah_cost;
    result.depth = bvh.depth;
    SceneUpload upload(scene, std::move(bvh), options);

    const simt::Kernel kernel = [&](simt::Warp& warp) { return while_while(warp, upload.gpu()); };
    const simt::InstructionTable instructions = simt::list_instructions(kernel);
    job.check();
    sink.begin(describe(scene, options, upload, instructions), &upload.recorded());
    upload.drop_mesh_copies();

    const std::uint32_t block_warps = warps_per_block(options.warps_per_sm);
    const std::uint32_t blocks = options.sm_count * (options.warps_per_sm / block_warps);
    Launch launch;
    launch.kernel = "while_while";
    launch.grid[0] = blocks;
    launch.block[0] = block_warps * warp_size;
    launch.local_bytes = upload.local_bytes();
    sink.begin_launch(launch);
    job.begin("tracing rays", std::uint64_t{options.width} * options.height, "pixels");
    RequestRecorder recorder(sink, 0, global_store(instructions), job);
    simt::launch({options.sm_count, options.warps_per_sm}, {blocks, block_warps, upload.local_bytes()},
                 kernel, instructions, recorder, job);
    sink.finish();

    result.requests = recorder.requests();
    result.lane_accesses = recorder.lane_accesses();
    result.picture = {options.width, options.height, upload.take_pixels()};
    return result;
}

} // namespace hitmap
