#pragma once

#include "core/trace/hmt/chunks/chunk.h"
#include "core/trace/model/execution.h"
#include "core/trace/model/ray_event.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap::hmt {

/// The events that a writer got and has not written yet.
class WrittenEvents {
public:
    /// `info` has the tables of the recording and its launches so far; it must outlive this.
    /// @param level  of pack_chunk()
    WrittenEvents(const RecordingInfo& info, int level) : info_(info), level_(level) {}

    /// Adds an event with its request and, if there would be too many in a chunk, returns the chunk of those
    /// so far.
    [[nodiscard]] std::optional<PackedChunk> add(const BlockExecution& event);
    [[nodiscard]] std::optional<PackedChunk> add(const RayEvent& event, const RayLanes& lanes);
    /// The chunks of those that are left, which are then forgotten. Nothing if there are none.
    [[nodiscard]] std::optional<PackedChunk> take_executions();
    [[nodiscard]] std::optional<PackedChunk> take_rays();

private:
    [[nodiscard]] std::uint32_t launches() const;

    const RecordingInfo& info_;
    int level_;
    std::vector<BlockExecution> executions_;
    RayEvents rays_;
    RayCounts ray_counts_; ///< of rays_
};

} // namespace hitmap::hmt
