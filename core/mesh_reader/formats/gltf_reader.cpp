#include "core/mesh_reader/formats/gltf_reader.h"

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/number_text.h"
#include "core/geometry/finite.h"
#include "core/mesh_reader/formats/gltf_buffers.h"
#include "core/mesh_reader/polygons/polygon_cut.h"

#include <fmt/format.h>
#include <glm/mat4x4.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>

namespace hitmap {

namespace {

constexpr std::uint64_t corners_per_step = std::uint64_t{1} << 16U;
constexpr std::uint64_t most_corners = std::numeric_limits<std::uint32_t>::max() - 2;

/// Whether a file may require the extension without changing its triangles.
bool leaves_triangles(const std::string& extension) {
    static constexpr std::string_view begins[] = {"KHR_materials_", "KHR_texture_", "EXT_texture_",
                                                  "MSFT_texture_",  "KHR_lights_",  "EXT_lights_",
                                                  "KHR_xmp"};
    return extension == "KHR_mesh_quantization" ||
           std::any_of(std::begin(begins), std::end(begins),
                       [&](std::string_view begin) { return extension.starts_with(begin); });
}

/// A set of whole numbers below a size, which returns how many of its members are smaller than a given one.
class RankedSet {
public:
    explicit RankedSet(std::uint64_t size) : words_(size / 64 + 1) {}
    void insert(std::uint32_t number) { words_[number / 64] |= std::uint64_t{1} << number % 64; }
    void count_ranks() {
        ranks_.clear();
        std::uint32_t rank = 0;
        for (const std::uint64_t word : words_) {
            ranks_.push_back(rank);
            rank += static_cast<std::uint32_t>(std::popcount(word));
        }
    }
    [[nodiscard]] std::uint32_t rank(std::uint32_t number) const {
        const std::uint64_t below = words_[number / 64] & ((std::uint64_t{1} << number % 64) - 1);
        return ranks_[number / 64] + static_cast<std::uint32_t>(std::popcount(below));
    }
    /// Adds the members of `other`, which must have the same size.
    void insert(const RankedSet& other) {
        for (std::size_t i = 0; i < words_.size(); ++i)
            words_[i] |= other.words_[i];
    }
    [[nodiscard]] std::uint64_t size() const {
        std::uint64_t size = 0;
        for (const std::uint64_t word : words_)
            size += static_cast<std::uint64_t>(std::popcount(word));
        return size;
    }
    template <class F>
    void for_each(const F& f) const {
        for (std::size_t i = 0; i < words_.size(); ++i)
            for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
                f(static_cast<std::uint32_t>(i * 64 + static_cast<unsigned>(std::countr_zero(word))));
    }

private:
    std::vector<std::uint64_t> words_;
    std::vector<std::uint32_t> ranks_;
};

class GltfReader {
public:
    GltfReader(const JsonNode& root, std::string_view binary, MeshFolder& folder, MeshSink& sink,
               const JobContext& job)
        : root_(root), buffers_(root, binary, folder), sink_(sink), job_(job) {}

    void read() {
        check_version();
        check_extensions();
        declare();
        visit_nodes();
        ImportReport& report = sink_.report();
        for (const auto& [number, used] : used_) {
            declared_vertices_ += used.first;
            report.unused_vertices += used.first - used.second.size();
        }
        if (declared_vertices_ != 0) report.declared.push_back({"vertex", "vertices", declared_vertices_});
        warn(skins_, "mesh is taken without its skin, as it was modelled",
             "meshes are taken without their skin, as they were modelled");
        warn(targets_, "primitive is taken without its morph targets",
             "primitives are taken without their morph targets");
        warn(instancing_, "node is taken once, not repeated as its extension EXT_mesh_gpu_instancing says",
             "nodes are taken once, not repeated as their extension EXT_mesh_gpu_instancing says");
        warn(loose_corners_, "corner behind the last whole triangle of a primitive is left out",
             "corners behind the last whole triangle of a primitive are left out");
        std::uint64_t without = 0;
        for (const bool shown : shown_)
            without += shown ? 0 : 1;
        warn(without, "mesh is left out: no node of the scene has it",
             "meshes are left out: no node of the scene has them");
        warn(without_positions_, "primitive is left out: it has no positions",
             "primitives are left out: they have no positions");
    }

private:
    void warn(std::uint64_t count, std::string_view one, std::string_view several) {
        if (count != 0) sink_.report().warnings.push_back(counted_text(count, one, several));
    }

    void check_version() const {
        const auto asset = root_.find("asset");
        const auto version = asset ? asset->find("version") : std::nullopt;
        if (!version || !version->text().starts_with("2."))
            root_.refuse(fmt::format("expected glTF 2, found {}",
                                     version ? "version " + version->text() : "no version"));
    }

    void check_extensions() const {
        const auto required = root_.find("extensionsRequired");
        if (!required) return;
        for (const JsonNode& node : required->items()) {
            const std::string name = node.text();
            if (!leaves_triangles(name))
                node.refuse(fmt::format("the extension {}, which the file requires, is not supported", name));
        }
    }

    [[nodiscard]] std::uint64_t size_of(const std::string& key) const {
        const auto array = root_.find(key);
        return array && array->value().is_array() ? array->value().size() : 0;
    }

    void declare() {
        const auto declare = [&](const char* key, const char* one, const char* several) {
            if (const std::uint64_t count = size_of(key))
                sink_.report().declared.push_back({one, several, count});
        };
        declare("meshes", "mesh", "meshes");
        declare("nodes", "node", "nodes");
        declare("materials", "material (not read)", "materials (not read)");
        declare("animations", "animation (not played)", "animations (not played)");
        shown_.assign(size_of("meshes"), false);
        visited_.assign(size_of("nodes"), false);
    }

    /// Visits the nodes of the scene in the order of the tree. The stack is explicit, because the file
    /// determines the depth.
    void visit_nodes() {
        struct Visit {
            std::uint64_t node;
            glm::dmat4 above;
        };
        std::vector<Visit> pending;
        const auto push = [&](const JsonNode& list, const glm::dmat4& above) {
            const std::vector<JsonNode> items = list.items();
            for (auto item = items.rbegin(); item != items.rend(); ++item)
                pending.push_back({static_cast<std::uint64_t>(item->number(0.0, 9.0e15, true)), above});
        };
        if (size_of("scenes") == 0) root_.refuse("expected a scene, found none");
        const JsonNode scene = gltf_item(root_, "scenes", gltf_number(root_, "scene", 0));
        if (const auto nodes = scene.find("nodes")) push(*nodes, glm::dmat4(1.0));
        while (!pending.empty()) {
            const Visit visit = pending.back();
            pending.pop_back();
            job_.check();
            const JsonNode node = gltf_item(root_, "nodes", visit.node);
            if (visited_[visit.node])
                node.refuse("expected a tree of nodes, found a node that is in it twice");
            visited_[visit.node] = true;
            const glm::dmat4 transform = visit.above * transform_of(node);
            if (const auto mesh = node.find("mesh")) {
                skins_ += node.find("skin") ? 1 : 0;
                const auto extensions = node.find("extensions");
                instancing_ += extensions && extensions->find("EXT_mesh_gpu_instancing") ? 1 : 0;
                add_mesh(static_cast<std::uint64_t>(mesh->number(0.0, 9.0e15, true)), transform);
            }
            if (const auto children = node.find("children")) push(*children, transform);
        }
    }

    template <std::size_t size>
    static std::array<double, size> numbers(const JsonNode& node, const std::string& key,
                                            std::array<double, size> otherwise) {
        const auto list = node.find(key);
        if (!list) return otherwise;
        const std::vector<JsonNode> items = list->items();
        if (items.size() != size)
            list->refuse(fmt::format("expected {} numbers, found {}", size, items.size()));
        for (std::size_t i = 0; i < size; ++i)
            otherwise[i] = items[i].number(-1e300, 1e300, false);
        return otherwise;
    }

    static glm::dmat4 transform_of(const JsonNode& node) {
        glm::dmat4 result(1.0);
        if (node.find("matrix")) {
            const auto m = numbers<16>(node, "matrix", {});
            for (int i = 0; i < 16; ++i)
                result[i / 4][i % 4] = m[static_cast<std::size_t>(i)];
            return result;
        }
        const auto t = numbers<3>(node, "translation", {0, 0, 0});
        const auto [x, y, z, w] = numbers<4>(node, "rotation", {0, 0, 0, 1});
        const auto s = numbers<3>(node, "scale", {1, 1, 1});
        result[0] = glm::dvec4(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0) * s[0];
        result[1] = glm::dvec4(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0) * s[1];
        result[2] = glm::dvec4(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0) * s[2];
        result[3] = glm::dvec4(t[0], t[1], t[2], 1);
        return result;
    }

    void add_mesh(std::uint64_t number, const glm::dmat4& transform) {
        const JsonNode mesh = gltf_item(root_, "meshes", number);
        shown_[number] = true;
        const Placement placement{glm::dmat3(transform), glm::dvec3(transform[3])};
        const auto primitives = mesh.find("primitives");
        if (!primitives) mesh.refuse("expected primitives, found none");
        for (const JsonNode& primitive : primitives->items())
            add_primitive(primitive, placement);
    }

    void add_primitive(const JsonNode& primitive, const Placement& placement) {
        const auto attributes = primitive.find("attributes");
        const auto position = attributes ? attributes->find("POSITION") : std::nullopt;
        if (!position) {
            ++without_positions_;
            return;
        }
        targets_ += primitive.find("targets") ? 1 : 0;
        const auto accessor_number = static_cast<std::uint64_t>(position->number(0.0, 9.0e15, true));
        const GltfAccessor positions = vectors(*position, "positions");
        auto& used = used_.try_emplace(accessor_number, positions.count(), RankedSet(positions.count()))
                         .first->second.second;
        const std::vector<std::uint32_t> corners = corners_of(primitive, positions.count());
        const std::uint64_t mode = gltf_number(primitive, "mode", 4);
        if (mode < 4) {
            count_others(mode, corners.size());
            // The vertices of lines and points are counted as such, not as left out.
            RankedSet of_others(positions.count());
            for (const std::uint32_t corner : corners)
                of_others.insert(corner);
            used.insert(of_others);
            return;
        }
        const std::vector<glm::uvec3> triangles = triangles_of(primitive, mode, corners);
        RankedSet here(positions.count());
        for (const glm::uvec3& triangle : triangles)
            for (int c = 0; c < 3; ++c)
                here.insert(triangle[c]);
        used.insert(here);
        here.count_ranks();
        RawMesh mesh;
        mesh.name = primitive.place();
        here.for_each([&](std::uint32_t v) { mesh.positions.emplace_back(vector(positions, v, *position)); });
        if (const auto normal = attributes->find("NORMAL")) {
            const GltfAccessor normals = vectors(*normal, "normals");
            if (normals.count() < positions.count())
                normal->refuse(
                    fmt::format("expected {} normals, found {}", positions.count(), normals.count()));
            here.for_each([&](std::uint32_t v) {
                mesh.normals.emplace_back(normals.real(v, 0), normals.real(v, 1), normals.real(v, 2));
            });
        }
        for (const glm::uvec3& triangle : triangles)
            mesh.triangles.emplace_back(here.rank(triangle.x), here.rank(triangle.y), here.rank(triangle.z));
        if (!mesh.normals.empty()) mesh.normal_triangles = mesh.triangles;
        job_.check();
        sink_.add(mesh, placement);
    }

    GltfAccessor vectors(const JsonNode& attribute, std::string_view what) {
        const GltfAccessor accessor =
            buffers_.accessor(static_cast<std::uint64_t>(attribute.number(0.0, 9.0e15, true)));
        if (accessor.components() != 3)
            attribute.refuse(fmt::format("expected an accessor of VEC3 for {}, found another", what));
        if (accessor.count() > most_corners)
            attribute.refuse(fmt::format("expected {} that 32 bits can number, found more", what));
        return accessor;
    }

    static glm::vec3 vector(const GltfAccessor& accessor, std::uint32_t number, const JsonNode& attribute) {
        const glm::vec3 v(accessor.real(number, 0), accessor.real(number, 1), accessor.real(number, 2));
        if (!finite(v))
            attribute.refuse(fmt::format("vertex {}: expected finite coordinates, found ({}, {}, {})", number,
                                         v.x, v.y, v.z));
        return v;
    }

    /// The vertices of the primitive's corners, all below `vertices`.
    std::vector<std::uint32_t> corners_of(const JsonNode& primitive, std::uint64_t vertices) {
        std::vector<std::uint32_t> corners;
        const auto indices = primitive.find("indices");
        if (!indices) {
            corners.resize(vertices);
            for (std::uint32_t i = 0; i < corners.size(); ++i)
                corners[i] = i;
            return corners;
        }
        const GltfAccessor accessor =
            buffers_.accessor(static_cast<std::uint64_t>(indices->number(0.0, 9.0e15, true)));
        if (accessor.components() != 1 || !accessor.is_whole() || accessor.count() > most_corners)
            indices->refuse("expected an accessor of SCALAR whole numbers for indices, found another");
        corners.reserve(accessor.count());
        for (std::uint64_t i = 0; i < accessor.count(); ++i) {
            if (i % corners_per_step == 0) job_.check();
            const std::uint32_t corner = accessor.whole(i);
            if (corner >= vertices)
                indices->refuse(fmt::format("index {}: expected a vertex number below {}, found {}", i,
                                            vertices, corner));
            corners.push_back(corner);
        }
        return corners;
    }

    /// Counts points, lines, line loops and line strips.
    void count_others(std::uint64_t mode, std::uint64_t corners) {
        if (mode == 0) sink_.report().dropped_points += corners;
        if (mode == 1) sink_.report().dropped_lines += corners / 2;
        if (mode == 2 && corners > 1) sink_.report().dropped_lines += corners;
        if (mode == 3 && corners > 1) sink_.report().dropped_lines += corners - 1;
    }

    std::vector<glm::uvec3> triangles_of(const JsonNode& primitive, std::uint64_t mode,
                                         const std::vector<std::uint32_t>& corners) {
        std::vector<glm::uvec3> triangles;
        const auto size = static_cast<std::uint32_t>(corners.size());
        if (mode == 4) {
            for (std::uint32_t i = 0; i + 3 <= size; i += 3)
                triangles.emplace_back(i, i + 1, i + 2);
            loose_corners_ += size % 3;
        } else if (mode == 5) {
            cut_strip(size, triangles);
        } else if (mode == 6) {
            cut_fan(size, triangles);
        } else {
            primitive.refuse(fmt::format("expected a mode from 0 to 6, found {}", mode));
        }
        for (glm::uvec3& triangle : triangles)
            triangle = {corners[triangle.x], corners[triangle.y], corners[triangle.z]};
        return triangles;
    }

    const JsonNode& root_;
    GltfBuffers buffers_;
    MeshSink& sink_;
    const JobContext& job_;
    std::map<std::uint64_t, std::pair<std::uint64_t, RankedSet>>
        used_;                  // [accessor] number of vertices, and which of them are used
    std::vector<bool> shown_;   // [meshes]
    std::vector<bool> visited_; // [nodes]
    std::uint64_t declared_vertices_ = 0, skins_ = 0, targets_ = 0, instancing_ = 0, loose_corners_ = 0,
                  without_positions_ = 0;
};

} // namespace

void read_gltf(std::string_view bytes, MeshFolder& folder, MeshSink& sink, const JobContext& job) {
    const std::string& file = folder.mesh();
    job.begin("reading the mesh", bytes.size(), "bytes");
    const GltfParts parts = gltf_parts(bytes, file);
    const auto json = parse_json_text<JsonNode::Json>(parts.json, file);
    const JsonNode root(json, "", file);
    GltfReader(root, parts.binary, folder, sink, job).read();
}

} // namespace hitmap
