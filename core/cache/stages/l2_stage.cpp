#include "core/cache/stages/l2_stage.h"

#include "core/cache/array/cache_dispatch.h"
#include "core/cache/stages/byte_masks.h"
#include "core/cache/stages/fill_units.h"
#include "core/cache/stages/l2_collector.h"
#include "core/cache/stages/l2_lines.h"

#include <algorithm>
#include <array>
#include <bit>

namespace hitmap {

namespace {

/// Number of requests ahead of the current one whose sets are prefetched.
constexpr std::size_t lookups_ahead = 8;

/// Returns the geometry of one partition of L2.
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
    L2Cache(const HierarchyConfig& config, const RecordingInfo& info, const Coalescer& coalescer)
        : collector_(config.l1),
          coalescer_(coalescer),
          l2_fill_(config.l2),
          lines_(config.l1.line, config.l2.line),
          home_bits_(log2_of(config.l2_interleave)),
          allocations_(info.allocations.size()) {
        const CacheGeometry part = partition_of(config);
        const std::uint64_t sets = check_sets(part);
        for (std::uint32_t i = 0; i < config.l2_partitions; ++i)
            partitions_.push_back(make_sectored_cache<Cache>(part, sets, config.seed + i));
        while ((sets - 1) >> slice_shift_ >= max_l2_slices)
            ++slice_shift_;
        slices_.resize(((sets - 1) >> slice_shift_) + 1);
        const std::size_t sectors = (std::uint64_t{1} << slice_shift_) * config.l2_partitions * part.ways *
                                    (part.line / Coalescer::sector_bytes);
        for (Slice& slice : slices_)
            slice.byte_masks = ByteMasks(sectors);
    }

    [[nodiscard]] std::size_t slices() const override { return slices_.size(); }
    void route(const CoalescedRequests& lines, const L1Output& l1, L2Requests& out) const override;
    [[nodiscard]] std::uint64_t slice_sets() const override { return std::uint64_t{1} << slice_shift_; }
    void run(std::size_t slice, const CoalescedRequests& lines, const L2Requests& asked, L2SliceOutput& out,
             std::vector<LineUse>* uses_of_lines) override;
    void collect(const PipelineInput& input, const CoalescedRequests& lines, const L1Output& l1,
                 const L2Requests& requests, const L2SliceOutput& slices, L2Output& out) const override;

private:
    struct alignas(64) Slice {
        ByteMasks byte_masks;
    };

    /// Most lines of a partition have their home in it, and thus the same value of one address bit. This bit
    /// is removed, so that the lines use all sets.
    [[nodiscard]] [[gnu::always_inline]] std::uint64_t set_of(std::uint64_t line) const {
        if (partitions_.size() == 1) return partitions_.front().set_of(line);
        const unsigned home_bit = home_bits_ - lines_.line_bits();
        const std::uint64_t below = line & ((std::uint64_t{1} << home_bit) - 1);
        return partitions_.front().set_of(line >> (home_bit + 1) << home_bit | below);
    }
    [[nodiscard]] std::size_t home_of(std::uint64_t line) const {
        return partitions_.size() == 1 ? 0 : (line << lines_.line_bits() >> home_bits_) % partitions_.size();
    }
    /// The sectors that hit, and the sectors that are fetched from memory.
    struct Asked {
        SectorMask hits;
        SectorMask fetched;
    };
    /// Where the uses of lines by one request go. list == nullptr: no sink reads them
    struct Uses {
        std::vector<LineUse>* list;
        std::size_t at; ///< index of the request
    };
    /// Calls look_up() for a line in a partition, and appends its use to the list, if there is one.
    template <class LookUp>
    [[gnu::always_inline]] auto used(const Uses& uses, std::size_t partition, std::uint64_t line,
                                     std::uint64_t set, const LookUp& look_up) {
        if (uses.list != nullptr) uses.list->push_back(use_of(uses.at, partition, line, set));
        const auto outcome = look_up();
        if (uses.list != nullptr) uses.list->back().add(outcome);
        return outcome;
    }
    [[nodiscard]] LineUse use_of(std::size_t at, std::size_t partition, std::uint64_t line,
                                 std::uint64_t set) const;
    template <class Evict>
    Asked access(const L2Request& request, std::uint64_t set, const Uses& uses, const Evict& evict);
    template <class Evict>
    Asked store(const L2Request& request, std::uint64_t set, const CoalescedRequests& lines, Slice& slice,
                const Uses& uses, const Evict& evict);
    void add_eviction(const RequestView& requests, const L2Eviction& eviction, std::size_t request,
                      OwningAllocation& last, L2Output& out) const;

    L2Collector collector_;
    const Coalescer& coalescer_;
    FillUnits l2_fill_;
    L2Lines lines_;
    unsigned home_bits_;
    std::size_t allocations_;
    unsigned slice_shift_ = 0; ///< log2 of the number of sets of a slice
    std::vector<Cache> partitions_;
    std::vector<Slice> slices_;
};

template <class Cache>
void L2Cache<Cache>::route(const CoalescedRequests& lines, const L1Output& l1, L2Requests& out) const {
    for (std::size_t i = 0; i < slices_.size(); ++i)
        out.of_slice[i].clear();
    out.order.clear();
    collector_.for_each(
        lines, l1, [&](const L2Request& request) __attribute__((always_inline)) {
            lines_.for_each(
                request, [&](const L2Request& one) __attribute__((always_inline)) {
                    const std::uint64_t slice = set_of(one.line) >> slice_shift_;
                    out.of_slice[slice].push_back(one);
                    out.order.push_back(static_cast<std::uint8_t>(slice));
                });
        });
}

/// Processes loads and atomics. Like store(), it calls evict(outcome) if a line was evicted.
template <class Cache>
template <class Evict>
typename L2Cache<Cache>::Asked L2Cache<Cache>::access(const L2Request& request, std::uint64_t set,
                                                      const Uses& uses, const Evict& evict) {
    const bool loads = request.origin.kind() == L2Request::Kind::load;
    const SectorMask fill =
        loads ? l2_fill_.of(static_cast<LineSectors>(request.sectors | request.fill_only)) : request.sectors;
    const auto access_one = [&](std::size_t partition, SectorMask asked) {
        const SectorOutcome outcome = used(
            uses, partition, request.line, set, [&]() __attribute__((always_inline)) {
                return partitions_[partition].access(set, request.line, asked, asked, loads ? 0 : asked);
            });
        if (outcome.written_back != 0) evict(outcome);
        return outcome.hits;
    };
    const std::size_t home = home_of(request.line);
    // A write makes a copy in the other partition obsolete.
    if (!loads && partitions_.size() > 1) partitions_[1 - home].drop(set, request.line, fill);
    if (!loads || home == request.origin.partition()) {
        const SectorMask hits = access_one(home, fill);
        return {hits, fill & ~hits};
    }
    // The near partition keeps a copy. Sectors that miss there come from the home partition of the line.
    SectorMask hits = access_one(request.origin.partition(), fill);
    if (const SectorMask missing = fill & ~hits; missing != 0) hits |= access_one(home, missing);
    return {hits, fill & ~hits};
}

/// Processes stores and write-backs of L1. Nothing is fetched; for sectors that are not present, the written
/// bytes are stored.
template <class Cache>
template <class Evict>
typename L2Cache<Cache>::Asked L2Cache<Cache>::store(const L2Request& request, std::uint64_t set,
                                                     const CoalescedRequests& lines, Slice& slice,
                                                     const Uses& uses, const Evict& evict) {
    const std::size_t home = home_of(request.line);
    if (partitions_.size() > 1) partitions_[1 - home].drop(set, request.line, request.sectors);
    Cache& cache = partitions_[home];
    const StoreOutcome outcome = used(
        uses, home, request.line, set, [&]() __attribute__((always_inline)) {
            return cache.store(set, request.line, request.sectors, request.written);
        });
    if (outcome.written_back != 0) evict(outcome);
    const SectorMask were_valid = outcome.hits & ~outcome.partly;
    const SectorMask in_part = request.sectors & ~(request.written | were_valid);
    if (in_part == 0) return {outcome.hits, 0};
    for (SectorMask rest = in_part; rest != 0; rest &= rest - 1) {
        const auto sector = static_cast<unsigned>(std::countr_zero(rest));
        const auto asked = static_cast<unsigned>(static_cast<int>(sector) - request.origin.shift());
        if (slice.byte_masks.store(request.line, sector, lines.bytes_written(request.at, asked),
                                   (outcome.partly >> sector & 1U) != 0))
            cache.validate(set, request.line, 1U << sector);
    }
    slice.byte_masks.tidy([&](std::uint64_t line, unsigned sector) {
        return (partitions_[home_of(line)].partly(set_of(line), line) >> sector & 1U) != 0;
    });
    return {outcome.hits, 0};
}

/// The use of a line by the look-up that follows.
template <class Cache>
[[gnu::noinline]] LineUse L2Cache<Cache>::use_of(std::size_t at, std::size_t partition, std::uint64_t line,
                                                 std::uint64_t set) const {
    return {.line = line,
            .set = static_cast<std::uint32_t>(set),
            .at = static_cast<std::uint32_t>(at),
            .array = static_cast<std::uint8_t>(partition),
            .is_present = partitions_[partition].contains(set, line)};
}

template <class Cache>
void L2Cache<Cache>::run(std::size_t slice, const CoalescedRequests& lines, const L2Requests& asked,
                         L2SliceOutput& out, std::vector<LineUse>* uses_of_lines) {
    const auto& requests = asked.of_slice[slice];
    WrittenList<L2Eviction>& evicted = out.evictions[slice];
    evicted.clear();
    out.outcomes[slice].clear();
    L2Outcome* const outcomes = out.outcomes[slice].reserve_more(requests.size());
    std::array<std::uint64_t, lookups_ahead> sets; // sets of the next requests
    const auto fetch = [&](std::size_t i) {
        sets[i % lookups_ahead] = set_of(requests[i].line);
        partitions_[0].prefetch_set(sets[i % lookups_ahead]);
    };
    for (std::size_t i = 0; i < std::min(requests.size(), lookups_ahead); ++i)
        fetch(i);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const L2Request& request = requests[i];
        const std::uint64_t set = sets[i % lookups_ahead];
        if (i + lookups_ahead < requests.size()) fetch(i + lookups_ahead);
        std::uint8_t evictions = 0;
        const auto evict = [&](const SectorOutcome& outcome) {
            evicted.push_back({outcome.evicted, static_cast<LineSectors>(outcome.written_back)});
            ++evictions;
        };
        const bool stores = request.origin.kind() == L2Request::Kind::store ||
                            request.origin.kind() == L2Request::Kind::write_back;
        const Uses uses{uses_of_lines, i};
        const Asked found = stores ? store(request, set, lines, slices_[slice], uses, evict)
                                   : access(request, set, uses, evict);
        outcomes[i] = {static_cast<LineSectors>(found.hits & request.sectors),
                       static_cast<std::uint8_t>(std::popcount(found.fetched)), evictions};
    }
    out.outcomes[slice].end_at(outcomes + requests.size());
}

template <class Cache>
void L2Cache<Cache>::collect(const PipelineInput& input, const CoalescedRequests& lines, const L1Output& l1,
                             const L2Requests& requests, const L2SliceOutput& slices, L2Output& out) const {
    out.hits.assign(lines.line_count() + CoalescedRequests::padding, 0);
    out.fetched.assign(lines.line_count() + CoalescedRequests::padding, 0);
    out.write_back_hits.assign(l1.write_backs.size(), 0);
    out.written.assign(allocations_ + 1, 0);
    struct Next {
        const L2Request* request;
        const L2Outcome* outcome;
        const L2Eviction* eviction;
    };
    std::array<Next, max_l2_slices> nexts;
    for (std::size_t i = 0; i < slices_.size(); ++i)
        nexts[i] = {requests.of_slice[i].data(), slices.outcomes[i].data(), slices.evictions[i].data()};
    std::size_t request = 0;
    OwningAllocation last;
    for (const std::uint8_t slice : requests.order) {
        Next& next = nexts[slice];
        const L2Request& asked = *next.request++;
        const L2Outcome outcome = *next.outcome++;
        const LineSectors hits = shifted(outcome.hits, -asked.origin.shift());
        const bool is_back = asked.origin.kind() == L2Request::Kind::write_back;
        // Several lines of L2 may be parts of one line of L1.
        LineSectors& all_hits = is_back ? out.write_back_hits[asked.at] : out.hits[asked.at];
        all_hits = static_cast<LineSectors>(all_hits | hits);
        if (!is_back)
            out.fetched[asked.at] = static_cast<std::uint8_t>(out.fetched[asked.at] + outcome.fetched);
        if (outcome.evictions == 0) continue;
        const std::uint32_t line = is_back ? l1.write_backs[asked.at].evicted_by : asked.at;
        while (lines.first_line[request + 1] <= line)
            ++request;
        for (unsigned e = 0; e < outcome.evictions; ++e)
            add_eviction(input.requests, *next.eviction++, request, last, out);
    }
}

/// Counts the evicted sectors for the allocation that owns the line at the time of its eviction.
template <class Cache>
void L2Cache<Cache>::add_eviction(const RequestView& requests, const L2Eviction& eviction,
                                  std::size_t request, OwningAllocation& last, L2Output& out) const {
    const std::uint64_t address =
        (eviction.line << lines_.line_bits()) +
        static_cast<unsigned>(std::countr_zero(eviction.sectors)) * Coalescer::sector_bytes;
    const std::uint16_t owner = coalescer_.owner_of(address, requests.first_request.value + request,
                                                    requests.entries[request].launch, last);
    out.written[owner == CoalescedRequests::no_allocation ? allocations_ : owner] +=
        static_cast<unsigned>(std::popcount(eviction.sectors));
}

} // namespace

std::unique_ptr<L2Stage> make_l2_stage(const HierarchyConfig& config, const RecordingInfo& info,
                                       const Coalescer& coalescer) {
    std::unique_ptr<L2Stage> made;
    visit_sectored_cache<LineSectors>(partition_of(config),
                                      [&]<class Cache>(std::type_identity<Cache> /*cache*/) {
                                          made = std::make_unique<L2Cache<Cache>>(config, info, coalescer);
                                      });
    return made;
}

} // namespace hitmap
