#pragma once

#include "core/relayout/dealing/block_queues.h"
#include "core/simt/request.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace hitmap {

/// A warp of a recording that is resident on an SM. It has a turn for each of its requests.
class DealtWarp {
public:
    /// @param block  number of the block in the list of DealtWarps
    DealtWarp(const simt::WarpPlace& place, std::size_t block, std::uint64_t turns)
        : place_(place), block_(block), turns_(turns) {}

    [[nodiscard]] const simt::WarpPlace& place() const { return place_; }
    [[nodiscard]] std::size_t block() const { return block_; }
    [[nodiscard]] bool has_request() const { return turns_ != 0; }
    [[nodiscard]] bool is_in_access() const { return in_access_; }
    void take_turn(bool in_access) {
        --turns_;
        in_access_ = in_access;
    }
    void waits_until(std::uint64_t step) { ready_ = step; }
    [[nodiscard]] bool ready(std::uint64_t step) const { return step >= ready_; }
    void prefetch() const {}
    void prefetch_request() const {}

private:
    simt::WarpPlace place_; ///< its index counts the blocks that have something
    std::size_t block_;
    std::uint64_t turns_;
    bool in_access_ = false;
    std::uint64_t ready_ = 0;
};

/// The warps of a recording, as simt::GridSchedule runs those of a launch. In the turn of a warp, its block
/// executes its next request: inside a block, requests stay in the order that was recorded.
class DealtWarps {
public:
    using Warp = DealtWarp;

    /// All arguments must outlive this.
    /// @param blocks  those of `queues`
    /// @param out     gets the requests, lane tags and events
    DealtWarps(const RecordingInfo& info, std::span<const RecordedBlock> blocks, BlockQueues& queues,
               RecordingSink& out);

    /// The next blocks that start are those from `first_block` on.
    void begin_launch(std::size_t first_block, std::uint32_t warps_per_block);
    [[nodiscard]] std::uint64_t requests() const { return requests_; } ///< that were executed

    [[nodiscard]] std::unique_ptr<DealtWarp> start(const simt::WarpPlace& place, std::uint32_t block);
    void execute(DealtWarp& warp);
    void end(DealtWarp& warp);

private:
    /// Where a block is resident.
    struct Place {
        std::uint32_t sm = 0;
        std::uint32_t first_slot = 0;
        std::uint32_t warps = 0; ///< that have not ended
    };
    [[nodiscard]] const WarpItem& next_of(std::size_t block);
    [[nodiscard]] WarpCount* count_of(std::size_t block, std::uint32_t warp) const;
    [[nodiscard]] std::uint32_t slot_of(std::size_t block, std::uint32_t warp) const;
    void put_note(std::size_t block, const WarpItem& item);

    std::vector<bool> continues_; ///< [instructions] the next one is another part of the same access
    std::span<const RecordedBlock> blocks_;
    BlockQueues& queues_;
    RecordingSink& out_;
    std::vector<Place> places_; ///< [blocks]
    std::size_t first_block_ = 0;
    std::uint32_t warps_per_block_ = 1;
    std::uint64_t requests_ = 0;
};

} // namespace hitmap
