#include "core/cache/scene_lines.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace hitmap {

SceneLines::SceneLines(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                       std::uint32_t line_bytes)
    : scene_(std::move(scene)), line_bits_(static_cast<unsigned>(std::countr_zero(line_bytes))) {
    const auto add = [&](std::vector<Elements>& all, std::uint32_t index, std::uint64_t bytes) {
        const Allocation& allocation = info.allocations[index];
        const std::uint64_t first = all.empty() ? 0 : all.back().first_element + all.back().count;
        if (allocation.element_count() == 0) return;
        const std::uint64_t span = allocation.bytes + bytes;
        if (span < bytes || allocation.address > std::numeric_limits<std::uint64_t>::max() - span)
            throw Error(
                fmt::format("allocation '{}' reaches beyond the end of the address space", allocation.name));
        all.push_back({allocation.address, allocation.element_count(), first, allocation.stride,
                       static_cast<std::uint32_t>(bytes), 0, AllocationIndex(index)});
    };
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i) {
        if (info.allocations[i].space != Space::global) continue;
        switch (info.allocations[i].role) {
        case Role::boxes:
            add(boxes_, i, box_bytes);
            break;
        case Role::faces:
            add(faces_, i, face_bytes);
            break;
        case Role::vertices:
            add(vertices_, i, vertex_bytes);
            break;
        default:
            break;
        }
    }
    number_lines();
    check_vertices();
}

void SceneLines::number_lines() {
    std::vector<Elements*> all;
    for (auto* kind : {&boxes_, &faces_, &vertices_})
        for (Elements& elements : *kind)
            all.push_back(&elements);
    std::sort(all.begin(), all.end(),
              [](const Elements* a, const Elements* b) { return a->address < b->address; });
    std::uint64_t end = 0; // first line after those numbered so far
    std::uint64_t count = 0;
    for (Elements* elements : all) {
        const std::uint64_t first = elements->address >> line_bits_;
        const std::uint64_t last_byte =
            elements->address + (elements->count - 1) * elements->stride + elements->bytes - 1;
        if (first > end || count == 0) end = first;
        // A line that two allocations share keeps the number that it has.
        elements->line_shift = end - count;
        const std::uint64_t next = std::max(end, (last_byte >> line_bits_) + 1);
        count += next - end;
        end = next;
        if (count >= std::numeric_limits<std::uint32_t>::max())
            throw Error("boxes, faces and vertices take 2^32 cache lines or more");
    }
    line_count_ = static_cast<std::uint32_t>(count);
}

void SceneLines::check_vertices() const {
    if (faces_.empty()) return;
    if (!scene_) throw Error("the recording has no scene: the model needs the vertices of its faces");
    const std::uint64_t held =
        vertices_.empty() ? 0 : vertices_.back().first_element + vertices_.back().count;
    for (std::size_t slot = 0; slot < scene_->face_slots.size(); ++slot) {
        const glm::uvec3 face = scene_->face_slots[slot];
        const std::uint32_t largest = std::max({face.x, face.y, face.z});
        if (largest >= held)
            throw Error(
                fmt::format("face slot {} has vertex {}, but the allocations of vertices hold {} of them",
                            slot, largest, held));
    }
}

const SceneLines::Elements& SceneLines::holder(const std::vector<Elements>& all,
                                               std::uint64_t element) const {
    const Elements* found = all.data();
    while (element - found->first_element >= found->count)
        ++found;
    return *found;
}

LineSpan SceneLines::lines_of(const Elements& elements, std::uint64_t element) const {
    const std::uint64_t begin = elements.address + (element - elements.first_element) * elements.stride;
    const std::uint64_t first = begin >> line_bits_;
    const std::uint64_t last = (begin + elements.bytes - 1) >> line_bits_;
    return {static_cast<std::uint32_t>(first - elements.line_shift),
            static_cast<std::uint32_t>(last - first + 1), elements.allocation};
}

void SceneLines::find(ElementKindId kind, std::uint32_t element, Lookups& out) const {
    out.count = 0;
    if (kind == box_kind) out.pieces[out.count++] = lines_of(holder(boxes_, element), element);
    if (kind != face_kind) return;
    if (element >= scene_->face_slots.size())
        throw Error(fmt::format("face slot {} was accessed, but the scene has {} of them", element,
                                scene_->face_slots.size()));
    out.pieces[out.count++] = lines_of(holder(faces_, element), element);
    const glm::uvec3 face = scene_->face_slots[element];
    for (const std::uint32_t vertex : {face.x, face.y, face.z})
        out.pieces[out.count++] = lines_of(holder(vertices_, vertex), vertex);
}

} // namespace hitmap
