#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/replay_kernel.h"
#include "core/raytracer/scene_upload.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// The faces of a recording with a tree over them, on the simulated device.
class ReplayedScene {
public:
    /// Throws Cancelled. @param name  of the recording
    ReplayedScene(const RecordedScene& recorded, const std::string& name, const TraceOptions& options,
                  ThreadPool& pool, const JobContext& job);
    ReplayedScene(const ReplayedScene&) = delete;
    ReplayedScene& operator=(const ReplayedScene&) = delete;

    [[nodiscard]] ReplayScene kernel_scene() const { return {upload_->gpu(), traits_, sources_}; }
    /// The buffers that the traversal accesses, at the addresses of the device.
    [[nodiscard]] std::vector<Allocation> allocations() const;
    [[nodiscard]] std::uint32_t local_bytes() const { return upload_->local_bytes(); }
    /// The scene of the new recording: in the memory order of the tree, with cameras and parts of the old
    /// one.
    [[nodiscard]] RecordedScene recorded() const;
    /// The face of the old recording that a program names; nothing if the scene has none.
    [[nodiscard]] std::optional<std::int32_t> face_of(std::uint32_t instance, std::uint32_t geometry,
                                                      std::uint32_t primitive) const;
    /// The face of the old recording in a slot.
    [[nodiscard]] std::int32_t source_of(std::uint32_t slot) const { return sources_[slot]; }
    [[nodiscard]] double sah_cost() const { return sah_cost_; }
    [[nodiscard]] std::uint32_t depth() const { return depth_; }

private:
    [[nodiscard]] SlotTraits traits_of(std::uint32_t face) const;

    const RecordedScene& before_;
    Scene scene_;
    std::vector<std::int32_t> faces_; ///< [faces of scene_] face of the old recording
    std::unique_ptr<SceneUpload> upload_;
    std::vector<std::int32_t> sources_; ///< [slots]
    std::vector<SlotTraits> traits_;    ///< [slots]
    double sah_cost_ = 0.0;
    std::uint32_t depth_ = 0;
};

} // namespace hitmap
