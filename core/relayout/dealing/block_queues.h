#pragma once

#include "core/relayout/dealing/recorded_warps.h"
#include "core/trace/stream/request_source.h"
#include "core/trace/stream/request_spool.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <variant>
#include <vector>

namespace hitmap {

/// A thread block of a recording.
struct RecordedBlock {
    std::uint32_t launch = 0;
    std::uint32_t number = 0;     ///< linear index in the grid
    std::span<WarpCount> warps{}; ///< those that have something, in rising order
};

/// A ray event with what its lanes have.
struct WarpRays : RayEvent {
    std::vector<Ray> rays;
    std::vector<RayHit> hits;
};

/// What a warp does next: a request, or what comes before one. SM, slot and first request are left to the
/// caller.
using WarpItem = std::variant<Request, LaneTagRun, BlockExecution, WarpRays>;

/// What the thread blocks of a recording do, each in the order in which it was recorded. The recording is
/// read as far as a block needs it; what others do until then waits, beyond 128 MiB in a scratch file.
class BlockQueues final : public RecordingSink {
public:
    /// All arguments must outlive this.
    /// @param warps_per_block  [launches]
    /// @param blocks           in the order of launches and numbers
    BlockQueues(const HmtFile& file, std::span<const std::uint32_t> warps_per_block,
                std::span<const RecordedBlock> blocks, ThreadPool& pool, const JobContext& job);

    /// The next item of a block, valid until the next call; it stays the next one until it is taken. Null if
    /// there is none. Throws FileError, Error (the scratch file), Cancelled.
    /// @param block  number in `blocks`
    [[nodiscard]] const WarpItem* next(std::size_t block);
    void take(std::size_t block) { blocks_[block].head.clear(); }
    /// Nothing more is asked for of a block.
    void close(std::size_t block);

    // What is read of the recording.
    void begin(const RecordingInfo& /*info*/, const RecordedScene* /*scene*/) override {}
    void begin_launch(const Launch& /*launch*/) override {}
    void add(const Request& request) override;
    void tag(const LaneTagRun& run) override;
    void execute(const BlockExecution& event) override;
    void trace_rays(const RayEvent& event, const RayLanes& lanes) override;
    void finish() override {}

private:
    struct Queue {
        std::optional<RequestSpool::Queue> items;
        std::vector<std::uint64_t> head; ///< the next item as words; empty: not known yet
    };
    [[nodiscard]] bool find_head(Queue& queue);
    void append(std::uint32_t launch, std::uint32_t warp, std::uint32_t kind);

    std::span<const std::uint32_t> warps_per_block_;
    std::span<const RecordedBlock> recorded_;
    RecordedPieces pieces_;
    bool all_read_ = false;
    RequestSpool spool_;
    std::vector<Queue> blocks_;
    std::unordered_map<std::uint64_t, std::size_t> numbers_; ///< in blocks_, by launch and number
    std::vector<std::uint64_t> words_;                       ///< of an item that is appended
    WarpItem item_;
};

} // namespace hitmap
