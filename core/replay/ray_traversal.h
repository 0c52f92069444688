#pragma once

#include "core/raytracer/replayed_ray.h"
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

/// A tree over the faces of a recording, and how rays traverse it.
class RayTraversal {
public:
    RayTraversal() = default;
    RayTraversal(const RayTraversal&) = delete;
    RayTraversal& operator=(const RayTraversal&) = delete;
    virtual ~RayTraversal() = default;

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
    /// [slots] Source faces of the recording; -1: padding.
    [[nodiscard]] virtual const std::vector<std::int32_t>& sources() const = 0;
    /// Sends the rays of a warp through the tree, and sets what they hit.
    virtual void trace(const simt::WarpPlace& place, ReplayedWarp& warp, FetchSink& out) = 0;
};

} // namespace hitmap
