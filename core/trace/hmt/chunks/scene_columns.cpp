#include "core/trace/hmt/chunks/scene_columns.h"

#include <algorithm>
#include <stdexcept>

namespace hitmap::hmt {

void WritingCoder::fail(std::string_view message) {
    throw std::logic_error(std::string(message));
}

SlotOrder slot_order(const std::vector<std::int32_t>& face_source) {
    SlotOrder order;
    const auto faces = static_cast<std::size_t>(
        std::count_if(face_source.begin(), face_source.end(), [](std::int32_t f) { return f >= 0; }));
    constexpr std::uint32_t unset = ~std::uint32_t{0};
    order.slots.assign(faces, unset);
    for (std::size_t slot = 0; slot < face_source.size(); ++slot) {
        const std::int32_t face = face_source[slot];
        if (face < 0) continue;
        if (static_cast<std::size_t>(face) >= faces || order.slots[static_cast<std::size_t>(face)] != unset)
            return {};
        order.slots[static_cast<std::size_t>(face)] = static_cast<std::uint32_t>(slot);
    }
    order.known = faces != 0;
    return order;
}

namespace {

/// The third vertex of the last face that had the edge (x, y), where only one face per vertex is remembered.
std::uint32_t opposite(const std::vector<glm::uvec3>& slots, const std::vector<std::uint32_t>& recent,
                       std::uint32_t x, std::uint32_t y) {
    for (const std::uint32_t vertex : {x, y}) {
        if (recent[vertex] == VertexOrder::none) continue;
        const glm::uvec3& face = slots[recent[vertex]];
        const std::uint32_t other = vertex == x ? y : x;
        for (int k = 0; k < 3; ++k)
            if (face[k] == vertex && (face[(k + 1) % 3] == other || face[(k + 2) % 3] == other))
                return face[(k + 1) % 3] == other ? face[(k + 2) % 3] : face[(k + 1) % 3];
    }
    return VertexOrder::none;
}

} // namespace

VertexOrder vertex_order(const RecordedScene& scene, const SlotOrder& order, std::uint32_t vertices) {
    constexpr std::uint32_t none = VertexOrder::none;
    VertexOrder result;
    std::vector<bool> known(vertices);
    std::vector<std::uint32_t> recent(vertices, none);
    const auto visit = [&](std::uint32_t slot) {
        if (slot >= scene.face_slots.size()) return;
        const glm::uvec3& face = scene.face_slots[slot];
        if (std::max({face.x, face.y, face.z}) >= vertices) return;
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t vertex = face[k];
            if (known[vertex]) continue;
            const std::uint32_t x = face[(k + 1) % 3];
            const std::uint32_t y = face[(k + 2) % 3];
            const std::uint32_t last = result.steps.empty() ? none : result.steps.back().vertex;
            VertexOrder::Step step{vertex, last, last, last};
            if (known[x] && known[y]) {
                const std::uint32_t w = opposite(scene.face_slots, recent, x, y);
                step = w != none && known[w] ? VertexOrder::Step{vertex, x, y, w}
                                             : VertexOrder::Step{vertex, x, x, x};
            } else if (known[x] || known[y]) {
                const std::uint32_t near = known[x] ? x : y;
                step = {vertex, near, near, near};
            }
            result.steps.push_back(step);
            known[vertex] = true;
        }
        for (int k = 0; k < 3; ++k)
            recent[face[k]] = slot;
    };
    if (order.known) {
        std::for_each(order.slots.begin(), order.slots.end(), visit);
    } else {
        for (std::size_t slot = 0; slot < scene.face_slots.size(); ++slot)
            visit(static_cast<std::uint32_t>(slot));
    }
    for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
        if (known[vertex]) continue;
        const std::uint32_t last = result.steps.empty() ? none : result.steps.back().vertex;
        result.steps.push_back({vertex, last, last, last});
    }
    return result;
}

void write_planes(std::span<const std::uint32_t> values, ByteWriter& out) {
    for (int shift = 24; shift >= 0; shift -= 8)
        for (const std::uint32_t value : values)
            out.u8(static_cast<std::uint8_t>(value >> shift));
}

std::vector<std::uint32_t> read_planes(std::size_t count, ByteReader& in) {
    std::vector<std::uint32_t> values(count);
    for (int shift = 24; shift >= 0; shift -= 8) {
        const auto plane = in.raw(count, "a plane of numbers");
        for (std::size_t i = 0; i < count; ++i)
            values[i] |= std::uint32_t{static_cast<std::uint8_t>(plane[i])} << shift;
    }
    return values;
}

} // namespace hitmap::hmt
