#include "core/raytracer/scene_upload.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

/// Indices of each slot's face; (0,0,0) for padding.
std::vector<glm::uvec3> by_slot(const std::vector<std::int32_t>& slot_faces,
                                const std::vector<glm::uvec3>& faces) {
    std::vector<glm::uvec3> slots(slot_faces.size(), glm::uvec3(0));
    for (std::size_t slot = 0; slot < slots.size(); ++slot)
        if (slot_faces[slot] != Bvh::padding) slots[slot] = faces[static_cast<std::size_t>(slot_faces[slot])];
    return slots;
}

RecordedScene record(const Scene& scene, Bvh& bvh, const TraceOptions& options) {
    RecordedScene recorded;
    recorded.vertices = scene.mesh.positions;
    recorded.normals = scene.mesh.normals;
    recorded.face_slots = by_slot(bvh.slot_faces, scene.mesh.faces);
    recorded.normal_slots = by_slot(bvh.slot_faces, scene.mesh.normal_faces);
    recorded.face_source = std::move(bvh.slot_faces);
    BoxLinks links = box_links(bvh);
    recorded.box_parent = std::move(links.parent);
    recorded.box_level = std::move(links.level);
    recorded.boxes = std::move(bvh.boxes);
    recorded.instances.emplace_back();
    recorded.cameras.push_back(scene.camera);
    recorded.width = options.width;
    recorded.height = options.height;
    recorded.source_hash = source_hash(scene.mesh);
    return recorded;
}

/// Allocates arrays on the device and describes them for the recording.
class Allocator {
public:
    explicit Allocator(std::vector<Allocation>& allocations) : allocations_(allocations) {}

    template <unsigned width, class T>
    void global(simt::GlobalArray<T, width>& array, std::string_view name, Role role, std::span<T> host) {
        array = {addresses_.allocate(host.size_bytes()), host};
        add(name, role, Space::global, array.address, host.size_bytes(), sizeof(T));
    }
    template <class T>
    void local(simt::LocalArray<T>& array, std::string_view name, std::uint32_t count) {
        array = {0, count};
        add(name, Role::stack, Space::local, 0, std::uint64_t{count} * sizeof(T), sizeof(T));
    }

private:
    void add(std::string_view name, Role role, Space space, std::uint64_t address, std::uint64_t bytes,
             std::uint32_t stride) {
        Allocation allocation;
        allocation.name = name;
        allocation.role = role;
        allocation.space = space;
        allocation.address = address;
        allocation.bytes = bytes;
        allocation.stride = stride;
        allocation.element_bytes = stride;
        allocations_.push_back(std::move(allocation));
    }

    std::vector<Allocation>& allocations_;
    simt::AddressSpace addresses_;
};

} // namespace

SceneUpload::SceneUpload(const Scene& scene, Bvh&& bvh, const TraceOptions& options)
    : recorded_(record(scene, bvh, options)),
      nodes_(std::move(bvh.nodes)),
      pixels_(std::size_t{options.width} * options.height) {
    Allocator allocate(allocations_);
    allocate.global<4>(gpu_.framebuffer, "framebuffer", Role::framebuffer, std::span(pixels_));
    allocate.global<4>(gpu_.nodes, "nodes", Role::nodes, std::span(std::as_const(nodes_)));
    allocate.global<8>(gpu_.boxes, "boxes", Role::boxes, std::span(std::as_const(recorded_.boxes)));
    allocate.global<4>(gpu_.faces, "faces", Role::faces, std::span(std::as_const(recorded_.face_slots)));
    allocate.global<4>(gpu_.vertices, "vertices", Role::vertices, std::span(scene.mesh.positions));
    allocate.global<4>(gpu_.normal_faces, "normal indices", Role::vertex_attributes,
                       std::span(std::as_const(recorded_.normal_slots)));
    allocate.global<4>(gpu_.normals, "normals", Role::vertex_attributes, std::span(scene.mesh.normals));
    allocate.global<4>(gpu_.sources, "source faces", Role::other,
                       std::span(std::as_const(recorded_.face_source)));
    allocate.global<4>(gpu_.next_pixel, "work counter", Role::other, std::span(&next_pixel_, 1));
    // Each level below the root leaves at most one sibling behind.
    allocate.local(gpu_.stack, "stack", std::max(bvh.depth, 1U));
    gpu_.leaf_size = bvh.leaf_size;
    gpu_.width = options.width;
    gpu_.height = options.height;
    gpu_.camera = scene.camera;
    gpu_.fetch = options.fetch;
}

std::uint32_t SceneUpload::local_bytes() const {
    return gpu_.stack.count * static_cast<std::uint32_t>(sizeof(StackEntry));
}

void SceneUpload::drop_mesh_copies() {
    recorded_.vertices = {};
    recorded_.normals = {};
    recorded_.box_parent = {};
    recorded_.box_level = {};
}

} // namespace hitmap
