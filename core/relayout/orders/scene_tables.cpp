#include "core/relayout/orders/scene_tables.h"

#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace hitmap {

namespace {

/// 0, 1, 2, ...
std::vector<std::int32_t> same_sources(std::size_t count) {
    std::vector<std::int32_t> same(count);
    std::iota(same.begin(), same.end(), 0);
    return same;
}

void move_sources(std::vector<std::int32_t>& sources, const Places& places, const JobContext& job) {
    if (sources.empty()) sources = same_sources(places.size());
    sources = reordered(sources, places, job);
}

void rename_corners(const RecordedScene& scene, std::vector<glm::uvec3>& slots, const Places& places,
                    const JobContext& job) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        if (slot % 65536 == 0) job.check();
        if (!scene.is_padding(slot)) slots[slot] = renumbered(slots[slot], places);
    }
}

} // namespace

void move_boxes(RecordedScene& scene, const Places& places, const JobContext& job) {
    scene.boxes = reordered(scene.boxes, places, job);
    if (!scene.box_parent.empty()) scene.box_parent = reordered(scene.box_parent, places, job);
    for (std::int32_t& parent : scene.box_parent)
        if (parent >= 0) parent = static_cast<std::int32_t>(places[static_cast<std::size_t>(parent)]);
    if (!scene.box_level.empty()) scene.box_level = reordered(scene.box_level, places, job);
    move_sources(scene.box_source, places, job);
}

void drop_same_sources(RecordedScene& scene) {
    if (scene.box_source == same_sources(scene.boxes.size())) scene.box_source.clear();
}

void move_face_slots(RecordedScene& scene, const Places& places, const JobContext& job) {
    scene.face_slots = reordered(scene.face_slots, places, job);
    if (!scene.normal_slots.empty()) scene.normal_slots = reordered(scene.normal_slots, places, job);
    move_sources(scene.face_source, places, job);
    for (FaceCopy& copy : scene.face_copies)
        copy.slot = places[copy.slot];
    std::ranges::stable_sort(scene.face_copies, {}, &FaceCopy::slot);
}

void move_primitives(RecordedScene& scene, ElementKindId kind, const Places& places, const JobContext& job) {
    const auto found = std::ranges::find(scene.primitives, kind, &PrimitiveBuffer::kind);
    const std::uint32_t each = found->corners_each;
    const std::vector<std::uint32_t> before = found->corners;
    for (std::size_t element = 0; element < places.size(); ++element) {
        if (element % 65536 == 0) job.check();
        std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(element * each), each,
                    found->corners.begin() +
                        static_cast<std::ptrdiff_t>(std::size_t{places[element]} * each));
    }
    move_sources(found->source, places, job);
}

void move_vertices(RecordedScene& scene, const Places& places, const JobContext& job) {
    scene.vertices = reordered(scene.vertices, places, job);
    rename_corners(scene, scene.face_slots, places, job);
    for (FaceCopy& copy : scene.face_copies)
        copy.corners = renumbered(copy.corners, places);
    for (PrimitiveBuffer& buffer : scene.primitives)
        for (std::size_t i = 0; i < buffer.corners.size(); ++i) {
            if (i % 65536 == 0) job.check();
            if (!is_padding(scene, buffer.kind, i / buffer.corners_each))
                buffer.corners[i] = places[buffer.corners[i]];
        }
}

void move_normals(RecordedScene& scene, const Places& places, const JobContext& job) {
    if (places.empty()) return;
    scene.normals = reordered(scene.normals, places, job);
    rename_corners(scene, scene.normal_slots, places, job);
}

} // namespace hitmap
