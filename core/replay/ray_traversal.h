#pragma once

#include "core/replay/logged_warp.h"
#include "core/simt/request.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Gets the requests of a traversal, at the addresses of its own buffers.
class FetchSink {
public:
    /// @param instruction  number in RayTraversal::instructions()
    /// @param address      indexed by lane; entries of inactive lanes are ignored
    virtual void fetch(std::uint32_t instruction, simt::Mask lanes,
                       const std::array<std::uint64_t, warp_size>& address) = 0;

protected:
    FetchSink() = default;
    FetchSink(const FetchSink&) = default;
    FetchSink& operator=(const FetchSink&) = default;
    ~FetchSink() = default;
};

/// A tree over the triangles of a recording, and how rays traverse it.
class RayTraversal {
public:
    RayTraversal() = default;
    RayTraversal(const RayTraversal&) = delete;
    RayTraversal& operator=(const RayTraversal&) = delete;
    virtual ~RayTraversal() = default;

    /// Whether it is the driver's own tree, at its addresses in the recording, with hits of boxes and the
    /// order in which the driver visits. Otherwise the addresses are free to be moved, a ray that hit a box
    /// ends there, and which triangle a ray meets first is that of another tree.
    [[nodiscard]] virtual bool is_of_driver() const { return false; }
    /// The buffers that the traversal accesses.
    [[nodiscard]] virtual const std::vector<Allocation>& allocations() const = 0;
    [[nodiscard]] virtual const std::vector<Instruction>& instructions() const = 0;
    /// The source texts that the instructions refer to.
    [[nodiscard]] virtual std::vector<SourceText> source_texts() const = 0;
    /// The scene of the new recording: in the memory order of the tree, with cameras and parts of the old
    /// one.
    [[nodiscard]] virtual RecordedScene recorded() const = 0;
    /// Of the stack in the memory of each lane.
    [[nodiscard]] virtual std::uint32_t local_bytes() const = 0;
    /// Sends the rays of a warp through the tree. @param ends  gets how they ended
    virtual void trace(const simt::WarpPlace& place, const LoggedWarp& warp, ReplayEnds& ends,
                       FetchSink& out) = 0;
};

} // namespace hitmap
