#include "core/export/rtmemtracer_export.h"

#include "core/base/error.h"
#include "core/cache/sdcm/sdcm.h"
#include "core/export/launch_frames.h"
#include "core/export/rtmemtracer_writer.h"
#include "core/trace/elements/kind_names.h"
#include "core/trace/formats/memtracer/trace_frames.h"
#include "core/trace/model/element_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stop_token>
#include <utility>

namespace hitmap {

namespace {

using namespace rtmemtracer;

/// The tool counts accesses of deeper boxes for their ancestor at this level.
constexpr std::uint16_t deepest_level = 13;

/// Returns what is written of a scene except its elements.
TraceScene trace_scene_of(const std::string& file, const std::shared_ptr<const RecordedScene>& scene) {
    if (scene == nullptr) throw FileError(file, "scene", "expected a scene, found none");
    if (scene->cameras.empty() || scene->width == 0 || scene->height == 0)
        throw FileError(file, "scene",
                        "expected a camera and the size of the image, found a scene without them");
    TraceScene trace;
    trace.camera = camera_block(scene->cameras.front(), scene->width, scene->height);
    trace.scene.vertices = scene->vertices;
    return trace;
}

/// The accesses of each launch, and the elements that they name.
struct AccessCounts {
    std::vector<std::uint64_t> launches; ///< [launches] element accesses
    std::vector<bool> boxes;             ///< [boxes] was accessed
};

/// The kinds that records can name.
KindSet held_kinds() {
    KindSet kinds;
    for (const rtmemtracer::Descriptor& descriptor : descriptors())
        if (descriptor.kind) kinds.insert(*descriptor.kind);
    return kinds;
}

/// Throws Error if the format has no place for elements of the kind.
void expect_held(ElementKindId kind, const std::string& file) {
    static const KindSet held = held_kinds();
    if (!held.contains(kind))
        throw FileError(
            file, "",
            fmt::format("expected accesses to {}, which the format can hold, found accesses to {}",
                        list_of(held, KindName::plural, "and"), element_kinds()[kind].plural));
}

AccessCounts count_accesses(RequestSource& source, std::uint64_t boxes, const JobContext& job) {
    AccessCounts counts;
    counts.boxes.resize(boxes);
    const ElementAccessFinder finder(source.info());
    std::vector<ElementAccess> accesses;
    RequestBlock block;
    source.rewind();
    while (source.next(block, job.stop)) {
        finder.find(block, accesses);
        for (const ElementAccess& access : accesses) {
            const std::uint32_t launch = block.entries[access.entry].launch;
            if (counts.launches.size() <= launch) counts.launches.resize(launch + 1);
            ++counts.launches[launch];
            expect_held(access.kind, source.name());
            if (access.kind == box_kind && access.element < boxes) counts.boxes[access.element] = true;
        }
    }
    if (counts.launches.empty())
        throw FileError(source.name(), "",
                        fmt::format("expected accesses to {}, found none",
                                    list_of(held_kinds(), KindName::plural, "or")));
    counts.launches.resize(source.info().launches.size());
    return counts;
}

/// Numbers faces without padding. Returns the numbers by slot.
std::vector<std::uint32_t> add_faces(const RecordedScene& scene, RecordedScene& out) {
    std::vector<std::uint32_t> numbers(scene.face_slots.size(), ElementNumbers::none);
    for (std::size_t slot = 0; slot < numbers.size(); ++slot) {
        if (scene.is_padding(slot)) continue;
        numbers[slot] = static_cast<std::uint32_t>(out.face_slots.size());
        out.face_slots.push_back(scene.face_slots[slot]);
    }
    return numbers;
}

/// Returns the box that the accesses of a box count for.
std::size_t counted_box(const RecordedScene& scene, std::size_t box) {
    // A tree whose levels are not known is not cut.
    if (scene.box_level.empty() || scene.box_parent.empty()) return box;
    while (scene.box_level[box] > deepest_level) {
        const std::int32_t parent = scene.box_parent[box];
        // A level falls towards the root, so that a damaged tree does not lead in circles.
        if (parent < 0 || scene.box_level[static_cast<std::size_t>(parent)] >= scene.box_level[box]) break;
        box = static_cast<std::size_t>(parent);
    }
    return box;
}

/// Numbers the boxes that were accessed, and those that others count for. Returns the numbers by box.
std::vector<std::uint32_t> add_boxes(const RecordedScene& scene, std::vector<bool> kept, RecordedScene& out) {
    for (std::size_t box = 0; box < scene.boxes.size(); ++box)
        if (kept[box]) kept[counted_box(scene, box)] = true;
    std::vector<std::uint32_t> numbers(scene.boxes.size(), ElementNumbers::none);
    for (std::size_t box = 0; box < scene.boxes.size(); ++box) {
        if (!kept[box]) continue;
        numbers[box] = static_cast<std::uint32_t>(out.boxes.size());
        out.boxes.push_back(scene.boxes[box]);
    }
    std::vector<std::uint32_t> counted(numbers.size(), ElementNumbers::none);
    for (std::size_t box = 0; box < counted.size(); ++box)
        if (kept[box]) counted[box] = numbers[counted_box(scene, box)];
    return counted;
}

/// Replaces the camera block by that of an imported trace; other recordings have none.
void take_recorded_camera(const HmtFile& file, std::vector<std::byte>& camera) {
    const std::vector<Allocation>& allocations = file.info().allocations;
    const auto found = std::ranges::find(allocations, camera_allocation, &Allocation::name);
    if (found == allocations.end()) return;
    const auto contents =
        file.read_contents(AllocationIndex(static_cast<std::uint32_t>(found - allocations.begin())));
    const auto bytes = std::as_bytes(std::span(contents));
    if (bytes.size() >= camera_bytes) camera.assign(bytes.begin(), bytes.end());
}

std::uint32_t vertex_bytes_of(const RecordingInfo& info) {
    const auto vertices = std::ranges::find(info.allocations, Role::vertices, &Allocation::role);
    return vertices == info.allocations.end() ? least_vertex_bytes
                                              : std::max(vertices->stride, least_vertex_bytes);
}

} // namespace

void export_recorded_sums(const HmtFile& file, RtmemtracerVariant variant, ByteSink& out,
                          const JobContext& job) {
    const auto scene = file.read_scene(job);
    TraceScene trace = trace_scene_of(file.name(), scene);
    trace.scene.face_slots = scene->face_slots;
    trace.scene.boxes = scene->boxes;
    trace.vertex_bytes = vertex_bytes_of(file.info());
    take_recorded_camera(file, trace.camera);
    TraceWriter writer(trace, variant, out);
    const std::vector<RecordedFrame>& frames = file.recorded_frames();
    std::vector<RecordedSum> sums;
    for (auto first = frames.begin(); first != frames.end();) {
        const auto last = std::find_if(
            first, frames.end(), [&](const RecordedFrame& frame) { return frame.launch != first->launch; });
        const std::uint64_t records =
            std::accumulate(first, last, std::uint64_t{0},
                            [](std::uint64_t sum, const RecordedFrame& frame) { return sum + frame.sums; });
        writer.begin(static_cast<std::uint32_t>(last - first), records);
        for (; first != last; ++first) {
            job.check();
            file.read_sums(static_cast<std::uint64_t>(first - frames.begin()), sums);
            for (const RecordedSum& sum : sums)
                expect_held(sum.kind, file.name());
            writer.add_frame(sums);
        }
        writer.end();
    }
}

void export_simulated_sums(RequestSource& source, const SdcmConfig& config, RtmemtracerVariant variant,
                           ByteSink& out, ThreadPool& pool, const JobContext& job) {
    const auto scene = source.scene(job);
    TraceScene trace = trace_scene_of(source.name(), scene);
    if (!knows_box_extents(source.info()))
        throw FileError(source.name(), "boxes",
                        "expected boxes with extents, found that only their number is known");
    job.begin("counting accesses");
    AccessCounts counts = count_accesses(source, scene->boxes.size(), job);
    ElementNumbers numbers;
    numbers.numbers.resize(element_kinds().size());
    numbers.numbers[face_kind] = add_faces(*scene, trace.scene);
    numbers.numbers[box_kind] = add_boxes(*scene, std::move(counts.boxes), trace.scene);
    TraceWriter writer(trace, variant, out);
    LaunchFrames frames(numbers, std::move(counts.launches),
                        [&](const std::vector<std::vector<RecordedSum>>& of_launch) {
                            std::uint64_t records = 0;
                            for (const auto& frame : of_launch)
                                records += frame.size();
                            writer.begin(LaunchFrames::frames, records);
                            for (const auto& frame : of_launch) {
                                job.check();
                                writer.add_frame(frame);
                            }
                            writer.end();
                        });
    simulate_sdcm_outcomes(source, config, frames, pool, job);
    frames.finish();
}

} // namespace hitmap
