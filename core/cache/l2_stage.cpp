#include "core/cache/l2_stage.h"

#include "core/cache/cache_dispatch.h"
#include "core/cache/fill_units.h"
#include "core/cache/l2_collector.h"
#include "core/cache/l2_lines.h"
#include "core/cache/stored_bytes.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

/// Requests ahead whose sets and lines are fetched into the processor's cache.
constexpr std::size_t lookups_ahead = 8;

/// One partition's share.
CacheGeometry partition_of(const HierarchyConfig& config) {
    CacheGeometry part = config.l2;
    part.capacity /= config.l2_partitions;
    return part;
}

unsigned log2_of(std::uint64_t power_of_two) {
    return static_cast<unsigned>(std::countr_zero(power_of_two));
}

template <class Cache>
class L2Cache final : public L2Stage {
public:
    L2Cache(const HierarchyConfig& config, const RecordingInfo& info, std::vector<MemoryPath> paths,
            const Coalescer& coalescer)
        : collector_(config, std::move(paths), info.device.sm_count),
          coalescer_(coalescer),
          l2_fill_(config.l2),
          lines_(config.l1.line, config.l2.line),
          home_bits_(log2_of(config.l2_interleave)) {
        const CacheGeometry part = partition_of(config);
        const std::uint64_t sets = check_sets(part);
        for (std::uint32_t i = 0; i < config.l2_partitions; ++i)
            partitions_.emplace_back(sets, part.ways, config.seed + i);
        while ((sets - 1) >> slice_shift_ >= PipelineBlock::max_l2_slices)
            ++slice_shift_;
        slices_.resize(((sets - 1) >> slice_shift_) + 1);
        const std::size_t sectors = (std::uint64_t{1} << slice_shift_) * config.l2_partitions * part.ways *
                                    (part.line / Coalescer::sector_bytes);
        for (Slice& slice : slices_) {
            slice.written.resize(info.allocations.size() + 1);
            slice.stored = StoredBytes(sectors);
        }
    }

    [[nodiscard]] std::size_t slices() const override { return slices_.size(); }
    void route(PipelineBlock& block) const override;
    void run(std::size_t slice, std::span<PipelineBlock* const> blocks, const JobContext& job) override;
    [[nodiscard]] std::vector<std::uint64_t> sectors_written() const override {
        std::vector<std::uint64_t> sum(slices_.front().written.size());
        for (const Slice& slice : slices_)
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] += slice.written[i];
        return sum;
    }

private:
    struct alignas(64) Slice {
        std::vector<std::uint64_t> written; ///< [allocations + 1]
        StoredBytes stored;
    };

    /// Of a partition, which has lines of one home for the most part: the bit that says which is left out, so
    /// that they go to all sets.
    [[nodiscard]] std::uint64_t set_of(std::uint64_t line) const {
        if (partitions_.size() == 1) return partitions_.front().set_of(line);
        const unsigned home_bit = home_bits_ - lines_.line_bits();
        const std::uint64_t below = line & ((std::uint64_t{1} << home_bit) - 1);
        return partitions_.front().set_of(line >> (home_bit + 1) << home_bit | below);
    }
    [[nodiscard]] std::size_t home_of(std::uint64_t line) const {
        return partitions_.size() == 1 ? 0 : (line << lines_.line_bits() >> home_bits_) % partitions_.size();
    }
    /// Sectors that were there, and those that are fetched from memory.
    struct Asked {
        SectorMask hits;
        SectorMask fetched;
    };
    template <class Evict>
    Asked access(const L2Request& request, const Evict& evict);
    template <class Evict>
    Asked store(const L2Request& request, const PipelineBlock& block, Slice& slice, const Evict& evict);
    [[nodiscard]] std::size_t holder_of(const SectorOutcome& outcome, const PipelineBlock& block,
                                        const L2Request& request) const;
    void add_hits(PipelineBlock& block, const L2Request& request, Asked asked) const;

    L2Collector collector_;
    const Coalescer& coalescer_;
    FillUnits l2_fill_;
    L2Lines lines_;
    unsigned home_bits_;
    unsigned slice_shift_ = 0; ///< sets of a slice, log2
    std::vector<Cache> partitions_;
    std::vector<Slice> slices_;
};

template <class Cache>
void L2Cache<Cache>::route(PipelineBlock& block) const {
    std::sort(block.write_backs.begin(), block.write_backs.end(),
              [](const WriteBack& a, const WriteBack& b) { return a.evicted_by < b.evicted_by; });
    for (std::size_t i = 0; i < slices_.size(); ++i)
        block.l2_requests[i].clear();
    collector_.for_each(block, [&](const L2Request& request) {
        lines_.for_each(request, [&](const L2Request& one) {
            block.l2_requests[set_of(one.line) >> slice_shift_].push_back(one);
        });
    });
}

/// Loads and atomics. Calls evict(outcome) where lines were evicted, as does store().
template <class Cache>
template <class Evict>
typename L2Cache<Cache>::Asked L2Cache<Cache>::access(const L2Request& request, const Evict& evict) {
    const bool loads = request.origin.kind() == L2Request::Kind::load;
    const std::uint64_t set = set_of(request.line);
    const SectorMask fill =
        loads ? l2_fill_.of(static_cast<LineSectors>(request.sectors | request.along)) : request.sectors;
    const auto access_one = [&](std::size_t partition, SectorMask asked) {
        const SectorOutcome outcome =
            partitions_[partition].access(set, request.line, asked, asked, loads ? 0 : asked);
        if (outcome.written_back != 0) evict(outcome);
        return outcome.hits;
    };
    const std::size_t home = home_of(request.line);
    // What is written is no longer what a copy in the other partition has.
    if (!loads && partitions_.size() > 1) partitions_[1 - home].drop(set, request.line, fill);
    if (!loads || home == request.origin.partition()) {
        const SectorMask hits = access_one(home, fill);
        return {hits, fill & ~hits};
    }
    // The near partition keeps a copy; what it does not have comes from the line's home.
    SectorMask hits = access_one(request.origin.partition(), fill);
    if (const SectorMask missing = fill & ~hits; missing != 0) hits |= access_one(home, missing);
    return {hits, fill & ~hits};
}

/// Stores and what L1 writes back: nothing is fetched, bytes of sectors that are not there are kept.
template <class Cache>
template <class Evict>
typename L2Cache<Cache>::Asked L2Cache<Cache>::store(const L2Request& request, const PipelineBlock& block,
                                                     Slice& slice, const Evict& evict) {
    const std::uint64_t set = set_of(request.line);
    const std::size_t home = home_of(request.line);
    if (partitions_.size() > 1) partitions_[1 - home].drop(set, request.line, request.sectors);
    Cache& cache = partitions_[home];
    const StoreOutcome outcome = cache.store(set, request.line, request.sectors, request.written);
    if (outcome.written_back != 0) evict(outcome);
    const SectorMask were_valid = outcome.hits & ~outcome.partly;
    const SectorMask in_part = request.sectors & ~(request.written | were_valid);
    if (in_part == 0) return {outcome.hits, 0};
    for (SectorMask rest = in_part; rest != 0; rest &= rest - 1) {
        const auto sector = static_cast<unsigned>(std::countr_zero(rest));
        const auto asked = static_cast<unsigned>(static_cast<int>(sector) - request.origin.shift());
        if (slice.stored.store(request.line, sector, block.coalesced.bytes_written(request.at, asked),
                               (outcome.partly >> sector & 1U) != 0))
            cache.validate(set, request.line, 1U << sector);
    }
    slice.stored.tidy([&](std::uint64_t line, unsigned sector) {
        return (partitions_[home_of(line)].partly(set_of(line), line) >> sector & 1U) != 0;
    });
    return {outcome.hits, 0};
}

template <class Cache>
void L2Cache<Cache>::run(std::size_t slice, std::span<PipelineBlock* const> blocks, const JobContext& job) {
    for (PipelineBlock* const block : blocks) {
        job.check();
        const auto& requests = block->l2_requests[slice];
        for (std::size_t i = 0; i < requests.size(); ++i) {
            const L2Request& request = requests[i];
            if (i + lookups_ahead < requests.size()) {
                const L2Request& ahead = requests[i + lookups_ahead];
                partitions_[0].prefetch_set(set_of(ahead.line));
                if (ahead.origin.kind() != L2Request::Kind::write_back)
                    __builtin_prefetch(block->coalesced.lines.data() + ahead.at, 1);
            }
            const auto evict = [&](const SectorOutcome& outcome) {
                slices_[slice].written[holder_of(outcome, *block, request)] +=
                    static_cast<unsigned>(std::popcount(outcome.written_back));
            };
            const bool stores = request.origin.kind() == L2Request::Kind::store ||
                                request.origin.kind() == L2Request::Kind::write_back;
            add_hits(*block, request,
                     stores ? store(request, *block, slices_[slice], evict) : access(request, evict));
        }
    }
}

/// The allocation that an evicted line belongs to, as things are when it is evicted.
template <class Cache>
std::size_t L2Cache<Cache>::holder_of(const SectorOutcome& outcome, const PipelineBlock& block,
                                      const L2Request& request) const {
    const bool back = request.origin.kind() == L2Request::Kind::write_back;
    const std::uint32_t at = back ? block.write_backs[request.at].evicted_by : request.at;
    const auto& first_line = block.coalesced.first_line;
    const auto index = static_cast<std::size_t>(std::upper_bound(first_line.begin(), first_line.end(), at) -
                                                first_line.begin()) -
                       1;
    const std::uint64_t address =
        (outcome.evicted << lines_.line_bits()) +
        static_cast<unsigned>(std::countr_zero(outcome.written_back)) * Coalescer::sector_bytes;
    const auto& requests = block.block.requests;
    const std::uint16_t holder =
        coalescer_.holder_of(address, requests.first_request.value + index, requests.entries[index].launch);
    const std::size_t none = slices_.front().written.size() - 1;
    return holder == LineRequest::no_allocation ? none : holder;
}

template <class Cache>
void L2Cache<Cache>::add_hits(PipelineBlock& block, const L2Request& request, Asked asked) const {
    const LineSectors hits =
        shifted(static_cast<LineSectors>(asked.hits & request.sectors), -request.origin.shift());
    const auto fetched = static_cast<std::uint8_t>(std::popcount(asked.fetched));
    const bool back = request.origin.kind() == L2Request::Kind::write_back;
    LineSectors& all_hits =
        back ? block.write_backs[request.at].l2_hits : block.coalesced.lines[request.at].l2_hits;
    if (lines_.hold_whole_lines()) {
        all_hits = hits;
        if (!back) block.coalesced.lines[request.at].fetched = fetched;
        return;
    }
    // Lines of L2 that are parts of one line of L1 may be in different slices.
    std::atomic_ref(all_hits).fetch_or(hits, std::memory_order_relaxed);
    if (!back)
        std::atomic_ref(block.coalesced.lines[request.at].fetched)
            .fetch_add(fetched, std::memory_order_relaxed);
}

} // namespace

std::unique_ptr<L2Stage> make_l2_stage(const HierarchyConfig& config, const RecordingInfo& info,
                                       std::vector<MemoryPath> paths, const Coalescer& coalescer) {
    std::unique_ptr<L2Stage> made;
    visit_sectored_cache<LineSectors>(
        partition_of(config), [&]<class Cache>(std::type_identity<Cache> /*cache*/) {
            made = std::make_unique<L2Cache<Cache>>(config, info, std::move(paths), coalescer);
        });
    return made;
}

} // namespace hitmap
