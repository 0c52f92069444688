#pragma once

#include "core/cache/coalescing/coalesce.h"
#include "core/cache/results/access_block.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace hitmap {

/// What simulate_sdcm() finds out about a recording whatever the caches are: requests without addresses,
/// element accesses, and requests and sectors by allocation. Another simulation that starts from it reads
/// nothing. It takes about 9 bytes a request and 2 bytes an element access.
class KeptAccesses {
public:
    /// The parts of a block of requests, packed.
    struct Block {
        std::uint64_t first_request = 0;
        std::uint64_t accesses = 0;
        std::vector<RequestBlock::Entry> warps; ///< launch, SM, warp and slot of each warp
        std::vector<std::uint16_t> warp;        ///< [requests] index into `warps`
        std::vector<std::uint16_t> instruction; ///< [requests]
        std::vector<std::uint32_t> mask;        ///< [requests]
        std::vector<std::uint8_t> form; ///< [requests] kind of the access of each lane; or no_accesses, mixed
        std::vector<std::uint8_t> elements; ///< varints: see pack()
        std::vector<BlockInterval> intervals;
        std::vector<RequestCount> counts; ///< [intervals][allocations]

        [[nodiscard]] std::uint64_t memory_bytes() const;
    };

    /// Packs a block with its intervals. Thread-safe.
    /// @param counts  [intervals][allocations]
    [[nodiscard]] static Block pack(const AccessBlock& block, std::span<const RequestCount> counts);
    /// Adds the next block.
    void add(Block block) { blocks_.push_back(std::move(block)); }

    [[nodiscard]] std::size_t blocks() const { return blocks_.size(); }
    /// The element accesses of a block.
    [[nodiscard]] std::uint64_t accesses(std::size_t block) const { return blocks_[block].accesses; }
    /// Replaces requests and accesses of `out` by those of a block; the requests have no addresses.
    /// Thread-safe for different `out`.
    void restore(std::size_t block, AccessBlock& out) const;
    /// The intervals and counts of a block.
    [[nodiscard]] const Block& block(std::size_t i) const { return blocks_[i]; }
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    std::vector<Block> blocks_;
};

/// The accesses that the simulations of one recording share. Thread-safe.
class KeptAccessesSlot {
public:
    /// Returns null until set() was called.
    [[nodiscard]] std::shared_ptr<const KeptAccesses> get() const {
        const std::lock_guard lock(mutex_);
        return accesses_;
    }
    void set(std::shared_ptr<const KeptAccesses> accesses) {
        const std::lock_guard lock(mutex_);
        accesses_ = std::move(accesses);
    }

private:
    mutable std::mutex mutex_;
    std::shared_ptr<const KeptAccesses> accesses_;
};

/// Estimates KeptAccesses::memory_bytes() of a recording.
[[nodiscard]] std::uint64_t estimate_kept_bytes(const RecordingInfo& info);

} // namespace hitmap
