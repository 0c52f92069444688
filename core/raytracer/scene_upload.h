#pragma once

#include "core/bvh/tree_layout.h"
#include "core/geometry/scene.h"
#include "core/jobs/progress.h"
#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/options/trace_options.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The scene on the simulated device: its arrays in the device's memory order, and their allocations. Refers
/// to the mesh of the scene that it was made from, which must outlive it.
class SceneUpload {
public:
    /// Throws Cancelled.
    SceneUpload(const Scene& scene, TreeLayout&& tree, const TraceOptions& options, const JobContext& job);
    SceneUpload(const SceneUpload&) = delete;
    SceneUpload& operator=(const SceneUpload&) = delete;

    [[nodiscard]] const GpuScene& gpu() const { return gpu_; }
    [[nodiscard]] const std::vector<Allocation>& allocations() const { return allocations_; }
    [[nodiscard]] std::uint32_t local_bytes() const;
    /// The scene as the recording describes it.
    [[nodiscard]] const RecordedScene& recorded() const { return *recorded_; }
    /// Frees the arrays of recorded() that the device does not read; recorded() must not be used afterwards.
    void drop_mesh_copies();
    /// Instead of drop_mesh_copies(): returns recorded() without its normals, which is immutable from now on
    /// and can be kept longer than this.
    [[nodiscard]] std::shared_ptr<const RecordedScene> share_recorded();
    /// The framebuffer; black before the kernel has run.
    [[nodiscard]] std::vector<Rgba> take_pixels() { return std::move(pixels_); }

private:
    std::shared_ptr<RecordedScene> recorded_; // the device reads its arrays of slots and boxes
    RecordedNormals shading_;                 // the normals of recorded_ after share_recorded()
    std::vector<std::uint32_t> words_;        // one of words_ and nodes_ is empty
    std::vector<LinkedNode> nodes_;
    bool reordered_; // whether the device reads vertices and normals of recorded_ instead of the mesh
    std::vector<Rgba> pixels_;
    std::vector<std::uint32_t> next_item_;
    GpuScene gpu_;
    std::vector<Allocation> allocations_;
};

} // namespace hitmap
