#include "core/raytracer/scene_upload.h"

#include "core/raytracer/options/pixel_order.h"
#include "core/raytracer/scene_arrays.h"
#include "core/raytracer/secondary_rays.h"
#include "core/raytracer/traversal.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace hitmap {

namespace {

/// Allocates arrays on the device and describes them for the recording.
class Allocator {
public:
    explicit Allocator(std::vector<Allocation>& allocations) : allocations_(allocations) {}

    template <unsigned width, class T>
    void global(simt::GlobalArray<T, width>& array, std::string_view name, Role role, std::span<T> host) {
        array = {addresses_.allocate(host.size_bytes()), host};
        add(name, role, Space::global, array.address, host.size_bytes(), sizeof(T));
    }
    template <unsigned width, class T>
    void vertices(simt::GlobalArray<T, width>& array, std::string_view name, Role role, std::span<T> host,
                  VertexLayout layout) {
        global<width>(array, name, role, host);
        if (layout == VertexLayout::aos) return;
        array.planar = true;
        allocations_.back().layout = ElementLayout::planar;
        allocations_.back().stride = width;
    }
    template <class T>
    void local(simt::LocalArray<T>& array, std::string_view name, std::uint32_t count, std::uint16_t slots) {
        array = {0, count, slots};
        add(name, Role::stack, Space::local, 0, std::uint64_t{count} * array.stride(), array.stride());
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

SceneUpload::SceneUpload(const Scene& scene, TreeLayout&& tree, const TraceOptions& options,
                         const JobContext& job)
    : recorded_(std::make_shared<RecordedScene>(recorded_scene(scene, tree, options, job))),
      words_(std::move(tree.words)),
      nodes_(std::move(tree.nodes)),
      reordered_(options.vertex_order != MemoryOrder::keep),
      pixels_(std::size_t{options.width} * options.height),
      next_item_(queue_count(options.schedule, options.sm_count)) {
    Allocator allocate(allocations_);
    allocate.global<4>(gpu_.framebuffer, "framebuffer", Role::framebuffer, std::span(pixels_));
    const bool compact = is_compact(options.nodes);
    if (compact)
        allocate.global<4>(gpu_.words, "nodes", Role::nodes, std::span(std::as_const(words_)));
    else
        allocate.global<8>(gpu_.nodes, "nodes", Role::nodes, std::span(std::as_const(nodes_)));
    gpu_.visit = node_visit(compact, options.nodes.node_width);
    gpu_.has_nodes = !words_.empty() || !nodes_.empty();
    allocate.global<8>(gpu_.boxes, "boxes", Role::boxes, std::span(std::as_const(recorded_->boxes)));
    allocate.global<4>(gpu_.faces, "faces", Role::faces, std::span(std::as_const(recorded_->face_slots)));
    allocate.vertices<4>(gpu_.vertices, "vertices", Role::vertices,
                         std::span(reordered_ ? std::as_const(recorded_->vertices) : scene.mesh.positions),
                         options.vertex_layout);
    allocate.global<4>(gpu_.normal_faces, "normal indices", Role::vertex_attributes,
                       std::span(std::as_const(recorded_->normal_slots)));
    allocate.vertices<4>(gpu_.normals, "normals", Role::vertex_attributes,
                         std::span(reordered_ ? std::as_const(recorded_->normals) : scene.mesh.normals),
                         options.vertex_layout);
    allocate.global<4>(gpu_.sources, "source faces", Role::other,
                       std::span(std::as_const(recorded_->face_source)));
    allocate.global<4>(gpu_.next_item, "work counter", Role::other, std::span(next_item_));
    allocate.local(gpu_.stack, "stack", std::max(tree.stack_entries, 1U),
                   static_cast<std::uint16_t>(options.stack_slots));
    gpu_.leaf_size = tree.leaf_size;
    gpu_.width = options.width;
    gpu_.height = options.height;
    gpu_.camera = scene.camera;
    gpu_.schedule = options.schedule;
    gpu_.fetch = options.fetch;
    gpu_.rays = options.rays;
    gpu_.reach = reach_of(options.rays.kind, tree.root);
    gpu_.seed = options.seed;
}

std::uint32_t SceneUpload::local_bytes() const {
    return gpu_.stack.count * gpu_.stack.stride();
}

void SceneUpload::drop_mesh_copies() {
    if (!reordered_) recorded_->vertices = {};
    if (!reordered_) recorded_->normals = {};
    recorded_->box_parent = {};
    recorded_->box_level = {};
    recorded_->box_source = {};
}

std::shared_ptr<const RecordedScene> SceneUpload::share_recorded() {
    // Vectors keep their memory when they are moved, so that the arrays of the device stay valid.
    shading_ = std::move(static_cast<RecordedNormals&>(*recorded_));
    if (!reordered_) shading_.normals = {};
    return recorded_;
}

} // namespace hitmap
