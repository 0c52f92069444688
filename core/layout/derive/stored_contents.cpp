#include "core/layout/derive/stored_contents.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace hitmap {

namespace {

std::uint32_t little_endian(const std::uint8_t* at, std::uint32_t bytes) {
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < bytes; ++i)
        value |= std::uint32_t{at[i]} << 8U * i;
    return value;
}

float float_at(const std::uint8_t* at) {
    return std::bit_cast<float>(little_endian(at, 4));
}

bool is_finite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

glm::vec3 vector_at(const std::uint8_t* at, std::uint64_t distance) {
    return {float_at(at), float_at(at + distance), float_at(at + 2 * distance)};
}

} // namespace

std::vector<std::uint8_t> stored_bytes(const HmtFile& file, const BufferLayout& buffer) {
    const auto& allocations = file.info().allocations;
    for (std::uint32_t i = 0; i < allocations.size(); ++i) {
        const Allocation& a = allocations[i];
        if (a.space != buffer.space || buffer.address < a.address || buffer.address - a.address > a.bytes ||
            buffer.bytes > a.bytes - (buffer.address - a.address))
            continue;
        std::vector<std::uint8_t> contents = file.read_contents(AllocationIndex(i));
        if (contents.size() != a.bytes) continue;
        const auto first = static_cast<std::ptrdiff_t>(buffer.address - a.address);
        contents.erase(contents.begin(), contents.begin() + first);
        contents.resize(buffer.bytes);
        return contents;
    }
    return {};
}

std::vector<glm::vec3> decode_vertices(const std::vector<std::uint8_t>& bytes, const BufferLayout& buffer,
                                       std::uint64_t& broken) {
    const std::uint64_t count = buffer.element_count();
    const bool planar = buffer.layout == ElementLayout::planar;
    constexpr std::uint64_t component = 4;
    std::vector<glm::vec3> vertices;
    vertices.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        glm::vec3 position = vector_at(bytes.data() + i * buffer.stride + buffer.offset,
                                       planar ? count * component : component);
        if (!is_finite(position)) {
            position = glm::vec3(0.0F);
            ++broken;
        }
        vertices.push_back(position);
    }
    return vertices;
}

std::vector<glm::uvec3> decode_indices(const std::vector<std::uint8_t>& bytes, const BufferLayout& buffer) {
    std::vector<glm::uvec3> faces;
    faces.reserve(buffer.element_count());
    for (std::uint64_t slot = 0; slot < buffer.element_count(); ++slot) {
        const std::uint8_t* at = bytes.data() + slot * buffer.stride;
        glm::uvec3& face = faces.emplace_back();
        for (std::uint32_t corner = 0; corner < 3; ++corner)
            face[static_cast<int>(corner)] =
                little_endian(at + std::size_t{corner} * buffer.index_bytes, buffer.index_bytes);
    }
    return faces;
}

std::vector<Aabb> decode_boxes(const std::vector<std::uint8_t>& bytes, const BufferLayout& buffer,
                               std::uint64_t& broken) {
    constexpr std::uint64_t corner_bytes = 12;
    std::vector<Aabb> boxes;
    for (std::uint64_t i = 0; i < buffer.element_count(); ++i) {
        const std::uint8_t* at = bytes.data() + i * buffer.stride + buffer.offset;
        Aabb box;
        box.lower = vector_at(at, 4);
        box.upper = vector_at(at + corner_bytes, 4);
        const bool valid = is_finite(box.lower) && is_finite(box.upper) && box.lower.x <= box.upper.x &&
                           box.lower.y <= box.upper.y && box.lower.z <= box.upper.z;
        if (!valid) {
            box.lower = box.upper = is_finite(box.lower) ? box.lower : glm::vec3(0.0F);
            ++broken;
        }
        boxes.push_back(box);
    }
    return boxes;
}

} // namespace hitmap
