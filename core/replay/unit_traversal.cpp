#include "core/replay/unit_traversal.h"

#include "core/raytracer/scene_arrays.h"
#include "core/replay/own_rays.h"
#include "core/replay/tree_buffer.h"
#include "core/simt/memory.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace hitmap {

namespace {

/// What the unit does instead of a program, a line for each instruction, so that tables by source line name
/// it.
SourceText source_of(const NodeFormat& format) {
    return {fmt::format("ray-unit/{}", format.name),
            fmt::format("fetch a node of {} bytes, and intersect the boxes of its {} children at most\n"
                        "fetch a triangle of {} bytes, and intersect it\n",
                        format.node_bytes, format.width, format.fetched_bytes)};
}

TraceOptions in_format(const ReplayOptions& options) {
    TraceOptions tree = options.tree;
    tree.bvh.leaf_size = options.format->leaf_size;
    tree.nodes.node_width = options.format->width;
    return tree;
}

} // namespace

UnitTraversal::UnitTraversal(const ReplayedFaces& faces, const ReplayOptions& options, ThreadPool& pool,
                             const JobContext& job)
    : faces_(faces),
      tree_(format_tree(place_tree(faces.mesh(), in_format(options), pool, job).layout, *options.format)) {
    triangles_.sources = faces.sources_of(tree_.triangles);
    triangles_.traits = faces.traits_of(triangles_.sources);
    triangles_.corners = [this](std::uint32_t slot) {
        const Mesh& mesh = faces_.mesh();
        const glm::uvec3& face = mesh.faces[static_cast<std::size_t>(tree_.triangles[slot])];
        return TriangleCorners{mesh.positions[face.x], mesh.positions[face.y], mesh.positions[face.z]};
    };
    place(*options.format);
    unit_ = std::make_unique<RayUnit>(tree_.tree, triangles_, options.order, options.unit);
}

void UnitTraversal::place(const NodeFormat& format) {
    UnitTree& tree = tree_.tree;
    simt::AddressSpace addresses;
    const std::uint64_t nodes = addresses.allocate(tree.nodes.size() * std::uint64_t{format.node_bytes});
    const std::uint64_t triangles =
        addresses.allocate(tree.triangles.size() * std::uint64_t{format.triangle_bytes});
    for (UnitTree::Node& node : tree.nodes)
        node.address += nodes;
    for (std::uint64_t& address : tree.triangles)
        address += triangles;
    if (!tree.nodes.empty())
        allocations_.push_back(
            tree_buffer("tree nodes", Role::boxes, nodes, tree.nodes.size(), format.node_bytes));
    if (!tree.triangles.empty())
        allocations_.push_back(tree_buffer("tree triangles", Role::faces, triangles, tree.triangles.size(),
                                           format.triangle_bytes));
    source_ = source_of(format);
    instructions_ = {tree_fetch(source_, 1, format.node_bytes), tree_fetch(source_, 2, format.fetched_bytes)};
}

std::vector<SourceText> UnitTraversal::source_texts() const {
    return {source_};
}

RecordedScene UnitTraversal::recorded() const {
    RecordedScene scene;
    scene.vertices = faces_.mesh().positions;
    for (const std::int32_t face : tree_.triangles)
        scene.face_slots.push_back(faces_.mesh().faces[static_cast<std::size_t>(face)]);
    scene.boxes = tree_.boxes;
    scene.box_parent = tree_.parents;
    scene.box_level = tree_.levels;
    scene.instances.emplace_back();
    faces_.complete(scene, triangles_.sources);
    return scene;
}

void UnitTraversal::trace(const simt::WarpPlace& /*place*/, const LoggedWarp& warp, ReplayEnds& ends,
                          FetchSink& out) {
    ReplayedWarp traced = replayed_warp(warp, faces_);
    unit_->trace(traced, out);
    set_ends(warp, traced, triangles_.sources, faces_, ends);
}

} // namespace hitmap
