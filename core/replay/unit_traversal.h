#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/replay/format_tree.h"
#include "core/replay/ray_unit.h"
#include "core/replay/replay_options.h"
#include "core/replay/replayed_faces.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// A tree in the format of hardware, traversed by a unit for rays.
class UnitTraversal final : public RayTraversal {
public:
    /// @param faces    must outlive it
    /// @param options  name a format. Throws Cancelled.
    UnitTraversal(const ReplayedFaces& faces, const ReplayOptions& options, ThreadPool& pool,
                  const JobContext& job);

    [[nodiscard]] const std::vector<Allocation>& allocations() const override { return allocations_; }
    [[nodiscard]] const std::vector<Instruction>& instructions() const override { return instructions_; }
    [[nodiscard]] std::vector<SourceText> source_texts() const override;
    [[nodiscard]] RecordedScene recorded() const override;
    [[nodiscard]] std::uint32_t local_bytes() const override { return 0; }
    void trace(const simt::WarpPlace& place, const LoggedWarp& warp, ReplayEnds& ends,
               FetchSink& out) override;

private:
    void place(const NodeFormat& format);

    const ReplayedFaces& faces_;
    FormatTree tree_;
    UnitTriangles triangles_;
    std::vector<Allocation> allocations_;
    std::vector<Instruction> instructions_;
    SourceText source_; ///< what the unit does, a line for each instruction
    std::unique_ptr<RayUnit> unit_;
};

} // namespace hitmap
