#include "core/replay/replay.h"

#include "core/base/error.h"
#include "core/replay/driver/driver_traversal.h"
#include "core/replay/driver/driver_tree.h"
#include "core/replay/kernel_traversal.h"
#include "core/replay/ray_outcomes.h"
#include "core/replay/replay_sink.h"
#include "core/replay/replayed_faces.h"
#include "core/replay/unit_traversal.h"
#include "core/trace/hmt/file/hmt_writer.h"
#include "core/trace/hmt/file/write_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
std::string refusal(const RecordingInfo& info) {
    const auto is_traced = [](const RayPlace& place) { return place.kind == RayEventKind::traced; };
    if (std::ranges::none_of(info.ray_places, is_traced)) return "expected the rays of a program, found none";
    if (info.scene.faces == 0) return "expected the triangles that its rays are traced against, found none";
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

/// Takes the requests of a replay that is done for its counts alone.
class NoFetches final : public FetchSink {
public:
    void fetch(std::uint32_t /*instruction*/, simt::Mask /*lanes*/,
               const std::array<std::uint64_t, warp_size>& /*address*/) override {}
};

/// The origin of a traversal, which is written before it is there: that of a driver's tree is derived if all
/// rays agree.
Origin origin_of(const RecordingInfo& before, RayTraversal& traversal, const RayOutcomes& outcomes,
                 RequestSource& source, const JobContext& job) {
    if (!traversal.is_of_driver()) return Origin::assumed;
    ReplayCounts counts;
    counts.is_of_driver = true;
    NoFetches nowhere;
    RayEvents events;
    ReplayEnds ends;
    std::uint64_t next = 0;
    while (source.next_ray_events(events))
        for (const RayEvents::Entry& event : events.events) {
            if (event.kind != RayEventKind::traced) continue;
            job.check();
            const RayLanes lanes = events.lanes_of(event);
            const LoggedWarp warp = logged_warp(event, lanes, outcomes, next, before);
            next += lanes.rays.size();
            traversal.trace({event.warp, event.sm, event.slot}, warp, ends, nowhere);
            counts.add(warp, ends);
        }
    source.rewind();
    return counts.is_derived() ? Origin::derived : Origin::assumed;
}

} // namespace

bool can_replay(const RecordingInfo& info) {
    return refusal(info).empty();
}

std::string replay_problem(const RecordingInfo& info, const ReplayOptions& options) {
    std::string why = refusal(info);
    if (why.empty() && options.tree_of == TreeMaker::driver && !has_driver_tree(info))
        why = "expected the acceleration structures that the driver built, found none that are known";
    return why;
}

ReplayCounts replay_recording(const HmtFile& file, const ReplayOptions& options, RecordingSink& out,
                              ThreadPool& pool, const JobContext& job) {
    check_replay_options(options);
    if (const std::string why = replay_problem(file.info(), options); !why.empty())
        throw Error(fmt::format("{}: cannot be replayed: {}", file.name(), why));
    const auto scene = file.read_scene(job);
    const ReplayedFaces faces(*scene, job);
    const auto traversal = traversal_of(file, faces, options, pool, job.part(0.0, 0.2));
    const auto source = request_source(file, pool, 0, scene);
    const RayOutcomes outcomes = ray_outcomes(*source, job);
    const Origin origin = origin_of(file.info(), *traversal, outcomes, *source, job);
    ReplaySink sink(file.info(), *traversal, options, outcomes, origin, out);
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
