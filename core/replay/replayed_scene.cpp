#include "core/replay/replayed_scene.h"

#include "core/raytracer/scene_arrays.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace hitmap {

namespace {

/// Bits of VkGeometryInstanceFlagBitsKHR.
enum InstanceFlag : std::uint32_t {
    instance_culls_nothing = 0x1,
    instance_flips_facing = 0x2,
    instance_is_opaque = 0x4,
    instance_is_not_opaque = 0x8,
};
/// A bit of VkGeometryFlagBitsKHR.
constexpr std::uint32_t geometry_is_opaque = 0x1;

SlotTraits traits_of(const InstanceFaces& part) {
    SlotTraits traits;
    traits.mask = part.mask;
    traits.is_opaque = (part.geometry_flags & geometry_is_opaque) != 0;
    if ((part.instance_flags & instance_is_opaque) != 0) traits.is_opaque = true;
    if ((part.instance_flags & instance_is_not_opaque) != 0) traits.is_opaque = false;
    traits.culls_facing = (part.instance_flags & instance_culls_nothing) == 0;
    // The side is one of the object, so that a mirroring instance does not change it.
    traits.flips_facing = ((part.instance_flags & instance_flips_facing) != 0) != part.mirrors;
    return traits;
}

/// The faces of a scene that are no padding, with normals.
Mesh mesh_of(const RecordedScene& recorded, std::vector<std::int32_t>& faces, const JobContext& job) {
    Mesh mesh;
    mesh.positions = recorded.vertices;
    for (std::size_t slot = 0; slot < recorded.face_slots.size(); ++slot) {
        if (slot % 65536 == 0) job.check();
        if (recorded.is_padding(slot) || recorded.face_slots[slot] == glm::uvec3(0)) continue;
        mesh.faces.push_back(recorded.face_slots[slot]);
        faces.push_back(recorded.face_source.empty() ? static_cast<std::int32_t>(slot)
                                                     : recorded.face_source[slot]);
    }
    add_vertex_normals(mesh, job);
    return mesh;
}

} // namespace

ReplayedScene::ReplayedScene(const RecordedScene& recorded, const std::string& name,
                             const TraceOptions& options, ThreadPool& pool, const JobContext& job)
    : before_(recorded) {
    scene_.name = name;
    scene_.mesh = mesh_of(recorded, faces_, job);
    if (!recorded.cameras.empty()) scene_.camera = recorded.cameras.front();
    PlacedTree tree = place_tree(scene_.mesh, options, pool, job);
    sah_cost_ = tree.sah_cost;
    depth_ = tree.layout.depth;
    TraceOptions one_pixel = options; // the device has a frame buffer, which the replay does not use
    one_pixel.width = one_pixel.height = 1;
    upload_ = std::make_unique<SceneUpload>(scene_, std::move(tree.layout), one_pixel, job);
    for (const std::int32_t face : upload_->recorded().face_source)
        sources_.push_back(face < 0 ? face : faces_[static_cast<std::size_t>(face)]);
    for (const std::int32_t source : sources_)
        traits_.push_back(source < 0 ? SlotTraits{} : traits_of(static_cast<std::uint32_t>(source)));
}

SlotTraits ReplayedScene::traits_of(std::uint32_t face) const {
    const auto behind =
        std::ranges::upper_bound(before_.instance_faces, face, {}, &InstanceFaces::first_face);
    if (behind == before_.instance_faces.begin()) return {};
    const InstanceFaces& instance = *std::prev(behind);
    return face - instance.first_face < instance.faces ? hitmap::traits_of(instance) : SlotTraits{};
}

std::vector<Allocation> ReplayedScene::allocations() const {
    std::vector<Allocation> used;
    for (const Allocation& allocation : upload_->allocations())
        if (allocation.bytes != 0 && (allocation.role == Role::nodes || allocation.role == Role::boxes ||
                                      allocation.role == Role::faces || allocation.role == Role::vertices ||
                                      allocation.role == Role::stack))
            used.push_back(allocation);
    return used;
}

RecordedScene ReplayedScene::recorded() const {
    RecordedScene scene = upload_->recorded();
    scene.face_source = sources_;
    scene.cameras = before_.cameras;
    scene.width = before_.width;
    scene.height = before_.height;
    scene.source_hash = before_.source_hash;
    scene.instance_faces = before_.instance_faces;
    return scene;
}

std::optional<std::int32_t> ReplayedScene::face_of(std::uint32_t instance, std::uint32_t geometry,
                                                   std::uint32_t primitive) const {
    const auto place = std::pair(instance, geometry);
    const auto part = std::ranges::lower_bound(before_.instance_faces, place, {}, [](const InstanceFaces& p) {
        return std::pair(p.instance, p.geometry);
    });
    if (part == before_.instance_faces.end() || std::pair(part->instance, part->geometry) != place ||
        primitive >= part->faces)
        return std::nullopt;
    return static_cast<std::int32_t>(part->first_face + primitive);
}

} // namespace hitmap
