#pragma once

#include "core/jobs/progress.h"
#include "core/replay/driver/driver_judge.h"
#include "core/replay/driver/driver_structure.h"
#include "core/replay/ray_traversal.h"
#include "core/replay/ray_unit.h"
#include "core/replay/replayed_faces.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

/// The tree that the driver built, at its addresses, traversed in the driver's order.
///
/// Faces of the new scene are the triangles of the bottom-level structures. Those of a structure that several
/// instances place are the faces of the first of these instances, and have the accesses of all; the others
/// have copies of them.
class DriverTraversal final : public RayTraversal {
public:
    /// Decodes the tree and holds it against the faces. Throws what read_driver_tree() and
    /// check_driver_tree() throw. @param faces  must outlive it
    DriverTraversal(const HmtFile& file, const ReplayedFaces& faces, UnitTiming timing,
                    const JobContext& job);

    [[nodiscard]] bool is_of_driver() const override { return true; }
    [[nodiscard]] const std::vector<Allocation>& allocations() const override { return allocations_; }
    [[nodiscard]] const std::vector<Instruction>& instructions() const override { return instructions_; }
    [[nodiscard]] std::vector<SourceText> source_texts() const override { return {source_}; }
    [[nodiscard]] RecordedScene recorded() const override;
    [[nodiscard]] std::uint32_t local_bytes() const override { return 0; }
    void trace(const simt::WarpPlace& place, const LoggedWarp& warp, ReplayEnds& ends,
               FetchSink& out) override;

private:
    void find_first_instances();
    void place();
    [[nodiscard]] std::optional<std::pair<std::int32_t, glm::uvec3>>
    face_of(const DriverInstance& instance, const DriverTriangle& triangle) const;
    void add_faces(RecordedScene& scene, std::vector<std::int32_t>& sources) const;
    void add_copies(RecordedScene& scene) const;
    void add_boxes(RecordedScene& scene) const;
    void fetch_step(std::size_t step, const simt::Mask& lanes, FetchSink& out) const;
    void fetch(std::uint32_t instruction, const simt::Mask& lanes,
               const std::array<std::uint64_t, warp_size>& address, FetchSink& out) const;
    [[nodiscard]] std::uint64_t address_of(const DriverVisit& visit) const;

    const ReplayedFaces& faces_;
    DriverTree tree_;
    UnitTiming timing_;
    /// [structures] The number of its first instance in the top-level structure.
    std::vector<std::uint32_t> first_instance_;
    std::vector<Allocation> allocations_;
    std::vector<Instruction> instructions_;
    SourceText source_; ///< what the traversal does, a line for each instruction
    std::array<DriverWalk, warp_size> walks_;
};

} // namespace hitmap
