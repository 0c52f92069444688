#include "capture/spool/built_structures.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <vulkan/vulkan_core.h>

namespace hitmap::capture {

namespace {

using Bytes = std::span<const std::uint8_t>;

/// The value at an offset; nothing if the bytes end before.
template <class T>
std::optional<T> read(Bytes bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
    T value{};
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// An IEEE 754 binary16.
float half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    float value = exponent == 0    ? std::ldexp(static_cast<float>(fraction), -24)
                  : exponent == 31 ? (fraction == 0 ? std::numeric_limits<float>::infinity()
                                                    : std::numeric_limits<float>::quiet_NaN())
                                   : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (bits & 0x8000) != 0 ? -value : value;
}

/// A signed normalised number. (Vulkan, "Conversion From Normalized Fixed-Point to Floating-Point")
template <class T>
float normalised(T value) {
    return std::max(static_cast<float>(value) / static_cast<float>(std::numeric_limits<T>::max()), -1.0F);
}

/// How a vertex format has its first three components; those that are missing are 0.
struct VertexFormat {
    unsigned components = 0;
    unsigned bytes = 0; ///< of a component
    float (*value)(Bytes bytes, std::uint64_t offset) = nullptr;
};

template <class T, float convert(T)>
float component(Bytes bytes, std::uint64_t offset) {
    return convert(read<T>(bytes, offset).value_or(T{}));
}
float same(float value) {
    return value;
}
float narrowed(double value) {
    return static_cast<float>(value);
}

VertexFormat format_of(std::uint32_t format) {
    constexpr auto singles = component<float, same>;
    constexpr auto doubles = component<double, narrowed>;
    constexpr auto halves = component<std::uint16_t, half>;
    constexpr auto shorts = component<std::int16_t, normalised<std::int16_t>>;
    constexpr auto chars = component<std::int8_t, normalised<std::int8_t>>;
    switch (static_cast<VkFormat>(format)) {
    case VK_FORMAT_R32G32_SFLOAT:
        return {2, 4, singles};
    case VK_FORMAT_R32G32B32_SFLOAT:
    case VK_FORMAT_R32G32B32A32_SFLOAT:
        return {3, 4, singles};
    case VK_FORMAT_R64G64_SFLOAT:
        return {2, 8, doubles};
    case VK_FORMAT_R64G64B64_SFLOAT:
    case VK_FORMAT_R64G64B64A64_SFLOAT:
        return {3, 8, doubles};
    case VK_FORMAT_R16G16_SFLOAT:
        return {2, 2, halves};
    case VK_FORMAT_R16G16B16_SFLOAT:
    case VK_FORMAT_R16G16B16A16_SFLOAT:
        return {3, 2, halves};
    case VK_FORMAT_R16G16_SNORM:
        return {2, 2, shorts};
    case VK_FORMAT_R16G16B16_SNORM:
    case VK_FORMAT_R16G16B16A16_SNORM:
        return {3, 2, shorts};
    case VK_FORMAT_R8G8_SNORM:
        return {2, 1, chars};
    case VK_FORMAT_R8G8B8_SNORM:
    case VK_FORMAT_R8G8B8A8_SNORM:
        return {3, 1, chars};
    default:
        return {};
    }
}

/// The number of a vertex in the program's array; nothing if the indices end before.
std::optional<std::uint64_t> vertex_of(const SpoolGeometry& from, std::uint64_t corner) {
    const auto behind_first = [&](auto index) -> std::optional<std::uint64_t> {
        if (!index) return std::nullopt;
        return std::uint64_t{from.first_vertex} + *index;
    };
    switch (static_cast<VkIndexType>(from.index_type)) {
    case VK_INDEX_TYPE_UINT32:
        return behind_first(read<std::uint32_t>(from.indices, corner * 4));
    case VK_INDEX_TYPE_UINT16:
        return behind_first(read<std::uint16_t>(from.indices, corner * 2));
    case VK_INDEX_TYPE_UINT8_EXT:
        return behind_first(read<std::uint8_t>(from.indices, corner));
    default:
        return corner;
    }
}

/// Reads the vertices that triangles use, each once.
class TriangleReader {
public:
    TriangleReader(const SpoolGeometry& from, const VertexFormat& format, BuiltGeometry& to)
        : from_(from), format_(format), to_(to) {
        if (const auto rows = read<std::array<float, 12>>(from.transform, 0)) transform_ = *rows;
        // No more than the bytes have, whatever the stride says.
        const std::uint64_t each = std::uint64_t{format.components} * format.bytes;
        if (from.vertices.size() >= each)
            count_ = from.stride == 0 ? 1 : (from.vertices.size() - each) / from.stride + 1;
    }
    void add(std::uint64_t triangle) {
        std::array<std::uint32_t, 3> corners{};
        for (std::uint32_t k = 0; k < 3; ++k) {
            const auto vertex = vertex_of(from_, 3 * triangle + k);
            if (!vertex || *vertex >= count_) return void(to_.triangles.push_back({}));
            corners[k] = number_of(*vertex);
        }
        // A vertex that is not a number makes its triangles inactive. (Vulkan, "Inactive Primitives and
        // Instances")
        const bool is_active = std::none_of(corners.begin(), corners.end(), [&](std::uint32_t corner) {
            return std::isnan(to_.vertices[corner][0]);
        });
        const bool is_point = corners[0] == corners[1] && corners[1] == corners[2];
        to_.triangles.push_back(is_active && !is_point ? corners : std::array<std::uint32_t, 3>{});
    }

private:
    std::uint32_t number_of(std::uint64_t vertex) {
        const auto [known, is_new] =
            numbers_.try_emplace(vertex, static_cast<std::uint32_t>(to_.vertices.size()));
        if (is_new) {
            Float3 p{};
            for (unsigned i = 0; i < format_.components; ++i)
                p[i] =
                    format_.value(from_.vertices, vertex * from_.stride + std::uint64_t{i} * format_.bytes);
            to_.vertices.push_back(transform_ ? transformed(*transform_, p) : p);
        }
        return known->second;
    }

    const SpoolGeometry& from_;
    VertexFormat format_;
    BuiltGeometry& to_;
    std::optional<std::array<float, 12>> transform_;
    std::uint64_t count_ = 0;
    std::map<std::uint64_t, std::uint32_t> numbers_;
};

/// The least bytes of indices or vertices that a triangle has of its own: none if all share one vertex, but
/// then the indices say so.
bool has_bytes_for(const SpoolGeometry& from, std::uint64_t triangles) {
    return triangles == 0 || vertex_of(from, 3 * triangles - 1).has_value();
}

void read_triangles(const SpoolGeometry& from, BuiltGeometry& to, std::set<std::string>& left_out) {
    const VertexFormat format = format_of(from.vertex_format);
    if (format.components == 0)
        left_out.insert("triangles whose vertices have the format " + std::to_string(from.vertex_format) +
                        " of Vulkan");
    const bool has_indices = from.index_type != VK_INDEX_TYPE_NONE_KHR;
    const std::uint64_t least = has_indices ? from.indices.size() : from.vertices.size();
    if (format.components == 0 || from.primitives > least || !has_bytes_for(from, from.primitives)) {
        if (format.components != 0) left_out.insert("triangles whose indices could not be copied");
        return;
    }
    TriangleReader reader(from, format, to);
    for (std::uint64_t i = 0; i < from.primitives; ++i)
        reader.add(i);
}

/// The 64 bytes of an instance. (Vulkan, VkAccelerationStructureInstanceKHR)
BuiltInstance instance_at(Bytes bytes) {
    BuiltInstance instance;
    instance.transform = read<std::array<float, 12>>(bytes, 0).value_or(instance.transform);
    const std::uint32_t index_and_mask = read<std::uint32_t>(bytes, 48).value_or(0);
    instance.custom_index = index_and_mask & 0xffffff;
    instance.mask = index_and_mask >> 24;
    instance.flags = read<std::uint32_t>(bytes, 52).value_or(0) >> 24;
    instance.structure = read<std::uint64_t>(bytes, 56).value_or(0);
    return instance;
}

} // namespace

Float3 transformed(const std::array<float, 12>& rows, const Float3& p) {
    Float3 result{};
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = rows[4 * i] * p[0] + rows[4 * i + 1] * p[1] + rows[4 * i + 2] * p[2] + rows[4 * i + 3];
    return result;
}

BuiltStructure built_structure(const SpoolBuild& build, std::set<std::string>& left_out) {
    constexpr std::size_t instance_bytes = 64;
    BuiltStructure built;
    for (const SpoolGeometry& from : build.geometries) {
        if (from.shape == BuiltShape::instances) {
            const std::size_t count =
                std::min<std::size_t>(from.primitives, from.elements.size() / instance_bytes);
            for (std::size_t i = 0; i < count; ++i)
                built.instances.push_back(
                    instance_at(Bytes(from.elements).subspan(i * instance_bytes, instance_bytes)));
            if (count != from.primitives) left_out.insert("instances that could not be copied");
            continue;
        }
        BuiltGeometry to;
        to.shape = from.shape;
        to.flags = from.flags;
        to.primitives = from.primitives;
        if (from.shape == BuiltShape::triangles)
            read_triangles(from, to, left_out);
        else
            left_out.insert("boxes of intersection shaders, which have no triangles");
        built.geometries.push_back(std::move(to));
    }
    return built;
}

} // namespace hitmap::capture
