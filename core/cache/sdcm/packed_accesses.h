#pragma once

#include "core/base/scratch_file.h"
#include "core/cache/coalescing/coalesce.h"
#include "core/cache/results/access_block.h"

#include <atomic>
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
/// nothing. It takes about 9 bytes a request and 2 bytes an element access, which lie in a scratch file.
class PackedAccesses {
public:
    /// Where a block of requests is in the scratch file, and what is needed before it is read.
    struct Block {
        std::uint64_t first_request = 0;
        std::uint64_t accesses = 0; ///< element accesses
        std::uint64_t at = 0;       ///< in the file
        std::size_t requests = 0;
        std::size_t warps = 0;
        std::size_t element_bytes = 0;
        std::vector<BlockInterval> intervals;
        std::vector<RequestCount> counts; ///< [intervals][allocations]
    };

    /// Packs a block with its intervals and writes it. If that fails, for example because the disk is full,
    /// the accesses are not complete, and nothing more is written. Thread-safe.
    /// @param counts  [intervals][allocations]
    [[nodiscard]] Block pack(const AccessBlock& block, std::span<const RequestCount> counts);
    /// Adds the next block.
    void add(Block block) { blocks_.push_back(std::move(block)); }
    /// Whether all blocks were written, and none that was asked for could not be read.
    [[nodiscard]] bool complete() const { return complete_; }

    [[nodiscard]] std::size_t blocks() const { return blocks_.size(); }
    /// The element accesses of a block.
    [[nodiscard]] std::uint64_t accesses(std::size_t block) const { return blocks_[block].accesses; }
    /// Replaces requests and accesses of `out` by those of a block; the requests have no addresses. Throws
    /// Error if the scratch file cannot be read. Thread-safe for different `out`.
    void restore(std::size_t block, AccessBlock& out) const;
    /// The intervals and counts of a block.
    [[nodiscard]] const Block& block(std::size_t i) const { return blocks_[i]; }
    /// What the scratch file takes on disk.
    [[nodiscard]] std::uint64_t file_bytes() const { return file_.size(); }

private:
    std::vector<Block> blocks_;
    ScratchFile file_;
    mutable std::atomic<bool> complete_ = true;
};

/// The accesses that the simulations of one recording share. Thread-safe.
class PackedAccessesSlot {
public:
    /// Returns null until set() was called, and if the accesses cannot be restored.
    [[nodiscard]] std::shared_ptr<const PackedAccesses> get() const {
        const std::lock_guard lock(mutex_);
        return accesses_ != nullptr && accesses_->complete() ? accesses_ : nullptr;
    }
    void set(std::shared_ptr<const PackedAccesses> accesses) {
        const std::lock_guard lock(mutex_);
        accesses_ = std::move(accesses);
    }

private:
    mutable std::mutex mutex_;
    std::shared_ptr<const PackedAccesses> accesses_;
};

/// Estimates PackedAccesses::file_bytes() of a recording; usually it is less.
[[nodiscard]] std::uint64_t estimate_kept_bytes(const RecordingInfo& info);

} // namespace hitmap
