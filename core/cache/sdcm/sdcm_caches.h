#pragma once

#include "core/cache/sdcm/cache_level.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace hitmap {

/// The L1 caches of all SMs. begin() takes the next blocks of the stream; then work() is called by any number
/// of threads at once and returns when no SM is left to begin with; when all calls have returned, the blocks'
/// l1 outcomes and the sums are complete. After a throw of work() only destruction is allowed.
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
    std::vector<std::unique_ptr<Sm>> sms_; ///< null where an SM had no look-ups yet
    std::span<AccessBlock> blocks_;
    std::atomic<std::uint32_t> next_{0};
    std::mutex mutex_;
    std::vector<LevelSums> sums_; // guarded by mutex_
};

/// The L2 cache of the device, with the protocol of SmCaches.
///
/// With one worker the stream goes through the stack as it is. With more, workers take chunks of the stream
/// and run each through an empty stack of their own, which gives the exact distance of every look-up but the
/// chunk's first one of each line. Those first look-ups alone, in order, then go through the device's stack:
/// the lines of the chunk above them there are just the distinct ones looked up before, so their distances
/// are exact as well. Last, the chunk's lines, which are on top now, are put into the order of their last
/// use. Chunks are taken up in order, so nothing depends on who ran what when. (Compare Niu et al. 2012,
/// which passes the unresolved look-ups on through the preceding chunks.)
class DeviceCache {
public:
    /// @param workers  most calls of work() at one time
    DeviceCache(const CacheLevel& level, std::size_t allocations, unsigned workers);

    void begin(std::span<AccessBlock> blocks);
    void work(const JobContext& job);
    [[nodiscard]] const std::vector<LevelSums>& sums() const { return sums_; }
    /// More workers than this do not help: taking up the chunks is serial.
    static constexpr unsigned max_workers = 8;

private:
    struct Segment {
        std::span<const AccessGroup> groups;
        std::span<GroupOutcome> outcomes; ///< of these groups first
        const AccessBlock* block;
        std::size_t first_sum; ///< of the block
    };
    struct Chunk {
        std::vector<Segment> segments;
        std::vector<ColdLookup> first_uses;
        std::vector<std::uint32_t> lines; ///< distinct ones, least recently used first
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
    bool taking_up_ = false;                               // guarded by mutex_; its holder owns stack_
};

} // namespace hitmap
