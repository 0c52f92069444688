#include "core/cache/sdcm/scene_lines.h"

#include "core/base/error.h"
#include "core/cache/reuse/reuse_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace hitmap {

SceneLines::SceneLines(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene,
                       std::uint32_t line_bytes, const JobContext& job)
    : scene_(std::move(scene)), line_bits_(static_cast<unsigned>(std::countr_zero(line_bytes))) {
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i)
        add(info, i);
    number_lines();
    check_vertices(job);
}

void SceneLines::add(const RecordingInfo& info, std::uint32_t allocation) {
    const Allocation& a = info.allocations[allocation];
    if (a.space != Space::global || a.element_count() == 0) return;
    std::vector<Elements>* all = nullptr;
    std::uint32_t bytes = 0;
    switch (a.role) {
    case Role::boxes:
        all = &boxes_, bytes = box_bytes;
        break;
    case Role::faces:
        all = &faces_, bytes = face_bytes;
        break;
    case Role::vertices:
        all = &vertices_, bytes = vertex_bytes;
        break;
    default:
        return;
    }
    // If the stride is smaller than the element, the last element may extend past its allocation.
    const std::uint64_t space = std::numeric_limits<std::uint64_t>::max() - a.address;
    if (space < bytes || space - bytes < a.bytes)
        throw Error(fmt::format("allocation '{}' reaches beyond the end of the address space", a.name));
    const std::uint64_t first = all->empty() ? 0 : all->back().first_element + all->back().count;
    const bool planar = a.layout == ElementLayout::planar;
    all->push_back({a.address, first, a.element_count(), 0, a.stride, bytes - 1, allocation,
                    planar ? a.plane_bytes() : 0});
}

/// The coordinates are in three planes. If two of them share a line, it is looked up once.
void SceneLines::append_planes(const Elements& elements, std::uint64_t vertex, Output& out) const {
    std::uint64_t address = elements.address + (vertex - elements.first_element) * elements.stride;
    std::uint64_t last = ~std::uint64_t{0};
    for (unsigned plane = 0; plane < vertex_planes; ++plane, address += elements.plane_bytes) {
        const std::uint64_t line = address >> line_bits_;
        if (line == last) continue;
        last = line;
        out.lines[out.end] = static_cast<std::uint32_t>(line - elements.line_offset);
        out.allocations[out.end++] = elements.allocation;
    }
}

void SceneLines::number_lines() {
    std::vector<Elements*> all;
    for (auto* kind : {&boxes_, &faces_, &vertices_})
        for (Elements& elements : *kind)
            all.push_back(&elements);
    std::sort(all.begin(), all.end(),
              [](const Elements* a, const Elements* b) { return a->address < b->address; });
    std::uint64_t end = 0; // first line number that is not used yet
    std::uint64_t count = 0;
    for (Elements* elements : all) {
        // A line that two allocations share keeps its first number.
        const std::uint64_t first = std::max(end, elements->address >> line_bits_);
        const std::uint64_t last_byte =
            elements->plane_bytes == 0
                ? elements->address + (elements->count - 1) * elements->stride + elements->last_byte
                : elements->address + vertex_planes * elements->plane_bytes - 1;
        elements->line_offset = first - count;
        end = std::max(first, (last_byte >> line_bits_) + 1);
        count += end - first;
        if (count > ReuseStack::max_lines)
            throw Error(fmt::format("boxes, faces and vertices take more than {} cache lines of {} bytes",
                                    ReuseStack::max_lines, 1U << line_bits_));
    }
    line_count_ = static_cast<std::uint32_t>(count);
}

void SceneLines::check_vertices(const JobContext& job) const {
    if (faces_.empty()) return;
    if (!scene_) throw Error("the recording has no scene: the model needs the vertices of its faces");
    if (vertices_.empty()) return;
    const std::uint64_t held = vertices_.back().first_element + vertices_.back().count;
    for (std::size_t slot = 0; slot < scene_->face_slots.size(); ++slot) {
        if (slot % (1U << 18) == 0) job.check();
        const glm::uvec3& face = scene_->face_slots[slot];
        const std::uint32_t largest = std::max({face.x, face.y, face.z});
        if (largest >= held)
            throw Error(fmt::format("face slot {} has vertex {}, but the allocations of vertices hold {}",
                                    slot, largest, held));
    }
}

} // namespace hitmap
