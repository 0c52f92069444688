#include "core/raytracer/scene_arrays.h"

#include "core/bvh/quality.h"
#include "core/bvh/wide_tree.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// The renumbered indices of each slot's face; (0,0,0) for padding.
std::vector<glm::uvec3> by_slot(const std::vector<std::int32_t>& slot_faces,
                                const std::vector<glm::uvec3>& faces, const Places& places,
                                const JobContext& job) {
    std::vector<glm::uvec3> slots(slot_faces.size(), glm::uvec3(0));
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        if (slot % 65536 == 0) job.check();
        if (slot_faces[slot] != Bvh::padding)
            slots[slot] = renumbered(faces[static_cast<std::size_t>(slot_faces[slot])], places);
    }
    return slots;
}

} // namespace

PlacedTree place_tree(const Mesh& mesh, const TraceOptions& options, ThreadPool& pool, const JobContext& job,
                      const BvhProvider& provider) {
    PlacedTree placed;
    Bvh bvh = provider ? provider(mesh, options.bvh) : build_bvh(mesh, options.bvh, pool, job.part(0.0, 0.5));
    const WideTree tree(bvh, options.nodes.node_width, job);
    placed.sah_cost = bvh.nodes.empty() ? 0.0 : sah_cost(tree);
    placed.end_point_overlap = end_point_overlap(tree, mesh, pool, job.part(0.5, 1.0));
    const Places faces = face_places(mesh, options.face_order, options.seed, job);
    placed.layout = lay_out(std::move(bvh), tree, options.nodes, faces, pool, job);
    return placed;
}

RecordedScene recorded_scene(const Scene& scene, TreeLayout& tree, const TraceOptions& options,
                             const JobContext& job) {
    const Mesh& mesh = scene.mesh;
    const Places vertices = vertex_places(mesh, options.vertex_order, options.seed, job);
    const Places normals = normal_places(mesh, vertices, job);
    RecordedScene recorded;
    recorded.vertices = reordered(mesh.positions, vertices, job);
    recorded.normals = reordered(mesh.normals, normals, job);
    recorded.face_slots = by_slot(tree.slot_faces, mesh.faces, vertices, job);
    recorded.normal_slots = by_slot(tree.slot_faces, mesh.normal_faces, normals, job);
    recorded.face_source = std::move(tree.slot_faces);
    recorded.box_parent = std::move(tree.links.parent);
    recorded.box_level = std::move(tree.links.level);
    recorded.box_source = std::move(tree.box_source);
    recorded.boxes = std::move(tree.boxes);
    recorded.instances.emplace_back();
    recorded.cameras.push_back(scene.camera);
    recorded.width = options.width;
    recorded.height = options.height;
    recorded.source_hash = scene.source_hash != 0 ? scene.source_hash : source_hash(mesh);
    return recorded;
}

} // namespace hitmap
