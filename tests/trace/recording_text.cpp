#include "tests/trace/recording_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <iterator>
#include <utility>

namespace hitmap {

namespace {

class Text {
public:
    template <class... Arguments>
    void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
        text += '\n';
    }
    std::string text;
};

std::string vector_text(const glm::vec3& v) {
    return fmt::format("{} {} {}", v.x, v.y, v.z);
}

std::string place_text(const SourceLocation& place) {
    return fmt::format("'{}' '{}' {}:{}", place.function, place.file, place.line, place.column);
}

void put_tables(const RecordingInfo& info, Text& out) {
    out.line("producer '{}', source '{}'", info.producer, info.source_name);
    for (const auto& [name, value] : info.options)
        out.line("option '{}' = '{}'", name, value);
    out.line("device '{}', {} SMs of {} warps", info.device.name, info.device.sm_count,
             info.device.warp_slots_per_sm);
    if (info.device.warp_size != warp_size) out.line("warps of {} lanes", info.device.warp_size);
    for (const FieldOrigin& field : info.origins)
        out.line("origin of '{}': {}", field.field, name_of(field.origin));
    for (const Launch& l : info.launches)
        out.line("launch '{}' {} x {}, {} local, {} shared, from request {}", l.kernel,
                 fmt::join(l.grid, ","), fmt::join(l.block, ","), l.local_bytes, l.shared_bytes,
                 l.first_request.value);
    for (const Allocation& a : info.allocations)
        out.line("allocation '{}': {}, {}, {:#x}, {} bytes, stride {}, elements of {}", a.name,
                 name_of(a.role), name_of(a.space), a.address, a.bytes, a.stride, a.element_bytes);
    for (const Instruction& i : info.instructions) {
        out.line("{} {}, {} bytes, {}", name_of(i.space), name_of(i.operation), i.bytes_per_lane,
                 place_text(i.location));
        for (const SourceLocation& call : i.inlined_at)
            out.line("  inlined at {}", place_text(call));
    }
    for (const BasicBlock& b : info.basic_blocks)
        out.line("basic block: {}, {} instructions, {}", name_of(b.entry), b.instructions,
                 place_text(b.location));
    for (const RayPlace& p : info.ray_places)
        out.line("place of rays: {}, '{}', {}", name_of(p.kind), p.stage, place_text(p.location));
    for (const SourceText& source : info.sources)
        out.line("source '{}': '{}'", source.file, source.text);
    out.line("{} requests, {} lane accesses, elements {}", info.requests, info.lane_accesses,
             fmt::join(info.element_accesses, ", "));
    if (info.has_sums()) out.line("{} frames of sums: {}", info.sums.frames, fmt::join(info.sums.sums, ", "));
}

void put_scene(const RecordedScene& scene, Text& out) {
    out.line("scene {} x {}, {} instances", scene.width, scene.height, scene.instances.size());
    for (const Camera& c : scene.cameras)
        out.line("camera at {} to {} up {}, {} degrees", vector_text(c.position), vector_text(c.forward),
                 vector_text(c.up), c.fov_y_degrees);
    for (const glm::vec3& v : scene.vertices)
        out.line("vertex {}", vector_text(v));
    for (const glm::uvec3& f : scene.face_slots)
        out.line("face {} {} {}", f.x, f.y, f.z);
    for (const glm::vec3& n : scene.normals)
        out.line("normal {}", vector_text(n));
    for (const glm::uvec3& f : scene.normal_slots)
        out.line("normals of face {} {} {}", f.x, f.y, f.z);
    for (const Aabb& box : scene.boxes)
        out.line("box {} to {}", vector_text(box.lower), vector_text(box.upper));
    out.line("face sources {}", fmt::join(scene.face_source, " "));
    out.line("box parents {}", fmt::join(scene.box_parent, " "));
    out.line("box levels {}", fmt::join(scene.box_level, " "));
    out.line("box sources {}", fmt::join(scene.box_source, " "));
}

/// Floats as their bits, which also say which NaN is one.
std::string bits_text(const glm::vec3& v) {
    return fmt::format("{:08x} {:08x} {:08x}", std::bit_cast<std::uint32_t>(v.x),
                       std::bit_cast<std::uint32_t>(v.y), std::bit_cast<std::uint32_t>(v.z));
}

void put_rays(const HmtFile& file, Text& out) {
    RayEvents events;
    for (std::size_t i = 0; i < file.ray_chunks(); ++i) {
        file.read_rays(i, events);
        for (const RayEvents::Entry& e : events.events) {
            out.line("rays {} before {}: launch {}, SM {}, warp {} in {}, place {}, mask {:08x}",
                     name_of(e.kind), e.request.value, e.launch, e.sm, e.warp, e.slot, e.place, e.mask);
            const RayLanes lanes = events.lanes_of(e);
            for (const Ray& r : lanes.rays)
                out.line("  ray from {}, {:08x}, to {}, {:08x}, flags {:x}, mask {:x}, structure {:x}",
                         bits_text(r.origin), std::bit_cast<std::uint32_t>(r.tmin), bits_text(r.direction),
                         std::bit_cast<std::uint32_t>(r.tmax), r.flags, r.mask, r.structure);
            for (const RayHit& h : lanes.hits)
                out.line("  {} {} of geometry {} of instance {} at {:08x}", name_of(h.shape), h.primitive,
                         h.geometry, h.instance, std::bit_cast<std::uint32_t>(h.t));
        }
    }
}

} // namespace

std::string recording_text(const HmtFile& file) {
    Text out;
    put_tables(file.info(), out);
    if (const auto scene = file.read_scene()) put_scene(*scene, out);
    std::vector<RecordedSum> sums;
    for (std::size_t frame = 0; frame < file.recorded_frames().size(); ++frame) {
        out.line("frame {} of launch {}", frame, file.recorded_frames()[frame].launch);
        file.read_sums(frame, sums);
        for (const RecordedSum& s : sums)
            out.line("{} {}: L1 {}/{}, L2 {}/{}", element_kinds()[s.kind].name, s.element, s.l1_hits,
                     s.l1_lookups, s.l2_hits, s.l2_lookups);
    }
    RequestBlock block;
    for (std::size_t i = 0; i < file.blocks().size(); ++i) {
        file.read_block(i, block);
        for (const RequestBlock::Entry& e : block.entries)
            out.line("request: launch {}, SM {}, warp {} in {}, instruction {}, mask {:08x}: {:#x}", e.launch,
                     e.sm, e.warp, e.slot, e.instruction, e.mask, fmt::join(block.addresses_of(e), " "));
    }
    std::vector<BlockExecution> events;
    for (std::size_t i = 0; i < file.execution_chunks(); ++i) {
        file.read_executions(i, events);
        for (const BlockExecution& e : events)
            out.line("event before {}: launch {}, SM {}, warp {} in {}, block {}, mask {:08x}",
                     e.request.value, e.launch, e.sm, e.warp, e.slot, e.block, e.mask);
    }
    put_rays(file, out);
    for (const LaneTagRun& run : file.read_lane_tags())
        out.line(
            "tag from {}: launch {}, warp {}, lane {}: item {}, sample {}, kind {}, bounce {}, instance {}",
            run.first_request.value, run.launch, run.warp, run.lane, run.tag.work_item, run.tag.sample,
            run.tag.ray_kind, run.tag.bounce, run.tag.instance);
    return out.text;
}

} // namespace hitmap
