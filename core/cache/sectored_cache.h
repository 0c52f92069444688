#pragma once

#include "core/cache/line_table.h"

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

/// A set-associative cache of lines with sectors: a tag a line, valid and dirty bits a sector. A sector hits
/// where it is valid; a line whose sector is not is still in the cache, and used. Lines are numbers (address
/// / bytes of a line) and may be any below 2^64 - 1.
///
/// Policy: see replacement.h; Index: see set_index.h. Which ones is decided once, for a whole cache
/// (visit_sectored_cache in cache_dispatch.h), so that nothing here is virtual. Sets have nothing in common:
/// different threads may use different sets at once.
template <class Policy, class Index>
class SectoredCache {
public:
    /// Index must allow the sets, Policy the ways. Throws std::bad_alloc.
    SectoredCache(std::uint64_t sets, std::uint64_t ways, std::uint64_t seed)
        : ways_(ways),
          tags_(sets * ways, SectorOutcome::no_line),
          sectors_(sets * ways),
          filled_(sets),
          policy_(sets, ways, seed),
          index_(sets) {
        if (ways > most_compared_ways) table_ = LineTable(sets, ways);
    }

    [[nodiscard]] std::uint64_t set_of(std::uint64_t line) const { return index_(line); }

    /// Asks for sectors and fills nothing: which of them hit. The line counts as used where it is there.
    SectorMask look_up(std::uint64_t line, SectorMask asked) { return look_up(index_(line), line, asked); }
    /// The same in a set that somebody else has chosen, always the same one for a line.
    SectorMask look_up(std::uint64_t set, std::uint64_t line, SectorMask asked) {
        const std::uint32_t way = find(set, line);
        if (way == LineTable::none) return 0;
        policy_.touch(set, way);
        return sectors_[set * ways_ + way].valid & asked;
    }

    /// Asks for sectors; the line gets a way if it had none, for which another may be evicted. Afterwards
    /// `fill` are valid and `dirty` are dirty as well as what was.
    SectorOutcome access(std::uint64_t line, SectorMask asked, SectorMask fill, SectorMask dirty = 0) {
        return access(index_(line), line, asked, fill, dirty);
    }
    /// The same in a set that somebody else has chosen.
    SectorOutcome access(std::uint64_t set, std::uint64_t line, SectorMask asked, SectorMask fill,
                         SectorMask dirty) {
        SectorOutcome outcome;
        const std::uint32_t way = find(set, line);
        if (way != LineTable::none) {
            policy_.touch(set, way);
            Sectors& sectors = sectors_[set * ways_ + way];
            outcome.hits = sectors.valid & asked;
            sectors.valid |= fill;
            sectors.dirty |= dirty;
            return outcome;
        }
        policy_.fill(set, put(set, line, {fill, dirty}, outcome));
        return outcome;
    }

    /// As access(), but the line is not used by it: it is the first to go, as far as the policy knows.
    SectorOutcome access_once(std::uint64_t line, SectorMask asked, SectorMask fill) {
        SectorOutcome outcome;
        const std::uint64_t set = index_(line);
        const std::uint32_t way = find(set, line);
        if (way == LineTable::none) {
            put(set, line, {fill, 0}, outcome);
        } else {
            Sectors& sectors = sectors_[set * ways_ + way];
            outcome.hits = sectors.valid & asked;
            sectors.valid |= fill;
        }
        return outcome;
    }
    /// As look_up(), and the sectors are valid no more; dirty ones are lost.
    SectorMask drop(std::uint64_t line, SectorMask asked) { return drop(index_(line), line, asked); }
    /// The same in a set that somebody else has chosen.
    SectorMask drop(std::uint64_t set, std::uint64_t line, SectorMask asked) {
        const std::uint32_t way = find(set, line);
        if (way == LineTable::none) return 0;
        Sectors& sectors = sectors_[set * ways_ + way];
        const SectorMask hits = sectors.valid & asked;
        sectors.valid &= ~asked;
        sectors.dirty &= ~asked;
        return hits;
    }

    /// Sectors of the line that are valid; the line does not count as used.
    [[nodiscard]] SectorMask peek(std::uint64_t line) const {
        const std::uint64_t set = index_(line);
        const std::uint32_t way = find(set, line);
        return way == LineTable::none ? 0 : sectors_[set * ways_ + way].valid;
    }
    /// Forgets all lines; dirty ones are lost.
    void clear() {
        std::fill(tags_.begin(), tags_.end(), SectorOutcome::no_line);
        std::fill(filled_.begin(), filled_.end(), 0U);
        table_.clear();
        policy_.clear();
    }

private:
    /// As many tags are compared one by one; more are hashed.
    static constexpr std::uint64_t most_compared_ways = 16;
    struct Sectors {
        SectorMask valid = 0;
        SectorMask dirty = 0;
    };

    [[nodiscard]] std::uint32_t find(std::uint64_t set, std::uint64_t line) const {
        const std::uint64_t* const tags = tags_.data() + set * ways_;
        if (ways_ > most_compared_ways) return table_.find(set, line, tags);
        for (std::uint32_t way = 0; way < ways_; ++way)
            if (tags[way] == line) return way;
        return LineTable::none;
    }

    std::uint32_t put(std::uint64_t set, std::uint64_t line, Sectors sectors, SectorOutcome& outcome) {
        std::uint64_t* const tags = tags_.data() + set * ways_;
        std::uint32_t way = filled_[set];
        if (way == ways_) {
            way = policy_.victim(set);
            outcome.evicted = tags[way];
            outcome.written_back = sectors_[set * ways_ + way].dirty;
            if (ways_ > most_compared_ways) table_.erase(set, tags[way], way);
        } else {
            ++filled_[set];
        }
        tags[way] = line;
        sectors_[set * ways_ + way] = sectors;
        if (ways_ > most_compared_ways) table_.insert(set, line, way);
        return way;
    }

    std::uint64_t ways_;
    std::vector<std::uint64_t> tags_;   ///< [sets][ways]
    std::vector<Sectors> sectors_;      ///< [sets][ways]
    std::vector<std::uint32_t> filled_; ///< [sets] ways in use, from the first
    LineTable table_;                   ///< only where ways are many
    Policy policy_;
    Index index_;
};

} // namespace hitmap
