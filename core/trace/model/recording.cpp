#include "core/trace/model/recording.h"

#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <numeric>

namespace hitmap {

std::string_view name_of(Role role) {
    constexpr std::array<std::string_view, role_count> names{
        "framebuffer", "nodes", "boxes", "faces", "vertices", "vertex attributes", "stack", "other"};
    const auto number = static_cast<std::size_t>(role);
    if (number < names.size()) return names[number];
    const auto kind = element_kind_of(role);
    return kind ? element_kinds()[*kind].plural : name_of(Role::other);
}

std::string_view name_of(Space space) {
    constexpr std::array<std::string_view, 3> names{"global", "local", "shared"};
    return names[static_cast<std::size_t>(space)];
}

std::string_view name_of(Operation operation) {
    constexpr std::array<std::string_view, 3> names{"load", "store", "atomic"};
    return names[static_cast<std::size_t>(operation)];
}

std::string_view name_of(Origin origin) {
    constexpr std::array<std::string_view, 4> names{"recorded", "derived", "assumed", "given"};
    return names[static_cast<std::size_t>(origin)];
}

std::string_view name_of(BlockEntry entry) {
    constexpr std::array<std::string_view, block_entry_count> names{
        "kernel", "function", "if", "after if", "loop iteration", "after loop", "after call", "after exit"};
    return names[static_cast<std::size_t>(entry)];
}

Origin weaker(Origin a, Origin b) {
    constexpr std::array<int, 4> rank{0, 2, 3, 1}; // recorded, derived, assumed, given
    return rank[static_cast<std::size_t>(a)] < rank[static_cast<std::size_t>(b)] ? b : a;
}

Origin origin_of(const RecordingInfo& info, std::string_view field) {
    const auto found = std::ranges::find(info.origins, field, &FieldOrigin::field);
    return found == info.origins.end() ? Origin::recorded : found->origin;
}

bool knows_box_extents(const RecordingInfo& info) {
    return origin_of(info, box_extents_field) != Origin::assumed;
}

bool knows_vertex_positions(const RecordingInfo& info) {
    return origin_of(info, vertex_positions_field) != Origin::assumed;
}

std::uint64_t RecordingInfo::positions() const {
    if (has_sums()) return sums.frames;
    const std::uint64_t accesses =
        std::accumulate(element_accesses.begin(), element_accesses.end(), std::uint64_t{0});
    return accesses != 0 ? accesses : requests;
}

bool RecordingInfo::axis_is_requests() const {
    return !has_sums() && std::all_of(element_accesses.begin(), element_accesses.end(),
                                      [](std::uint64_t n) { return n == 0; });
}

std::string_view name_of_axis(const RecordingInfo& info) {
    if (info.has_sums()) return "recorded frames";
    return info.axis_is_requests() ? "requests" : "element accesses";
}

const PrimitiveBuffer* RecordedScene::primitives_of(ElementKindId kind) const {
    const auto found = std::ranges::find(primitives, kind, &PrimitiveBuffer::kind);
    return found == primitives.end() ? nullptr : &*found;
}

SceneSummary RecordedScene::summary() const {
    SceneSummary summary;
    summary.present = true;
    summary.vertices = vertices.size();
    summary.face_slots = face_slots.size();
    summary.faces = face_source.empty()
                        ? face_slots.size()
                        : static_cast<std::uint64_t>(std::count_if(face_source.begin(), face_source.end(),
                                                                   [](std::int32_t f) { return f >= 0; }));
    summary.boxes = boxes.size();
    for (const PrimitiveBuffer& buffer : primitives)
        summary.primitives[buffer.kind] = buffer.count();
    summary.width = width;
    summary.height = height;
    summary.cameras = cameras;
    summary.source_hash = source_hash;
    return summary;
}

} // namespace hitmap
