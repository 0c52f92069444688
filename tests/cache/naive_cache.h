#pragma once

#include "core/cache/array/sectored_cache.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace hitmap {

/// A sectored cache in the simplest form: every set is a list of lines that is searched linearly, and a
/// policy is a function of the contents of the list. It is written from the definitions and shares no code
/// with SectoredCache.
class NaiveCache {
public:
    struct Line {
        std::uint64_t line;
        SectorMask valid;
        SectorMask dirty;
        std::uint64_t filled;                                ///< time of the fill
        std::uint64_t used;                                  ///< time of the last use
        std::map<unsigned, std::set<std::uint64_t>> bytes{}; ///< [sector] the bytes that were stored
    };
    using Set = std::vector<Line>; ///< [ways in use]; a line stays in its way
    /// Returns the way of a full set to evict; `set` is its number.
    using Victim = std::function<std::uint32_t(std::uint64_t set, const Set& lines)>;

    /// A call of access() or store().
    struct Use {
        std::uint64_t set;
        std::uint64_t line;
        bool is_present;
        std::optional<std::uint64_t> evicted{};
        SectorMask dirty = 0; ///< dirty sectors of the evicted line
    };
    /// Called after every use.
    std::function<void(const Use&)> on_use = [](const Use& /*use*/) {};

    NaiveCache(std::uint64_t ways, std::function<std::uint64_t(std::uint64_t)> set_of, Victim victim)
        : ways_(ways), set_of_(std::move(set_of)), victim_(std::move(victim)) {}

    SectorMask look_up(std::uint64_t line, SectorMask asked) {
        Line* const found = find(line);
        if (found == nullptr) return 0;
        found->used = ++now_;
        return found->valid & asked;
    }
    SectorOutcome access(std::uint64_t line, SectorMask asked, SectorMask fill, SectorMask dirty) {
        SectorOutcome outcome;
        const std::uint64_t number = set_of_(line);
        if (Line* const found = find(line); found != nullptr) {
            outcome.hits = look_up(line, asked);
            found->valid |= fill;
            found->dirty |= dirty;
            on_use({number, line, true});
            return outcome;
        }
        ++now_;
        Set& set = sets_[number];
        const Line put{line, fill, dirty, now_, now_, {}};
        if (set.size() < ways_) {
            set.push_back(put);
            on_use({number, line, false});
            return outcome;
        }
        Line& evicted = set.at(victim_(number, set));
        outcome.evicted = evicted.line;
        outcome.written_back = evicted.dirty;
        evicted = put;
        on_use({number, line, false, outcome.evicted, outcome.written_back});
        return outcome;
    }

    /// Stores these bytes, by sector, and fetches nothing: a sector is valid when all its 32 bytes were
    /// stored.
    SectorOutcome store(std::uint64_t line, const std::map<unsigned, std::set<std::uint64_t>>& bytes) {
        SectorMask sectors = 0;
        for (const auto& [sector, of_sector] : bytes)
            sectors |= 1U << sector;
        const Line* const before = find(line);
        const SectorMask hits = before == nullptr ? 0 : (before->valid | before->dirty) & sectors;
        SectorOutcome outcome = access(line, sectors, 0, sectors);
        outcome.hits = hits;
        Line& now = *find(line);
        for (const auto& [sector, of_sector] : bytes) {
            now.bytes[sector].insert(of_sector.begin(), of_sector.end());
            if (now.bytes[sector].size() == 32) now.valid |= 1U << sector;
        }
        return outcome;
    }
    SectorMask drop(std::uint64_t line, SectorMask asked) {
        Line* const found = find(line);
        if (found == nullptr) return 0;
        const SectorMask hits = found->valid & asked;
        found->valid &= ~asked;
        found->dirty &= ~asked;
        std::erase_if(found->bytes, [&](const auto& each) { return (asked >> each.first & 1U) != 0; });
        return hits;
    }

private:
    Line* find(std::uint64_t line) {
        for (Line& each : sets_[set_of_(line)])
            if (each.line == line) return &each;
        return nullptr;
    }

    std::uint64_t ways_;
    std::function<std::uint64_t(std::uint64_t)> set_of_;
    Victim victim_;
    std::map<std::uint64_t, Set> sets_;
    std::uint64_t now_ = 0;
};

/// Tree-PLRU by its definition: at each node, the half whose last use is older.
inline std::uint32_t tree_victim(const NaiveCache::Set& lines, std::uint32_t begin, std::uint32_t count) {
    if (count == 1) return begin;
    const std::uint32_t left = (count + 1) / 2;
    const auto last_use = [&](std::uint32_t from, std::uint32_t n) {
        std::uint64_t last = 0;
        for (std::uint32_t way = from; way < from + n; ++way)
            last = std::max(last, lines[way].used);
        return last;
    };
    return last_use(begin, left) < last_use(begin + left, count - left)
               ? tree_victim(lines, begin, left)
               : tree_victim(lines, begin + left, count - left);
}

/// Returns the way with the lowest `time`.
inline NaiveCache::Victim oldest_by(std::uint64_t NaiveCache::Line::*time) {
    return [time](std::uint64_t /*set*/, const NaiveCache::Set& lines) {
        std::uint32_t oldest = 0;
        for (std::uint32_t way = 1; way < lines.size(); ++way)
            if (lines[way].*time < lines[oldest].*time) oldest = way;
        return oldest;
    };
}

} // namespace hitmap
