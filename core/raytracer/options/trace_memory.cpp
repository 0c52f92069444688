#include "core/raytracer/options/trace_memory.h"

#include "core/geometry/file_ending.h"
#include "core/geometry/scene.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace hitmap {

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

/// Code, libraries and tables of the program.
constexpr std::uint64_t program_bytes = 40 * mib;
/// Building a tree, in addition to the mesh: the bound documented at build_bvh().
constexpr std::uint64_t build_bytes_a_face = 150;
/// Generating a built-in scene or importing a mesh, in addition to the mesh itself.
constexpr std::uint64_t load_bytes_a_face = 60;
/// Registers of a lane's call for secondary rays, in addition to those of every kernel.
constexpr std::uint64_t secondary_bytes_a_lane = 800;
/// Accesses of a lane's warp that wait for their turns.
constexpr std::uint64_t waiting_bytes_a_lane = 200;
/// Requests of a block until it is written, and the tables that predict them.
constexpr std::uint64_t block_bytes = 72 * mib;
constexpr std::uint64_t encoding_bytes = 36 * mib;
/// Predictive encoding of the scene's arrays.
constexpr std::uint64_t encoding_bytes_a_face = 70;
/// Requests between tracer and model, and per core the results of the model for them.
constexpr std::uint64_t stream_bytes = 24 * mib;
constexpr std::uint64_t model_bytes_a_core = 52 * mib;
constexpr std::uint64_t index_bytes_an_access = 16;
/// The allocator wastes one in this many bytes.
constexpr std::uint64_t allocator_share = 12;

std::uint64_t mesh_bytes(const SceneSize& scene) {
    return 12 * (scene.vertices + scene.normals + 2 * scene.faces);
}

/// The median split fills its leaves; the other methods leave about a third of the slots empty.
std::uint64_t slots_of(const SceneSize& scene, const TraceOptions& options) {
    const std::uint64_t leaf = std::max(1U, options.bvh.leaf_size);
    return leaf == 1 ? scene.faces : scene.faces + scene.faces / 2;
}

std::uint64_t boxes_of(const SceneSize& scene, const TraceOptions& options) {
    return 2 * slots_of(scene, options) / std::max(1U, options.bvh.leaf_size);
}

/// Nodes, boxes, and per slot: faces, normals, sources.
std::uint64_t device_bytes(const SceneSize& scene, const TraceOptions& options) {
    return 28 * slots_of(scene, options) + 28 * boxes_of(scene, options);
}

/// Arrays that only the recording needs: copies of the mesh's arrays, parents and levels of boxes.
std::uint64_t recorded_bytes(const SceneSize& scene, const TraceOptions& options) {
    return 12 * (scene.vertices + scene.normals) + 6 * boxes_of(scene, options);
}

/// Resident warps with the stacks of their lanes, and two copies of the framebuffer.
std::uint64_t running_bytes(const SceneSize& scene, const TraceOptions& options) {
    const std::uint64_t warps = std::uint64_t{options.sm_count} * options.warps_per_sm;
    const std::uint64_t depth = 6 + static_cast<std::uint64_t>(std::bit_width(scene.faces));
    const std::uint64_t secondary = options.rays.kind == RayKind::primary ? 0 : secondary_bytes_a_lane;
    return warps * 32 * (64 + waiting_bytes_a_lane + 16 * depth * options.stack_slots + secondary) +
           8 * std::uint64_t{options.width} * options.height;
}

/// The lines that boxes, faces and vertices span, in the LRU stack of L2 and in those of the L1 caches.
std::uint64_t line_bytes(const SceneSize& scene, const TraceOptions& options) {
    const std::uint64_t bytes =
        12 * scene.vertices + 12 * slots_of(scene, options) + 24 * boxes_of(scene, options);
    return bytes / 32 * 16 + bytes / 128 * (4 * std::uint64_t{options.sm_count} + 128);
}

/// The time index: a ray visits a few nodes on each level of the tree.
std::uint64_t index_bytes(const SceneSize& scene, const TraceOptions& options) {
    const std::uint64_t rays = std::uint64_t{options.width} * options.height;
    return rays * 4 * static_cast<std::uint64_t>(std::bit_width(scene.faces)) * index_bytes_an_access;
}

std::uint64_t model_bytes(const SceneSize& scene, const TraceOptions& options, const TraceWork& work) {
    std::uint64_t each = stream_bytes + model_bytes_a_core * work.threads + line_bytes(scene, options);
    each += 12 * slots_of(scene, options);
    if (work.has_scene) each += device_bytes(scene, options) + recorded_bytes(scene, options);
    return work.simulates * each + work.indexes * index_bytes(scene, options);
}

std::uint64_t wanted_triangles(std::string_view spec) {
    const std::string_view key = "triangles=";
    if (const auto at = spec.find(key); at != std::string_view::npos) {
        std::uint64_t value = 0;
        const char* begin = spec.data() + at + key.size();
        if (std::from_chars(begin, spec.data() + spec.size(), value).ec == std::errc{}) return value;
    }
    for (const BuiltinScene& scene : builtin_scenes())
        if (spec.substr(8, scene.name.size()) == scene.name) return scene.triangles;
    return 0;
}

/// Bytes of a file per face, assuming half a vertex per face; 0 if the size of the file has no meaning.
std::uint64_t bytes_a_face(std::string_view ending) {
    if (ending == ".gltf") return 0; // the numbers are in other files
    if (ending == ".stl") return 50; // binary
    if (ending == ".obj") return 50; // short numbers, no normals
    if (ending == ".dae") return 40; // short numbers, no normals
    return 19;                       // binary PLY: 13 bytes per face, 12 per vertex; other formats take more
}

} // namespace

SceneSize size_of(const Mesh& mesh) {
    return {mesh.positions.size(), mesh.faces.size(), mesh.normals.size()};
}

SceneSize expected_size(std::string_view spec) {
    std::uint64_t faces = 0;
    if (spec.starts_with("builtin:")) {
        faces = wanted_triangles(spec);
    } else {
        std::error_code unknown; // load_scene() reports the error
        const auto bytes = std::filesystem::file_size(spec, unknown);
        const std::uint64_t each = bytes_a_face(lower_case_ending(std::string(spec)));
        faces = unknown || each == 0 ? 0 : bytes / each;
    }
    return {faces / 2, faces, faces / 2};
}

std::uint64_t estimate_trace_bytes(const SceneSize& scene, const TraceOptions& options,
                                   const TraceWork& work) {
    const std::uint64_t mesh = mesh_bytes(scene);
    const std::uint64_t device = device_bytes(scene, options);
    const std::uint64_t recorded = recorded_bytes(scene, options);
    const std::uint64_t loading = load_bytes_a_face * scene.faces;
    const std::uint64_t building = build_bytes_a_face * scene.faces;
    std::uint64_t describing = device + recorded;
    if (work.writes) describing += encoding_bytes_a_face * scene.faces;
    std::uint64_t tracing = device + running_bytes(scene, options) + model_bytes(scene, options, work);
    if (work.writes) tracing += (work.threads + 1) * block_bytes + work.threads * encoding_bytes;
    const std::uint64_t bytes = program_bytes + mesh + std::max({loading, building, describing, tracing});
    return bytes + bytes / allocator_share;
}

} // namespace hitmap
