#include "core/trace/formats/memtracer/rtmemtracer.h"

#include "core/base/error.h"
#include "core/trace/formats/memtracer/box_pairs.h"
#include "core/trace/formats/memtracer/trace_frames.h"
#include "core/trace/formats/memtracer/trace_scene.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
#include <utility>

namespace hitmap {

namespace {

using namespace rtmemtracer;

constexpr std::uint64_t segment_alignment = 128; ///< of the tool's synthetic addresses

/// The buffers of the scene at the addresses that the tool's cache model gives them. Vertices are next to
/// them because looking up a face looks up its vertices. The camera block is kept as it is, so that the trace
/// can be written again bit for bit.
std::vector<Allocation> allocations_of(const TraceScene& trace) {
    const RecordedScene& scene = trace.scene;
    struct Buffer {
        const char* name;
        Role role;
        std::uint64_t count;
        std::uint32_t stride;
        std::uint32_t element_bytes;
    };
    const Buffer buffers[] = {
        {"boxes", Role::boxes, scene.boxes.size(), box_bytes, box_bytes},
        {"faces", Role::faces, scene.face_slots.size(), face_bytes, face_bytes},
        {"vertices", Role::vertices, scene.vertices.size(), trace.vertex_bytes, least_vertex_bytes},
        {"framebuffer", Role::framebuffer, std::uint64_t{scene.width} * scene.height, 1, 1},
    };
    std::vector<Allocation> allocations;
    std::uint64_t address = 0;
    for (const Buffer& buffer : buffers) {
        if (buffer.count == 0) continue;
        Allocation& allocation = allocations.emplace_back();
        allocation.name = buffer.name;
        allocation.role = buffer.role;
        allocation.address = address;
        allocation.bytes = buffer.count * buffer.stride;
        allocation.stride = buffer.stride;
        allocation.element_bytes = buffer.element_bytes;
        address += (allocation.bytes + segment_alignment - 1) / segment_alignment * segment_alignment;
    }
    Allocation& camera = allocations.emplace_back();
    camera.name = camera_allocation;
    camera.address = address;
    camera.bytes = trace.camera.size();
    for (const std::byte byte : trace.camera)
        camera.contents.push_back(static_cast<std::uint8_t>(byte));
    return allocations;
}

RecordingInfo info_of(const ByteSource& file, const TraceScene& trace, bool is_gbla) {
    RecordingInfo info;
    info.producer = "rtmemtracer";
    info.source_name = file.name().substr(file.name().rfind('/') + 1);
    info.options = {{"format", "rtmemtracer"}, {"variant", is_gbla ? "gbla" : "plain"}};
    info.device.name = "not known";
    info.origins = {{"scene", Origin::recorded},
                    {"camera", Origin::recorded},
                    {"allocations", Origin::derived},
                    {"caches", Origin::assumed}};
    if (!trace.scene.box_parent.empty()) info.origins.push_back({"box tree", Origin::derived});
    info.allocations = allocations_of(trace);
    return info;
}

PerKind<std::uint64_t> element_counts_of(const RecordedScene& scene) {
    PerKind<std::uint64_t> counts;
    for (const ElementKindId kind : drawn_kinds())
        counts[kind] = element_count(scene, kind);
    counts[pixel_kind] = std::uint64_t{scene.width} * scene.height;
    return counts;
}

void link_boxes(RecordedScene& scene, const ImportContext& context) {
    BoxLinks links = links_of_pairs(scene.boxes, context.job);
    if (links.parent.empty()) context.warnings.count("boxes whose parents are not known", scene.boxes.size());
    scene.box_parent = std::move(links.parent);
    scene.box_level = std::move(links.level);
}

/// @param others  the numbers of the traces that are left out
void count_others(const std::vector<std::uint32_t>& others, ImportWarnings& warnings) {
    if (others.empty()) return;
    constexpr std::size_t most_named = 8;
    const auto named = std::span(others).first(std::min(others.size(), most_named));
    warnings.count(
        fmt::format("traces of another scene or camera, left out (number {}{}; hitmap import --trace "
                    "N reads trace N and those behind it with the same scene)",
                    fmt::join(named, ", "), named.size() < others.size() ? ", ..." : ""),
        others.size());
}

} // namespace

bool RtmemtracerFormat::recognises(std::string_view start) const {
    return start.starts_with(TraceInput::gbla_magic) || begins_as_header(std::as_bytes(std::span(start)));
}

FinalTables RtmemtracerFormat::read(const ImportFiles& files, RecordingSink& sink,
                                    const ImportContext& context) const {
    const ByteSource& file = *files.files.front();
    TraceInput in(file, context.job);
    FinalTables tables;
    tables.device.name = "not known";
    TraceScene first;
    SceneBudget budget(context.choices);
    std::uint64_t all_frames = 0;
    std::vector<std::uint32_t> others; // numbers of the traces that are left out
    while (in.next()) {
        ImportWarnings of_another_scene;
        const bool is_first = tables.launches.empty() && in.trace() >= context.choices.trace;
        SceneBudget left = budget; // only the first scene stays
        TraceScene trace = read_trace_scene(in, left, is_first ? context.warnings : of_another_scene);
        const bool is_same = is_first || (!tables.launches.empty() && trace == first);
        FrameReader frames(in, element_counts_of(trace.scene), is_same ? context.warnings : of_another_scene);
        if (is_first) {
            first = std::move(trace);
            budget = left;
            link_boxes(first.scene, context);
            sink.begin(info_of(file, first, in.is_gbla()), &first.scene);
        }
        all_frames += is_same ? frames.frames() : 0;
        if (all_frames > RecordingLimits::recorded_frames)
            in.refuse(fmt::format("expected at most {} frames in all traces, found more",
                                  RecordingLimits::recorded_frames));
        if (is_same) {
            Launch& launch = tables.launches.emplace_back();
            launch.kernel = "not known";
            sink.begin_launch(launch);
        }
        for (std::uint32_t frame = 0; frame < frames.frames(); ++frame) {
            context.job.check();
            const std::span<const RecordedSum> sums = frames.next();
            if (is_same) sink.add_frame(sums);
        }
        if (!is_same) others.push_back(in.trace());
    }
    if (tables.launches.empty())
        throw FileError(
            file.name(), "",
            fmt::format("expected trace {}, found {} traces", context.choices.trace, others.size()));
    count_others(others, context.warnings);
    return tables;
}

} // namespace hitmap
