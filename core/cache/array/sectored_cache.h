#pragma once

#include "core/cache/array/line_table.h"
#include "core/cache/array/partial_tags.h"
#include "core/cache/array/set_records.h"
#include "core/cache/array/way_range.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace hitmap {

/// Bit s stands for sector s of a line.
using SectorMask = std::uint32_t;

/// The result of an access to sectors of one line.
struct SectorOutcome {
    static constexpr std::uint64_t no_line = ~std::uint64_t{0};

    SectorMask hits = 0;             ///< those of the requested sectors that hit
    SectorMask written_back = 0;     ///< sectors of `evicted` that were dirty
    std::uint64_t evicted = no_line; ///< number of the evicted line
    friend bool operator==(const SectorOutcome&, const SectorOutcome&) = default;
};

/// The result of a store.
struct StoreOutcome : SectorOutcome {
    SectorMask partly = 0; ///< those hits of which only some bytes were valid
};

/// A set-associative cache of lines with sectors: one tag per line, one valid and one dirty bit per sector. A
/// sector hits if it is valid. A line without the requested sector is still present, and the access counts as
/// a use of the line. A sector that is dirty and not valid was stored in part (see store()). Lines are
/// numbers (address / bytes of a line) below 2^64 - 1.
///
/// For Policy see replacement.h, for Index set_index.h. They are chosen once per cache (visit_sectored_cache
/// in cache_dispatch.h), so that the inner loops need no virtual calls. Sets share no state: different
/// threads may use different sets at the same time.
/// @tparam Mask  an unsigned integer with a bit for each sector of a line. It should be as narrow as
/// possible, since the caches of all SMs share the cache of the processor
template <class Policy, class Index, class Mask = SectorMask>
class SectoredCache {
public:
    using SetIndexFunction = Index;

    /// Index must allow `sets`, Policy must allow `ways`. Throws std::bad_alloc.
    SectoredCache(std::uint64_t sets, std::uint64_t ways, std::uint64_t seed)
        : SectoredCache(sets, ways, seed, Index(sets)) {}
    SectoredCache(std::uint64_t sets, std::uint64_t ways, std::uint64_t seed, Index index)
        : ways_(ways),
          partial_tags_(std::min(ways, few_ways)),
          records_(sets, ways, is_few() ? partial_tags_.words() : 0),
          policy_(sets, ways, seed),
          index_(index) {
        if (!is_few()) table_ = Table(sets, ways);
    }

    [[nodiscard]] std::uint64_t set_of(std::uint64_t line) const { return index_(line); }

    /// Returns which of the requested sectors hit, and fills nothing. If the line is present, this is a use
    /// of it.
    SectorMask look_up(std::uint64_t line, SectorMask asked) { return look_up(index_(line), line, asked); }
    /// The same in a set chosen by the caller. A line must always be used with the same set.
    SectorMask look_up(std::uint64_t set, std::uint64_t line, SectorMask asked) {
        const std::uint32_t way = find(set, line);
        if (way == none) return 0;
        policy_.touch(set, way);
        return records_.sectors(set)[way].valid & asked;
    }

    /// Accesses sectors. If the line is not present it gets a way, for which another line may be evicted.
    /// Afterwards the sectors `fill` are also valid and the sectors `dirty` are also dirty.
    [[gnu::always_inline]] SectorOutcome access(std::uint64_t line, SectorMask asked, SectorMask fill,
                                                SectorMask dirty = 0) {
        return access(index_(line), line, asked, fill, dirty);
    }
    /// The same in a set chosen by the caller.
    [[gnu::always_inline]] SectorOutcome access(std::uint64_t set, std::uint64_t line, SectorMask asked,
                                                SectorMask fill, SectorMask dirty) {
        const std::uint32_t way = find(set, line);
        if (way == none) return put(set, line, fill, dirty);
        policy_.touch(set, way);
        Sectors& present = records_.sectors(set)[way];
        const SectorMask hits = present.valid & asked;
        present.add_valid(fill);
        if (dirty != 0) present.add_dirty(dirty); // mostly known at compile time
        return {hits};
    }

    /// Stores to `sectors`, of which all bytes of those in `whole` are written. Missing sectors are not
    /// fetched. The line gets a way as in access(). Afterwards all `sectors` are dirty, and `whole` are also
    /// valid. A sector that is valid or was stored in part is a hit.
    StoreOutcome store(std::uint64_t set, std::uint64_t line, SectorMask sectors, SectorMask whole) {
        const std::uint32_t way = find(set, line);
        if (way == none) return {put(set, line, whole, sectors)};
        policy_.touch(set, way);
        Sectors& present = records_.sectors(set)[way];
        StoreOutcome outcome;
        outcome.hits = (present.valid | present.dirty) & sectors;
        outcome.partly = outcome.hits & ~present.valid;
        present.add_valid(whole);
        present.add_dirty(sectors);
        return outcome;
    }
    /// Returns the sectors of the line that were stored in part.
    [[nodiscard]] SectorMask partly(std::uint64_t set, std::uint64_t line) const {
        const std::uint32_t way = find(set, line);
        if (way == none) return 0;
        const Sectors& present = records_.sectors(set)[way];
        return present.dirty & ~present.valid;
    }
    /// Makes the sectors valid. The line must be present; this is not a use of it.
    void validate(std::uint64_t set, std::uint64_t line, SectorMask sectors) {
        records_.sectors(set)[find(set, line)].add_valid(sectors);
    }

    /// The same as access(), but evict-first: the access is not reported to the policy, so that the line is
    /// evicted before lines that were used.
    SectorOutcome access_evict_first(std::uint64_t line, SectorMask asked, SectorMask fill) {
        const std::uint64_t set = index_(line);
        const std::uint32_t way = find(set, line);
        if (way == none) return put(set, line, fill, 0, false);
        Sectors& present = records_.sectors(set)[way];
        const SectorMask hits = present.valid & asked;
        present.add_valid(fill);
        return {hits};
    }
    /// The same as look_up(), but afterwards the sectors are not valid. Dirty sectors are lost.
    SectorMask drop(std::uint64_t line, SectorMask asked) { return drop(index_(line), line, asked); }
    /// The same in a set chosen by the caller.
    SectorMask drop(std::uint64_t set, std::uint64_t line, SectorMask asked) {
        const std::uint32_t way = find(set, line);
        if (way == none) return 0;
        Sectors& present = records_.sectors(set)[way];
        const SectorMask hits = present.valid & asked;
        present.remove(asked);
        return hits;
    }

    /// Prefetches the record of a set that is accessed soon. Does nothing if the set has many ways, since an
    /// access reads only a small part of the record.
    [[gnu::always_inline]] void prefetch_set(std::uint64_t set) const {
        if (!is_few()) return;
        records_.prefetch(set);
        if constexpr (requires { policy_.prefetch(set); }) policy_.prefetch(set);
    }
    /// Returns the valid sectors of the line. This is not a use of the line.
    [[nodiscard]] SectorMask peek(std::uint64_t line) const {
        const std::uint64_t set = index_(line);
        const std::uint32_t way = find(set, line);
        return way == none ? 0 : SectorMask{records_.sectors(set)[way].valid};
    }
    /// Returns whether the line has a way of the set, with or without valid sectors. This is not a use of it.
    [[nodiscard]] bool contains(std::uint64_t set, std::uint64_t line) const {
        return find(set, line) != none;
    }
    /// Removes all lines. Dirty sectors are lost.
    void clear() {
        records_.clear();
        table_.clear();
        policy_.clear();
    }

private:
    static constexpr std::uint32_t none = LineTable::none;
    static_assert(none == PartialTags::none);
    struct Sectors {
        Mask valid = 0;
        Mask dirty = 0;
        void add_valid(SectorMask more) { valid = static_cast<Mask>(valid | more); }
        void add_dirty(SectorMask more) { dirty = static_cast<Mask>(dirty | more); }
        void remove(SectorMask less) {
            valid = static_cast<Mask>(valid & ~less);
            dirty = static_cast<Mask>(dirty & ~less);
        }
    };
    [[nodiscard]] static constexpr WayRange way_range() {
        if constexpr (requires { Policy::way_range; }) return Policy::way_range;
        return WayRange::any;
    }
    using Table = std::conditional_t<way_range() == WayRange::in_byte, LineChains<std::uint8_t>, LineTable>;

    static_assert(PartialTags::most_ways == few_ways);
    [[nodiscard]] bool is_few() const { return hitmap::is_few<way_range()>(ways_); }
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t find(std::uint64_t set, std::uint64_t line) const {
        const std::uint64_t* const lines = records_.lines(set);
        if (is_few()) return partial_tags_.find(records_.words(set), lines, line);
        return table_.find(set, line, [lines](std::uint32_t way) { return lines[way]; });
    }

    /// Puts a line that is not present into a way.
    [[gnu::noinline]] SectorOutcome put(std::uint64_t set, std::uint64_t line, SectorMask valid,
                                        SectorMask dirty, bool is_used = true) {
        SectorOutcome outcome;
        std::uint64_t* const lines = records_.lines(set);
        Sectors* const sectors = records_.sectors(set);
        auto way = static_cast<std::uint32_t>(records_.filled(set));
        if (way == ways_) {
            way = policy_.victim(set);
            outcome.evicted = lines[way];
            outcome.written_back = sectors[way].dirty;
            if (!is_few()) table_.erase(set, lines[way], way);
        } else {
            ++records_.filled(set);
        }
        lines[way] = line;
        sectors[way] = {static_cast<Mask>(valid), static_cast<Mask>(dirty)};
        if (is_few())
            partial_tags_.put(records_.words(set), line, way);
        else
            table_.insert(set, line, way);
        if (is_used) policy_.fill(set, way);
        return outcome;
    }

    std::uint64_t ways_;
    PartialTags partial_tags_; ///< used for few ways; stored in the words of records
    SetRecords<Sectors> records_;
    Table table_; ///< used for more ways
    Policy policy_;
    Index index_;
};

} // namespace hitmap
