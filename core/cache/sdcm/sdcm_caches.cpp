#include "core/cache/sdcm/sdcm_caches.h"

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Number of groups in a chunk. Long chunks have fewer first uses of lines; the lines of short ones stay in
/// the caches of the processor.
constexpr std::size_t chunk_groups = std::size_t{1} << 15;

/// Number of intervals of all blocks.
std::size_t interval_count(std::span<const AccessBlock> blocks) {
    std::size_t count = 0;
    for (const AccessBlock& block : blocks)
        count += block.intervals.size();
    return count;
}

} // namespace

void SmCaches::begin(std::span<AccessBlock> blocks) {
    blocks_ = blocks;
    next_ = 0;
    for (const AccessBlock& block : blocks)
        sms_.resize(std::max(sms_.size(), block.sm_begin.size() - 1));
    sums_.assign(interval_count(blocks) * allocations_, {});
}

void SmCaches::work(const JobContext& job) {
    std::vector<LevelSums> sums;
    for (std::uint32_t sm = next_++; sm < sms_.size(); sm = next_++) {
        if (sums.empty()) sums.resize(sums_.size());
        run(sm, sums, job);
    }
    const std::lock_guard lock(mutex_);
    add_sums(sums, sums_);
}

void SmCaches::run(std::uint32_t sm, std::span<LevelSums> sums, const JobContext& job) {
    std::size_t first_sum = 0;
    for (AccessBlock& block : blocks_) {
        IntervalRows rows(block, allocations_, first_sum);
        first_sum += block.intervals.size() * allocations_;
        auto groups = block.groups_of(sm);
        auto outcomes = block.l1_of(sm);
        if (!groups.empty() && !sms_[sm]) sms_[sm] = std::make_unique<Sm>(level_.line_count());
        while (!groups.empty()) {
            const std::uint32_t launch = groups.front().launch;
            const auto end = std::find_if(groups.begin(), groups.end(),
                                          [&](const AccessGroup& group) { return group.launch != launch; });
            const auto count = static_cast<std::size_t>(end - groups.begin());
            Sm& cache = *sms_[sm];
            if (std::exchange(cache.launch, launch) != launch) cache.stack.clear();
            level_.simulate(cache.stack, groups.first(count), outcomes, rows, sums, nullptr, job);
            groups = groups.subspan(count);
            outcomes = outcomes.subspan(count);
        }
    }
}

DeviceCache::DeviceCache(const CacheLevel& level, std::size_t allocations, unsigned workers)
    : level_(level),
      allocations_(allocations),
      workers_(std::min(workers, max_workers)),
      stack_(level.line_count()) {}

void DeviceCache::begin(std::span<AccessBlock> blocks) {
    next_ = 0;
    taken_up_ = 0;
    chunk_count_ = 0;
    sums_.assign(interval_count(blocks) * allocations_, {});
    std::size_t first_sum = 0;
    std::size_t left = 0;
    for (AccessBlock& block : blocks) {
        for (std::size_t begin = 0; begin < block.groups.size();) {
            if (left == 0) {
                if (chunk_count_ == chunks_.size()) chunks_.emplace_back();
                chunks_[chunk_count_].segments.clear();
                chunks_[chunk_count_++].ready = false;
                left = chunk_groups;
            }
            const std::size_t end = std::min(block.groups.size(), begin + left);
            chunks_[chunk_count_ - 1].segments.push_back({std::span(block.groups).subspan(begin, end - begin),
                                                          std::span(block.l2).subspan(begin), &block,
                                                          first_sum});
            left -= end - begin;
            begin = end;
        }
        first_sum += block.intervals.size() * allocations_;
    }
}

void DeviceCache::work(const JobContext& job) {
    if (workers_ == 1) {
        for (std::size_t i = next_++; i < chunk_count_; i = next_++)
            simulate(chunks_[i], stack_, nullptr, sums_, job);
        return;
    }
    auto stack = borrow_stack();
    std::vector<LevelSums> sums;
    for (std::size_t i = next_++; i < chunk_count_; i = next_++) {
        Chunk& chunk = chunks_[i];
        chunk.first_uses.clear();
        chunk.lines.clear();
        sums.assign(sums_.size(), {});
        stack->clear();
        simulate(chunk, *stack, &chunk.first_uses, sums, job);
        stack->append_lines(chunk.lines);
        take_up_ready_chunks(chunk, sums, job);
    }
    const std::lock_guard lock(mutex_);
    idle_stacks_.push_back(std::move(stack));
}

std::unique_ptr<ReuseStack> DeviceCache::borrow_stack() {
    const std::lock_guard lock(mutex_);
    if (idle_stacks_.empty()) return std::make_unique<ReuseStack>(level_.line_count(), 4 * chunk_groups);
    auto stack = std::move(idle_stacks_.back());
    idle_stacks_.pop_back();
    return stack;
}

void DeviceCache::simulate(const Chunk& chunk, ReuseStack& stack, std::vector<ColdLookup>* cold,
                           std::vector<LevelSums>& sums, const JobContext& job) const {
    for (const Segment& segment : chunk.segments) {
        IntervalRows rows(*segment.block, allocations_, segment.first_sum);
        level_.simulate(stack, segment.groups, segment.outcomes, rows, sums, cold, job);
    }
}

void DeviceCache::take_up_ready_chunks(Chunk& chunk, const std::vector<LevelSums>& sums,
                                       const JobContext& job) {
    std::unique_lock lock(mutex_);
    add_sums(sums, sums_);
    chunk.ready = true;
    if (taking_up_) return; // the thread that is taking up chunks will also take up this one
    taking_up_ = true;
    std::vector<LevelSums> resolved(sums.size());
    while (taken_up_ < chunk_count_ && chunks_[taken_up_].ready) {
        const Chunk& next = chunks_[taken_up_];
        lock.unlock();
        level_.resolve(stack_, next.first_uses, resolved, job);
        stack_.rearrange_top(next.lines);
        lock.lock();
        ++taken_up_;
    }
    add_sums(resolved, sums_);
    taking_up_ = false;
}

} // namespace hitmap
