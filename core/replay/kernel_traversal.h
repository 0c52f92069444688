#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/replay_kernel.h"
#include "core/raytracer/scene_upload.h"
#include "core/replay/ray_traversal.h"
#include "core/replay/replayed_faces.h"
#include "core/simt/frame_pool.h"
#include "core/simt/instruction_table.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// The tree of `hitmap trace`, traversed by a kernel on the simulated device.
class KernelTraversal final : public RayTraversal {
public:
    /// @param faces  must outlive it. @param name  of the recording. Throws Cancelled.
    KernelTraversal(const ReplayedFaces& faces, const std::string& name, const TraceOptions& options,
                    ThreadPool& pool, const JobContext& job);

    [[nodiscard]] const std::vector<Allocation>& allocations() const override { return allocations_; }
    [[nodiscard]] const std::vector<Instruction>& instructions() const override { return instructions_; }
    [[nodiscard]] std::vector<SourceText> source_texts() const override;
    [[nodiscard]] RecordedScene recorded() const override;
    [[nodiscard]] std::uint32_t local_bytes() const override { return upload_->local_bytes(); }
    void trace(const simt::WarpPlace& place, const LoggedWarp& warp, ReplayEnds& ends,
               FetchSink& out) override;

private:
    void run(const simt::WarpPlace& place, ReplayedWarp& warp, FetchSink& out);

    const ReplayedFaces& faces_;
    Scene scene_;
    std::unique_ptr<SceneUpload> upload_;
    std::vector<std::int32_t> sources_;
    std::vector<SlotTraits> traits_; ///< [slots]
    std::vector<Allocation> allocations_;
    ReplayedWarp* warp_ = nullptr; ///< that is traced
    std::unique_ptr<ReplayScene> kernel_scene_;
    std::unique_ptr<simt::InstructionTable> table_;
    std::vector<Instruction> instructions_;
    simt::FramePool frames_;
    std::vector<std::byte> local_memory_;
};

} // namespace hitmap
