#pragma once

#include "core/cache/line_table.h"
#include "core/cache/way_prints.h"
#include "core/cache/way_range.h"

#include <algorithm>
#include <cstdint>
#include <vector>

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
template <class Policy, class Index>
class SectoredCache {
public:
    /// Index must allow the sets, Policy the ways. Throws std::bad_alloc.
    SectoredCache(std::uint64_t sets, std::uint64_t ways, std::uint64_t seed)
        : ways_(ways), lines_(sets * ways), filled_(sets), policy_(sets, ways, seed), index_(sets) {
        if (is_few())
            prints_ = WayPrints(sets, ways);
        else
            table_ = LineTable(sets, ways);
    }

    [[nodiscard]] std::uint64_t set_of(std::uint64_t line) const { return index_(line); }

    /// Asks for sectors and fills nothing: which of them hit. The line counts as used where it is there.
    SectorMask look_up(std::uint64_t line, SectorMask asked) { return look_up(index_(line), line, asked); }
    /// The same in a set that somebody else has chosen, always the same one for a line.
    SectorMask look_up(std::uint64_t set, std::uint64_t line, SectorMask asked) {
        const std::uint32_t way = find(set, line);
        if (way == none) return 0;
        policy_.touch(set, way);
        return lines_[set * ways_ + way].valid & asked;
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
        if (way == none) return put(set, {line, fill, dirty});
        policy_.touch(set, way);
        Line& present = lines_[set * ways_ + way];
        const SectorMask hits = present.valid & asked;
        present.valid |= fill;
        if (dirty != 0) present.dirty |= dirty; // mostly known beforehand
        return {hits};
    }

    /// Stores to sectors, all bytes of those in `whole`; what is not there is not fetched. The line gets a
    /// way as by access(). Afterwards all are dirty; `whole` are valid as well as what was. What is valid or
    /// was stored in part is a hit.
    StoreOutcome store(std::uint64_t set, std::uint64_t line, SectorMask sectors, SectorMask whole) {
        const std::uint32_t way = find(set, line);
        if (way == none) return {put(set, {line, whole, sectors})};
        policy_.touch(set, way);
        Line& present = lines_[set * ways_ + way];
        StoreOutcome outcome;
        outcome.hits = (present.valid | present.dirty) & sectors;
        outcome.partly = outcome.hits & ~present.valid;
        present.valid |= whole;
        present.dirty |= sectors;
        return outcome;
    }
    /// Sectors of the line that were stored in part.
    [[nodiscard]] SectorMask partly(std::uint64_t set, std::uint64_t line) const {
        const std::uint32_t way = find(set, line);
        if (way == none) return 0;
        const Line& present = lines_[set * ways_ + way];
        return present.dirty & ~present.valid;
    }
    /// The sectors are valid; the line, which is there, does not count as used.
    void validate(std::uint64_t set, std::uint64_t line, SectorMask sectors) {
        lines_[set * ways_ + find(set, line)].valid |= sectors;
    }

    /// As access(), but the line is not used by it: it is the first to go, as far as the policy knows.
    SectorOutcome access_once(std::uint64_t line, SectorMask asked, SectorMask fill) {
        const std::uint64_t set = index_(line);
        const std::uint32_t way = find(set, line);
        if (way == none) return put(set, {line, fill, 0}, false);
        Line& present = lines_[set * ways_ + way];
        const SectorMask hits = present.valid & asked;
        present.valid |= fill;
        return {hits};
    }
    /// As look_up(), and the sectors are valid no more; dirty ones are lost.
    SectorMask drop(std::uint64_t line, SectorMask asked) { return drop(index_(line), line, asked); }
    /// The same in a set that somebody else has chosen.
    SectorMask drop(std::uint64_t set, std::uint64_t line, SectorMask asked) {
        const std::uint32_t way = find(set, line);
        if (way == none) return 0;
        Line& present = lines_[set * ways_ + way];
        const SectorMask hits = present.valid & asked;
        present.valid &= ~asked;
        present.dirty &= ~asked;
        return hits;
    }

    /// Has the processor fetch what a set of few ways is asked for next.
    void prefetch(std::uint64_t set) const {
        if (!is_few()) return;
        prints_.prefetch(set);
        const auto* const lines = reinterpret_cast<const char*>(lines_.data() + set * ways_);
        for (std::uint64_t byte = 0; byte < ways_ * sizeof(Line); byte += 64)
            __builtin_prefetch(lines + byte, 1);
    }
    /// Sectors of the line that are valid; the line does not count as used.
    [[nodiscard]] SectorMask peek(std::uint64_t line) const {
        const std::uint64_t set = index_(line);
        const std::uint32_t way = find(set, line);
        return way == none ? 0 : lines_[set * ways_ + way].valid;
    }
    /// Forgets all lines; dirty ones are lost.
    void clear() {
        std::fill(lines_.begin(), lines_.end(), Line{});
        std::fill(filled_.begin(), filled_.end(), 0U);
        prints_.clear();
        table_.clear();
        policy_.clear();
    }

private:
    static constexpr std::uint32_t none = LineTable::none;
    static_assert(none == WayPrints::none);
    struct Line {
        std::uint64_t number = SectorOutcome::no_line;
        SectorMask valid = 0;
        SectorMask dirty = 0;
    };

    static_assert(WayPrints::most_ways == few_ways);
    [[nodiscard]] bool is_few() const {
        if constexpr (requires { Policy::way_range; }) return hitmap::is_few<Policy::way_range>(ways_);
        return ways_ <= few_ways;
    }
    [[nodiscard]] [[gnu::always_inline]] std::uint32_t find(std::uint64_t set, std::uint64_t line) const {
        const auto line_of = [lines = lines_.data() + set * ways_](std::uint32_t way) {
            return lines[way].number;
        };
        return is_few() ? prints_.find(set, line, line_of) : table_.find(set, line, line_of);
    }

    /// Gives a way to a line that has none.
    [[gnu::noinline]] SectorOutcome put(std::uint64_t set, const Line& line, bool is_used = true) {
        SectorOutcome outcome;
        Line* const lines = lines_.data() + set * ways_;
        std::uint32_t way = filled_[set];
        if (way == ways_) {
            way = policy_.victim(set);
            outcome.evicted = lines[way].number;
            outcome.written_back = lines[way].dirty;
            if (!is_few()) table_.erase(set, lines[way].number, way);
        } else {
            ++filled_[set];
        }
        lines[way] = line;
        if (is_few())
            prints_.put(set, line.number, way);
        else
            table_.insert(set, line.number, way);
        if (is_used) policy_.fill(set, way);
        return outcome;
    }

    std::uint64_t ways_;
    std::vector<Line> lines_;           ///< [sets][ways]
    std::vector<std::uint32_t> filled_; ///< [sets] ways in use, from the first
    WayPrints prints_;                  ///< where ways are few
    LineTable table_;                   ///< where they are more
    Policy policy_;
    Index index_;
};

} // namespace hitmap
