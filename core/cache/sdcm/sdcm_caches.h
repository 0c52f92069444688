#pragma once

#include "core/cache/sdcm/cache_level.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace hitmap {

/// The L1 caches of all SMs. begin() takes the next blocks of the stream. Then any number of threads call
/// work() concurrently; it returns when there is no unprocessed SM left. When all calls have returned, the l1
/// outcomes of the blocks and the sums are complete. If work() throws, the object must be destroyed.
class SmCaches {
public:
    SmCaches(const CacheLevel& level, std::size_t allocations) : level_(level), allocations_(allocations) {}

    void begin(std::span<AccessBlock> blocks);
    void work(const JobContext& job);
    /// [intervals of the blocks][allocations]
    [[nodiscard]] const std::vector<LevelSums>& sums() const { return sums_; }

private:
    struct Sm {
        ReuseStack stack;
        std::uint32_t launch = 0;
        explicit Sm(std::uint64_t lines) : stack(lines) {}
    };
    void run(std::uint32_t sm, std::span<LevelSums> sums, const JobContext& job);

    const CacheLevel& level_;
    std::size_t allocations_;
    std::vector<std::unique_ptr<Sm>> sms_; ///< null until the SM has look-ups
    std::span<AccessBlock> blocks_;
    std::atomic<std::uint32_t> next_{0};
    std::mutex mutex_;
    std::vector<LevelSums> sums_; // guarded by mutex_
};

/// The L2 cache of the device, with the protocol of SmCaches.
///
/// With one worker, the look-ups go through the stack in order. With several, each worker takes chunks of the
/// stream and runs each through an empty stack of its own, which gives the exact distance of every look-up
/// except the chunk's first look-up of each line. Only these first look-ups then go, in order, through the
/// stack of the device. There, the lines of the chunk above a line are just the distinct lines looked up
/// before it, so these distances are exact as well. Finally, the lines of the chunk, which are on top now,
/// are put into the order of their last use. Chunks are taken up in order, so that the result does not depend
/// on the scheduling. (Niu et al. 2012 pass the unresolved look-ups through the preceding chunks instead.)
class DeviceCache {
public:
    /// @param workers  maximum number of concurrent calls of work()
    DeviceCache(const CacheLevel& level, std::size_t allocations, unsigned workers);

    void begin(std::span<AccessBlock> blocks);
    void work(const JobContext& job);
    [[nodiscard]] const std::vector<LevelSums>& sums() const { return sums_; }
    /// Additional workers do not help, since taking up the chunks is serial.
    static constexpr unsigned max_workers = 8;

private:
    struct Segment {
        std::span<const AccessGroup> groups;
        std::span<GroupOutcome> outcomes; ///< outcomes of these groups, first of all
        const AccessBlock* block;
        std::size_t first_sum; ///< index of the first sum of the block
    };
    struct Chunk {
        std::vector<Segment> segments;
        std::vector<ColdLookup> first_uses;
        std::vector<std::uint32_t> lines; ///< distinct lines, least recently used first
        bool ready = false;
    };

    void simulate(const Chunk& chunk, ReuseStack& stack, std::vector<ColdLookup>* cold,
                  std::vector<LevelSums>& sums, const JobContext& job) const;
    void take_up_ready_chunks(Chunk& chunk, const std::vector<LevelSums>& sums, const JobContext& job);
    [[nodiscard]] std::unique_ptr<ReuseStack> borrow_stack();

    const CacheLevel& level_;
    std::size_t allocations_;
    unsigned workers_;
    ReuseStack stack_;
    std::vector<LevelSums> sums_; // guarded by mutex_ with more than one worker
    std::vector<Chunk> chunks_;
    std::size_t chunk_count_ = 0;
    std::atomic<std::size_t> next_{0};

    std::mutex mutex_;
    std::vector<std::unique_ptr<ReuseStack>> idle_stacks_; // guarded by mutex_
    std::size_t taken_up_ = 0;                             // guarded by mutex_
    // Guarded by mutex_; the thread that sets it owns stack_.
    bool taking_up_ = false;
};

} // namespace hitmap
