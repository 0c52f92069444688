#include "core/replay/replay.h"

#include "core/base/error.h"
#include "core/replay/kernel_traversal.h"
#include "core/replay/ray_outcomes.h"
#include "core/replay/replay_sink.h"
#include "core/replay/replayed_faces.h"
#include "core/replay/unit_traversal.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

bool is_of_tree(const Allocation& allocation) {
    return allocation.role == Role::nodes || allocation.role == Role::boxes ||
           allocation.role == Role::faces || allocation.role == Role::vertices;
}

/// Why a recording cannot be replayed; empty: it can.
std::string refusal(const RecordingInfo& info) {
    const auto is_traced = [](const RayPlace& place) { return place.kind == RayEventKind::traced; };
    if (std::ranges::none_of(info.ray_places, is_traced)) return "expected the rays of a program, found none";
    if (info.scene.faces == 0) return "expected the triangles that its rays are traced against, found none";
    const auto tree = std::ranges::find_if(info.allocations, is_of_tree);
    if (tree == info.allocations.end()) return {};
    return fmt::format("expected no buffers of a tree, found {}", tree->name);
}

std::unique_ptr<RayTraversal> traversal_of(const ReplayedFaces& faces, const std::string& name,
                                           const ReplayOptions& options, ThreadPool& pool,
                                           const JobContext& job) {
    if (options.format != nullptr) return std::make_unique<UnitTraversal>(faces, options, pool, job);
    return std::make_unique<KernelTraversal>(faces, name, options.tree, pool, job);
}

} // namespace

bool can_replay(const RecordingInfo& info) {
    return refusal(info).empty();
}

std::string text_of(const ReplayCounts& counts) {
    std::string text = fmt::format("{} rays, {} requests", counts.rays, counts.requests);
    if (counts.asked == 0) return text + "; the program did not ask what they hit";
    text += fmt::format("; {} of {} rays end as in the program", counts.agreeing, counts.compared());
    if (counts.in_boxes != 0)
        text += fmt::format("; {} more hit boxes, whose shaders are not replayed", counts.in_boxes);
    if (counts.asked != counts.rays)
        text += fmt::format("; of {} the program did not ask what they hit", counts.rays - counts.asked);
    if (counts.not_numbers != 0)
        text += fmt::format("; {} have no direction and were not replayed", counts.not_numbers);
    return text;
}

ReplayCounts replay_recording(const HmtFile& file, const ReplayOptions& options, RecordingSink& out,
                              ThreadPool& pool, const JobContext& job) {
    check_replay_options(options);
    if (const std::string why = refusal(file.info()); !why.empty())
        throw Error(fmt::format("{}: cannot be replayed: {}", file.name(), why));
    const auto scene = file.read_scene(job);
    const ReplayedFaces faces(*scene, job);
    const auto traversal = traversal_of(faces, file.info().source_name, options, pool, job.part(0.0, 0.2));
    const auto source = request_source(file, pool, 0, scene);
    const std::vector<RayOutcome> outcomes = ray_outcomes(*source, job);
    ReplaySink sink(file.info(), faces, *traversal, options, outcomes, out);
    copy_recording(file, sink, pool, job.part(0.2, 1.0));
    return sink.counts();
}

HmtFile replayed_file(const HmtFile& file, const ReplayOptions& options, ThreadPool& pool,
                      const JobContext& job, std::uint64_t limit, ReplayCounts* counts) {
    job.begin("replaying rays");
    std::vector<std::byte> bytes;
    {
        HmtWriteOptions writing;
        writing.tables_grow = true;
        const auto sink = write_hmt(create_limited_memory(bytes, limit), writing, &pool, job);
        const ReplayCounts found = replay_recording(file, options, *sink, pool, job);
        if (counts != nullptr) *counts = found;
    }
    return HmtFile(open_memory(std::move(bytes), file.name()), job);
}

} // namespace hitmap
