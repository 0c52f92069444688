#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap::accelsim {

/// Where a block is resident.
struct BlockPlace {
    std::uint32_t sm = 0;
    std::uint32_t number = 0; ///< 0 to blocks_per_sm - 1
    friend bool operator==(const BlockPlace&, const BlockPlace&) = default;
};

/// A model of how a GPU runs the blocks of a launch, for traces that do not say it. Each SM has places for
/// a number of blocks. At first, blocks go to the SMs in turn; later, the next block goes to the SM where one
/// has ended. All SMs that have work take turns, and on an SM its resident warps (loose round robin), each
/// with one request a turn.
class BlockSchedule {
public:
    /// All arguments are at least 1.
    BlockSchedule(std::uint32_t sms, std::uint32_t blocks_per_sm, std::uint32_t warps_per_block);

    /// The place that the next block gets; nothing if all are taken.
    [[nodiscard]] std::optional<BlockPlace> free_place() const;
    /// The same on one SM, for traces that say on which SM each block ran.
    [[nodiscard]] std::optional<BlockPlace> free_place_on(std::uint32_t sm) const;

    /// Makes a block resident. It takes no place if none of its warps has a request.
    /// @param place     free
    /// @param block     any number by which turns refer to the block
    /// @param requests  [warps] the number of requests of each warp of the block
    void start(const BlockPlace& place, std::uint32_t block, std::span<const std::uint64_t> requests);

    /// The next request.
    struct Turn {
        std::uint32_t sm = 0;
        std::uint32_t slot = 0;
        std::uint32_t block = 0;
        std::uint32_t warp = 0;  ///< index in the block
        bool block_ends = false; ///< it is the last request of the block, whose place is free now
    };
    /// Returns nothing if no block is resident.
    std::optional<Turn> next();

private:
    struct Warp {
        std::uint32_t slot = 0;
        std::uint32_t warp = 0;
        std::uint64_t requests = 0; ///< that are left
    };
    struct Block {
        std::uint32_t number = 0;
        std::uint32_t warps = 0; ///< that have requests left; 0: the place is free
    };
    struct Sm {
        std::vector<Block> places;     ///< those that were taken so far
        std::vector<Warp> warps;       ///< with requests left, in rising order of slots
        std::uint32_t last_slot = ~0U; ///< that had a turn
        std::uint32_t free = 0;        ///< number of free places
    };

    std::uint32_t warps_per_block_;
    std::uint32_t blocks_per_sm_;
    std::vector<Sm> sms_;
    std::uint64_t free_ = 0;          ///< number of free places
    std::uint32_t last_started_;      ///< SM
    std::vector<std::uint32_t> busy_; ///< SMs with warps, in rising order
    std::uint32_t last_turn_ = ~0U;   ///< SM
};

} // namespace hitmap::accelsim
