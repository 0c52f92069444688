#include "core/cache/l2_stage.h"

#include "core/cache/cache_dispatch.h"
#include "core/cache/fill_units.h"
#include "core/cache/traffic_tally.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

/// One partition's share.
CacheGeometry partition_of(const HierarchyConfig& config) {
    CacheGeometry part = config.l2;
    part.capacity /= config.l2_partitions;
    return part;
}

unsigned log2_of(std::uint64_t power_of_two) {
    return static_cast<unsigned>(std::countr_zero(power_of_two));
}

/// Sectors, counted from sector `shift`.
LineSectors shifted(LineSectors sectors, int shift) {
    return static_cast<LineSectors>(shift >= 0 ? sectors << shift : sectors >> -shift);
}

template <class Cache>
class L2Cache final : public L2Stage {
public:
    L2Cache(const HierarchyConfig& config, const RecordingInfo& info, std::vector<MemoryPath> paths,
            const Coalescer& coalescer)
        : paths_(std::move(paths)),
          coalescer_(coalescer),
          l1_fill_(config.l1),
          l2_fill_(config.l2),
          l1_line_bits_(log2_of(config.l1.line)),
          l2_line_bits_(log2_of(config.l2.line)),
          home_bits_(log2_of(config.l2_interleave)),
          sms_a_partition_((std::max(info.device.sm_count, 1U) + config.l2_partitions - 1) /
                           config.l2_partitions) {
        const CacheGeometry part = partition_of(config);
        const std::uint64_t sets = check_sets(part);
        for (std::uint32_t i = 0; i < config.l2_partitions; ++i)
            partitions_.emplace_back(sets, part.ways, config.seed + i);
        while ((sets - 1) >> slice_shift_ >= PipelineBlock::max_l2_slices)
            ++slice_shift_;
        slices_.resize(((sets - 1) >> slice_shift_) + 1);
        for (Slice& slice : slices_)
            slice.written.resize(info.allocations.size() + 1);
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
    };

    /// What is asked of L2, in sectors of a line of L1; see L2Request.
    struct Routed {
        std::uint32_t at;
        LineSectors sectors;
        LineSectors along;
        LineSectors written;
        std::uint8_t partition;
        L2Request::Kind kind;
    };
    void route_line(PipelineBlock& block, std::uint64_t l1_line, const Routed& asked) const;
    /// Of a partition, which has lines of one home for the most part: the bit that says which is left out, so
    /// that they go to all sets.
    [[nodiscard]] std::uint64_t set_of(std::uint64_t line) const {
        if (partitions_.size() == 1) return partitions_.front().set_of(line);
        const unsigned home_bit = home_bits_ - l2_line_bits_;
        const std::uint64_t below = line & ((std::uint64_t{1} << home_bit) - 1);
        return partitions_.front().set_of(line >> (home_bit + 1) << home_bit | below);
    }
    /// Sectors that are to be filled and those of them that were there.
    struct Asked {
        LineSectors fill;
        SectorMask hits;
    };
    template <class Evict>
    Asked access(const L2Request& request, const Evict& evict);
    [[nodiscard]] std::size_t holder_of(const SectorOutcome& outcome, const PipelineBlock& block,
                                        const L2Request& request) const;
    void add_hits(PipelineBlock& block, const L2Request& request, Asked asked) const;

    std::vector<MemoryPath> paths_;
    const Coalescer& coalescer_;
    FillUnits l1_fill_;
    FillUnits l2_fill_;
    unsigned l1_line_bits_;
    unsigned l2_line_bits_;
    unsigned home_bits_;
    std::uint32_t sms_a_partition_;
    unsigned slice_shift_ = 0; ///< sets of a slice, log2
    std::vector<Cache> partitions_;
    std::vector<Slice> slices_;
};

template <class Cache>
void L2Cache<Cache>::route(PipelineBlock& block) const {
    for (std::size_t i = 0; i < slices_.size(); ++i)
        block.l2_requests[i].clear();
    std::sort(block.write_backs.begin(), block.write_backs.end(),
              [](const WriteBack& a, const WriteBack& b) { return a.evicted_by < b.evicted_by; });
    std::uint32_t next_back = 0;
    constexpr std::uint32_t none = ~std::uint32_t{0};
    const auto evicted_by = [&](std::uint32_t back) {
        return back < block.write_backs.size() ? block.write_backs[back].evicted_by : none;
    };
    std::uint32_t back_at = evicted_by(0);
    const std::uint32_t* const first_line = block.coalesced.first_line.data();
    const LineRequest* const lines = block.coalesced.lines.data();
    const std::span entries(block.block.requests.entries);
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        const auto& entry = entries[i];
        const MemoryPath path = paths_[entry.instruction];
        const bool writes =
            path == MemoryPath::store || path == MemoryPath::bypassing_store || path == MemoryPath::atomic;
        const bool fills_l1 = !writes && path != MemoryPath::bypassing_load;
        const auto kind = writes ? L2Request::Kind::store : L2Request::Kind::load;
        const auto partition = static_cast<std::uint8_t>(
            partitions_.size() == 1
                ? 0
                : std::min<std::size_t>(entry.sm / sms_a_partition_, partitions_.size() - 1));
        for (std::uint32_t at = first_line[i], end = first_line[i + 1]; at < end; ++at) {
            if (at == back_at) {
                const WriteBack& back = block.write_backs[next_back];
                route_line(
                    block, back.line,
                    {next_back, back.sectors, 0, back.sectors, partition, L2Request::Kind::write_back});
                back_at = evicted_by(++next_back);
            }
            const LineRequest& line = lines[at];
            const LineSectors sectors = sectors_for_l2(path, line);
            if (sectors == 0) continue;
            const auto along = static_cast<LineSectors>(fills_l1 ? l1_fill_.of(sectors) & ~line.sectors : 0);
            route_line(block, line.line, {at, sectors, along, line.written, partition, kind});
        }
    }
}

template <class Cache>
inline void L2Cache<Cache>::route_line(PipelineBlock& block, std::uint64_t l1_line,
                                       const Routed& asked) const {
    constexpr unsigned sector_bits = 5;
    // Written where it stays, field by field: a copy would wait for the fields.
    const auto put = [&](std::uint64_t line, int shift, LineSectors in_line) {
        const std::uint64_t set = set_of(line);
        L2Request& one = block.l2_requests[set >> slice_shift_].emplace_back();
        one.line = line;
        one.set = static_cast<std::uint32_t>(set);
        one.at = asked.at;
        one.sectors = shifted(asked.sectors, shift) & in_line;
        one.along = shifted(asked.along, shift) & in_line;
        one.written = shifted(asked.written, shift) & in_line;
        one.shift = static_cast<std::int8_t>(shift);
        one.partition = asked.partition;
        one.kind = asked.kind;
    };
    if (l2_line_bits_ >= l1_line_bits_) {
        const std::uint64_t line = l1_line >> (l2_line_bits_ - l1_line_bits_);
        const std::uint64_t first =
            (l1_line << (l1_line_bits_ - sector_bits)) - (line << (l2_line_bits_ - sector_bits));
        put(line, static_cast<int>(first), 0xff);
        return;
    }
    const unsigned width = 1U << (l2_line_bits_ - sector_bits); // sectors of a line of L2
    const auto in_line = static_cast<LineSectors>((1U << width) - 1);
    for (unsigned first = 0; first < 1U << (l1_line_bits_ - sector_bits); first += width)
        if ((shifted(static_cast<LineSectors>(asked.sectors | asked.along), -static_cast<int>(first)) &
             in_line) != 0)
            put((l1_line << (l1_line_bits_ - l2_line_bits_)) + first / width, -static_cast<int>(first),
                in_line);
}

/// Calls evict(outcome) where lines were evicted.
template <class Cache>
template <class Evict>
typename L2Cache<Cache>::Asked L2Cache<Cache>::access(const L2Request& request, const Evict& evict) {
    const bool loads = request.kind == L2Request::Kind::load;
    const auto fill =
        loads ? l2_fill_.of(static_cast<LineSectors>(request.sectors | request.along)) : request.sectors;
    const auto access_one = [&](std::size_t partition, SectorMask asked) {
        const SectorOutcome outcome =
            partitions_[partition].access(request.set, request.line, asked, asked, loads ? 0 : asked);
        if (outcome.written_back != 0) evict(outcome);
        return outcome.hits;
    };
    const std::size_t home =
        partitions_.size() == 1 ? 0 : (request.line << l2_line_bits_ >> home_bits_) % partitions_.size();
    // What is written is no longer what a copy in the other partition has.
    if (!loads && partitions_.size() > 1) partitions_[1 - home].drop(request.set, request.line, fill);
    if (!loads || home == request.partition) return {fill, access_one(home, fill)};
    // The near partition keeps a copy; what it does not have comes from the line's home.
    const SectorMask near = access_one(request.partition, fill);
    const SectorMask missing = fill & ~near;
    return {fill, missing == 0 ? near : near | access_one(home, missing)};
}

template <class Cache>
void L2Cache<Cache>::run(std::size_t slice, std::span<PipelineBlock* const> blocks, const JobContext& job) {
    std::vector<std::uint64_t>& written = slices_[slice].written;
    for (PipelineBlock* const block : blocks) {
        job.check();
        for (const L2Request& request : block->l2_requests[slice]) {
            const Asked asked = access(request, [&](const SectorOutcome& outcome) {
                written[holder_of(outcome, *block, request)] +=
                    static_cast<unsigned>(std::popcount(outcome.written_back));
            });
            add_hits(*block, request, asked);
        }
    }
}

/// The allocation that an evicted line belongs to, as things are when it is evicted.
template <class Cache>
std::size_t L2Cache<Cache>::holder_of(const SectorOutcome& outcome, const PipelineBlock& block,
                                      const L2Request& request) const {
    const bool back = request.kind == L2Request::Kind::write_back;
    const std::uint32_t at = back ? block.write_backs[request.at].evicted_by : request.at;
    const auto& first_line = block.coalesced.first_line;
    const auto index = static_cast<std::size_t>(std::upper_bound(first_line.begin(), first_line.end(), at) -
                                                first_line.begin()) -
                       1;
    const std::uint64_t address =
        (outcome.evicted << l2_line_bits_) +
        static_cast<unsigned>(std::countr_zero(outcome.written_back)) * Coalescer::sector_bytes;
    const auto& requests = block.block.requests;
    const std::uint16_t holder =
        coalescer_.holder_of(address, requests.first_request.value + index, requests.entries[index].launch);
    const std::size_t none = slices_.front().written.size() - 1;
    return holder == LineRequest::no_allocation ? none : holder;
}

template <class Cache>
void L2Cache<Cache>::add_hits(PipelineBlock& block, const L2Request& request, Asked asked) const {
    const LineSectors hits = shifted(static_cast<LineSectors>(asked.hits & request.sectors), -request.shift);
    const auto fetched = static_cast<std::uint8_t>(
        std::popcount(static_cast<SectorMask>(asked.fill & ~request.written) & ~asked.hits));
    const bool back = request.kind == L2Request::Kind::write_back;
    LineSectors& all_hits =
        back ? block.write_backs[request.at].l2_hits : block.coalesced.lines[request.at].l2_hits;
    if (l2_line_bits_ >= l1_line_bits_) {
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
    visit_sectored_cache(partition_of(config), [&]<class Cache>(std::type_identity<Cache> /*cache*/) {
        made = std::make_unique<L2Cache<Cache>>(config, info, std::move(paths), coalescer);
    });
    return made;
}

} // namespace hitmap
