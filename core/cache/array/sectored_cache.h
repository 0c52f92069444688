#pragma once

#include "core/cache/array/line_table.h"
#include "core/cache/array/partial_tags.h"
#include "core/cache/array/set_records.h"
#include "core/cache/array/way_range.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace hitmap {

/// Bit s: sector s of a line.
using SectorMask = std::uint32_t;

/// What a cache says of the sectors of one line.
struct SectorOutcome {
    static constexpr std::uint64_t no_line = ~std::uint64_t{0};

    SectorMask hits = 0;             ///< of the sectors asked for
    SectorMask written_back = 0;     ///< sectors of `evicted` that were dirty
    std::uint64_t evicted = no_line; ///< number of the line that had to go
    friend bool operator==(const SectorOutcome&, const SectorOutcome&) = default;
};

/// What a store found.
struct StoreOutcome : SectorOutcome {
    SectorMask partly = 0; ///< of the hits, those that the cache had bytes of, but not all
};

/// A set-associative cache of lines with sectors: a tag a line, valid and dirty bits a sector. A sector hits
/// where it is valid; a line whose sector is not is still in the cache, and used. What is dirty and not valid
/// was stored in part (store()). Lines are numbers (address / bytes of a line) and may be any below 2^64 - 1.
///
/// Policy: see replacement.h; Index: see set_index.h. Which ones is decided once, for a whole cache
/// (visit_sectored_cache in cache_dispatch.h), so that nothing here is virtual. Sets have nothing in common:
/// different threads may use different sets at once.
/// @tparam Mask  has a bit for each sector of a line; as narrow as can be, since all SMs' caches share the
/// processor's
template <class Policy, class Index, class Mask = SectorMask>
class SectoredCache {
public:
    /// Index must allow the sets, Policy the ways. Throws std::bad_alloc.
    SectoredCache(std::uint64_t sets, std::uint64_t ways, std::uint64_t seed)
        : ways_(ways),
          partial_tags_(std::min(ways, few_ways)),
          records_(sets, ways, is_few() ? partial_tags_.words() : 0),
          policy_(sets, ways, seed),
          index_(sets) {
        if (!is_few()) table_ = Table(sets, ways);
    }

    [[nodiscard]] std::uint64_t set_of(std::uint64_t line) const { return index_(line); }

    /// Asks for sectors and fills nothing: which of them hit. The line counts as used where it is there.
    SectorMask look_up(std::uint64_t line, SectorMask asked) { return look_up(index_(line), line, asked); }
    /// The same in a set that somebody else has chosen, always the same one for a line.
    SectorMask look_up(std::uint64_t set, std::uint64_t line, SectorMask asked) {
        const std::uint32_t way = find(set, line);
        if (way == none) return 0;
        policy_.touch(set, way);
        return records_.sectors(set)[way].valid & asked;
    }

    /// Asks for sectors; the line gets a way if it had none, for which another may be evicted. Afterwards
    /// `fill` are valid and `dirty` are dirty as well as what was.
    [[gnu::always_inline]] SectorOutcome access(std::uint64_t line, SectorMask asked, SectorMask fill,
                                                SectorMask dirty = 0) {
        return access(index_(line), line, asked, fill, dirty);
    }
    /// The same in a set that somebody else has chosen.
    [[gnu::always_inline]] SectorOutcome access(std::uint64_t set, std::uint64_t line, SectorMask asked,
                                                SectorMask fill, SectorMask dirty) {
        const std::uint32_t way = find(set, line);
        if (way == none) return put(set, line, fill, dirty);
        policy_.touch(set, way);
        Sectors& present = records_.sectors(set)[way];
        const SectorMask hits = present.valid & asked;
        present.add_valid(fill);
        if (dirty != 0) present.add_dirty(dirty); // mostly known beforehand
        return {hits};
    }

    /// Stores to sectors, all bytes of those in `whole`; what is not there is not fetched. The line gets a
    /// way as by access(). Afterwards all are dirty; `whole` are valid as well as what was. What is valid or
    /// was stored in part is a hit.
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
    /// Sectors of the line that were stored in part.
    [[nodiscard]] SectorMask partly(std::uint64_t set, std::uint64_t line) const {
        const std::uint32_t way = find(set, line);
        if (way == none) return 0;
        const Sectors& present = records_.sectors(set)[way];
        return present.dirty & ~present.valid;
    }
    /// The sectors are valid; the line, which is there, does not count as used.
    void validate(std::uint64_t set, std::uint64_t line, SectorMask sectors) {
        records_.sectors(set)[find(set, line)].add_valid(sectors);
    }

    /// As access(), but evict-first: the policy is not told, so that the line is evicted before those in use.
    SectorOutcome access_evict_first(std::uint64_t line, SectorMask asked, SectorMask fill) {
        const std::uint64_t set = index_(line);
        const std::uint32_t way = find(set, line);
        if (way == none) return put(set, line, fill, 0, false);
        Sectors& present = records_.sectors(set)[way];
        const SectorMask hits = present.valid & asked;
        present.add_valid(fill);
        return {hits};
    }
    /// As look_up(), and the sectors are valid no more; dirty ones are lost.
    SectorMask drop(std::uint64_t line, SectorMask asked) { return drop(index_(line), line, asked); }
    /// The same in a set that somebody else has chosen.
    SectorMask drop(std::uint64_t set, std::uint64_t line, SectorMask asked) {
        const std::uint32_t way = find(set, line);
        if (way == none) return 0;
        Sectors& present = records_.sectors(set)[way];
        const SectorMask hits = present.valid & asked;
        present.remove(asked);
        return hits;
    }

    /// Has the processor fetch what it has of a set, which is asked for soon; nothing where ways are many, of
    /// which hardly any is looked at.
    [[gnu::always_inline]] void prefetch_set(std::uint64_t set) const {
        if (!is_few()) return;
        records_.prefetch(set);
        if constexpr (requires { policy_.prefetch(set); }) policy_.prefetch(set);
    }
    /// Sectors of the line that are valid; the line does not count as used.
    [[nodiscard]] SectorMask peek(std::uint64_t line) const {
        const std::uint64_t set = index_(line);
        const std::uint32_t way = find(set, line);
        return way == none ? 0 : SectorMask{records_.sectors(set)[way].valid};
    }
    /// Forgets all lines; dirty ones are lost.
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

    /// Gives a way to a line that has none.
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
    PartialTags partial_tags_; ///< where ways are few; in the words of records
    SetRecords<Sectors> records_;
    Table table_; ///< where ways are more
    Policy policy_;
    Index index_;
};

} // namespace hitmap
