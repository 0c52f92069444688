#include "core/replay/replay.h"

#include "core/base/error.h"
#include "core/replay/driver/driver_traversal.h"
#include "core/replay/driver/driver_tree.h"
#include "core/replay/dry_replay.h"
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
#include <cstdint>
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
/// @param needs_faces  over a tree of Hitmap
std::string refusal(const RecordingInfo& info, bool needs_faces) {
    const auto is_traced = [](const RayPlace& place) { return place.kind == RayEventKind::traced; };
    if (std::ranges::none_of(info.ray_places, is_traced)) return "expected the rays of a program, found none";
    if (needs_faces && info.scene.faces == 0)
        return "expected the triangles that its rays are traced against, found none";
    const auto tree = std::ranges::find_if(info.allocations, is_of_tree);
    if (tree == info.allocations.end()) return {};
    return fmt::format("expected no buffers of a tree, found {}", tree->name);
}

std::unique_ptr<RayTraversal> traversal_of(const HmtFile& file, const ReplayedFaces& faces,
                                           const ReplayOptions& options, ThreadPool& pool,
                                           const JobContext& job) {
    if (options.tree_of == TreeMaker::driver)
        return std::make_unique<DriverTraversal>(file, faces, options.unit, job);
    if (options.format != nullptr) return std::make_unique<UnitTraversal>(faces, options, pool, job);
    return std::make_unique<KernelTraversal>(faces, file.info().source_name, options.tree, pool, job);
}

/// Throws Error if the rays would fetch more than `most` times, as a sample of them says.
void check_fetches(const HmtFile& file, RayTraversal& traversal, const RayOutcomes& outcomes,
                   RequestSource& source, std::uint64_t most, const JobContext& job) {
    constexpr std::uint64_t events_of_sample = 128;
    if (!traversal.is_of_driver() || most == any_fetches) return;
    const RayCounts& rays = file.info().rays;
    const std::uint64_t every = std::max<std::uint64_t>(1, rays.events / events_of_sample);
    const DryReplay sample = dry_replay(file.info(), traversal, outcomes, source, every, job);
    const double each = static_cast<double>(sample.fetches) / static_cast<double>(sample.counts.rays);
    const double all = each * static_cast<double>(rays.of(RayEventKind::traced));
    if (all > static_cast<double>(most))
        throw Error(
            fmt::format("expected at most {} fetches in the driver's tree, found about {:.0f}: a ray fetches "
                        "{:.0f} times",
                        most, all, each));
}

/// The origin of a traversal, which is written before it is there: that of a driver's tree is derived if all
/// rays agree.
Origin origin_of(const RecordingInfo& before, RayTraversal& traversal, const RayOutcomes& outcomes,
                 RequestSource& source, const JobContext& job) {
    if (!traversal.is_of_driver()) return Origin::assumed;
    const DryReplay all = dry_replay(before, traversal, outcomes, source, 1, job);
    return all.counts.is_derived() ? Origin::derived : Origin::assumed;
}

} // namespace

bool can_replay(const RecordingInfo& info) {
    return refusal(info, true).empty();
}

std::string replay_problem(const RecordingInfo& info, const ReplayOptions& options) {
    const bool is_of_driver = options.tree_of == TreeMaker::driver;
    std::string why = refusal(info, !is_of_driver);
    if (why.empty() && is_of_driver && !has_driver_tree(info))
        why = "expected the acceleration structures that the driver built, found none that are known";
    return why;
}

ReplayCounts replay_recording(const HmtFile& file, const ReplayOptions& options, RecordingSink& out,
                              ThreadPool& pool, const JobContext& job, std::uint64_t most_fetches) {
    check_replay_options(options);
    if (const std::string why = replay_problem(file.info(), options); !why.empty())
        throw Error(fmt::format("{}: cannot be replayed: {}", file.name(), why));
    const auto scene = file.read_scene(job);
    const RecordedScene nothing; // where all shapes are boxes
    const ReplayedFaces faces(scene != nullptr ? *scene : nothing, job);
    const auto traversal = traversal_of(file, faces, options, pool, job.part(0.0, 0.2));
    const auto source = request_source(file, pool, 0, scene);
    const RayOutcomes outcomes = ray_outcomes(*source, job);
    check_fetches(file, *traversal, outcomes, *source, most_fetches, job);
    const Origin origin = origin_of(file.info(), *traversal, outcomes, *source, job);
    ReplaySink sink(file.info(), *traversal, options, outcomes, origin, out);
    copy_recording(file, sink, pool, job.part(0.2, 1.0));
    return sink.counts();
}

HmtFile replayed_file(const HmtFile& file, const ReplayOptions& options, ThreadPool& pool,
                      const JobContext& job, std::uint64_t limit, ReplayCounts* counts,
                      std::uint64_t most_fetches) {
    job.begin("replaying rays");
    std::vector<std::byte> bytes;
    {
        HmtWriteOptions writing;
        writing.tables_grow = true;
        const auto sink = write_hmt(create_limited_memory(bytes, limit), writing, &pool, job);
        const ReplayCounts found = replay_recording(file, options, *sink, pool, job, most_fetches);
        if (counts != nullptr) *counts = found;
    }
    return HmtFile(open_memory(std::move(bytes), file.name()), job);
}

} // namespace hitmap
