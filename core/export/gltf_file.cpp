#include "core/base/error.h"
#include "core/export/buffered_bytes.h"
#include "core/export/element_files.h"
#include "core/geometry/mesh/aabb.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace hitmap {

namespace {

using Json = nlohmann::ordered_json;

constexpr int type_unsigned_short = 5123;
constexpr int type_unsigned_int = 5125;
constexpr int type_float = 5126;
constexpr int target_vertices = 34962;
constexpr int target_indices = 34963;

/// The vertices of the file: those of each element one after the other. Faces have three of their own, in the
/// order in which they are drawn; boxes have eight, and indices.
struct GltfVertices {
    explicit GltfVertices(const ElementCells& cells)
        : of(cells), per_element(cells.corners == 3 ? 3 : 8), count(cells.elements.size() * per_element) {}
    [[nodiscard]] const glm::vec3& position(std::uint64_t vertex) const {
        return of.points[per_element == 3 ? of.indices[vertex] : vertex];
    }
    const ElementCells& of;
    unsigned per_element;
    std::uint64_t count;
};

/// The JSON of the file, with a view of the buffer for each accessor.
class GltfDocument {
public:
    Json json;
    std::uint64_t buffer_bytes = 0;

    /// Returns the number of the accessor.
    std::size_t accessor(const char* type, int component, std::uint64_t count, std::uint64_t item_bytes,
                         int target) {
        // The members of an ordered object are in a vector: a new one makes references to others invalid.
        json["bufferViews"].push_back({{"buffer", 0},
                                       {"byteOffset", buffer_bytes},
                                       {"byteLength", count * item_bytes},
                                       {"target", target}});
        buffer_bytes += count * item_bytes;
        const std::size_t view = json["bufferViews"].size() - 1;
        Json& accessors = json["accessors"];
        accessors.push_back(
            {{"bufferView", view}, {"componentType", component}, {"count", count}, {"type", type}});
        return accessors.size() - 1;
    }
};

/// "l1_hit_rate" -> "_L1_HIT_RATE": names of attributes that the format does not define begin with _.
std::string attribute_name(std::string_view name) {
    std::string text = "_";
    for (const char c : name)
        text += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return text;
}

Json primitive_of(const AttributedElements& elements, const GltfVertices& vertices, GltfDocument& document) {
    Json attributes = Json::object();
    const std::size_t position =
        document.accessor("VEC3", type_float, vertices.count, sizeof(glm::vec3), target_vertices);
    attributes["POSITION"] = position;
    Aabb bounds;
    for (std::uint64_t v = 0; v < vertices.count; ++v)
        bounds.include(vertices.position(v));
    Json& accessor = document.json["accessors"][position];
    accessor["min"] = {bounds.lower.x, bounds.lower.y, bounds.lower.z};
    accessor["max"] = {bounds.upper.x, bounds.upper.y, bounds.upper.z};
    if (!elements.colours.empty()) {
        const std::size_t colour = document.accessor("VEC4", type_unsigned_short, vertices.count,
                                                     4 * sizeof(std::uint16_t), target_vertices);
        document.json["accessors"][colour]["normalized"] = true;
        attributes["COLOR_0"] = colour;
    }
    const auto add_values = [&](std::string_view name) {
        attributes[attribute_name(name)] =
            document.accessor("SCALAR", type_float, vertices.count, sizeof(float), target_vertices);
    };
    for (const ElementAttribute& attribute : elements.attributes)
        add_values(attribute.name);
    add_values("element");
    add_values("source");
    constexpr int lines = 1;
    constexpr int triangles = 4;
    Json primitive{{"attributes", attributes},
                   {"mode", vertices.of.corners == 3 ? triangles : lines},
                   {"material", 0},
                   {"extras", {{"undefined", -1}}}};
    if (vertices.of.corners == 2)
        primitive["indices"] = document.accessor("SCALAR", type_unsigned_int, vertices.of.indices.size(),
                                                 sizeof(std::uint32_t), target_indices);
    return primitive;
}

GltfDocument document_of(const AttributedElements& elements, const GltfVertices& vertices) {
    GltfDocument document;
    Json& json = document.json;
    json["asset"] = {
        {"version", "2.0"}, {"generator", "hitmap"}, {"extras", {{"description", elements.description}}}};
    json["extensionsUsed"] = {"KHR_materials_unlit"}; // colours are values, not paint in a light
    json["scene"] = 0;
    json["scenes"] = Json::array({{{"nodes", {0}}}});
    Json node{{"mesh", 0}, {"name", element_kinds()[elements.kind].plural}};
    if (const glm::dvec3& offset = elements.offset; offset != glm::dvec3(0.0))
        node["translation"] = {offset.x, offset.y, offset.z}; // positions of the format are 32-bit floats
    json["nodes"] = Json::array({std::move(node)});
    json["materials"] = Json::array({{{"doubleSided", true},
                                      {"pbrMetallicRoughness", {{"metallicFactor", 0}}},
                                      {"extensions", {{"KHR_materials_unlit", Json::object()}}}}});
    Json primitive = primitive_of(elements, vertices, document);
    json["meshes"] = Json::array({{{"primitives", Json::array({std::move(primitive)})}}});
    json["buffers"] = Json::array({{{"byteLength", document.buffer_bytes}}});
    return document;
}

/// Colours of glTF are linear.
std::uint16_t linear(std::uint8_t channel) {
    const double c = channel / 255.0;
    const double value = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    return static_cast<std::uint16_t>(std::lround(value * 65535.0));
}

/// Writes one value for each vertex: value(i) is that of the i-th written element.
template <class Value>
void vertex_values(const GltfVertices& vertices, BufferedBytes& bytes, const Value& value) {
    for (std::size_t i = 0; i < vertices.of.elements.size(); ++i)
        for (unsigned v = 0; v < vertices.per_element; ++v)
            bytes.number(static_cast<float>(value(i)));
}

/// In the order of primitive_of().
void write_buffer(const AttributedElements& elements, const GltfVertices& vertices, BufferedBytes& bytes) {
    const ElementCells& cells = vertices.of;
    for (std::uint64_t v = 0; v < vertices.count; ++v)
        for (const float coordinate :
             {vertices.position(v).x, vertices.position(v).y, vertices.position(v).z})
            bytes.number(coordinate);
    if (!elements.colours.empty())
        for (const std::uint32_t element : cells.elements)
            for (unsigned v = 0; v < vertices.per_element; ++v) {
                for (const std::uint8_t channel : elements.colours[element])
                    bytes.number(linear(channel));
                bytes.number(std::uint16_t{65535});
            }
    for (const ElementAttribute& attribute : elements.attributes)
        vertex_values(vertices, bytes, [&](std::size_t i) {
            const float value = attribute.values[cells.elements[i]];
            return std::isfinite(value) ? value : -1.0F;
        });
    vertex_values(vertices, bytes, [&](std::size_t i) { return cells.elements[i]; });
    vertex_values(vertices, bytes, [&](std::size_t i) { return cells.sources[i]; });
    if (cells.corners == 2)
        for (const std::uint32_t index : cells.indices)
            bytes.number(index);
}

} // namespace

void write_gltf(const AttributedElements& elements, ByteSink& out, const JobContext& job) {
    const ElementCells cells(elements);
    if (cells.elements.empty()) throw Error("glTF: expected at least one element, found none");
    const GltfVertices vertices(cells);
    const GltfDocument document = document_of(elements, vertices);
    std::string json = document.json.dump();
    json.append((4 - json.size() % 4) % 4, ' ');
    const std::uint64_t total = 12 + 8 + json.size() + 8 + document.buffer_bytes;
    if (total > std::numeric_limits<std::uint32_t>::max())
        throw Error(fmt::format("glTF: expected at most 2^32 - 1 bytes, which the format can hold, found {}; "
                                "fewer metrics or frames need less",
                                total));
    BufferedBytes bytes(out, job);
    bytes.text("glTF");
    bytes.number(std::uint32_t{2});
    bytes.number(static_cast<std::uint32_t>(total));
    bytes.number(static_cast<std::uint32_t>(json.size()));
    bytes.text("JSON");
    bytes.text(json);
    bytes.number(static_cast<std::uint32_t>(document.buffer_bytes));
    bytes.text(std::string_view("BIN\0", 4));
    write_buffer(elements, vertices, bytes);
    bytes.flush();
}

} // namespace hitmap
