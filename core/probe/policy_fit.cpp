#include "core/probe/policy_fit.h"

#include "core/probe/chase/chase_reading.h"

#include <algorithm>
#include <list>
#include <unordered_map>

namespace hitmap {

namespace {

/// One set that is ordered with the newest line first: by last use for LRU, by fill for FIFO.
class OrderedSet {
public:
    OrderedSet(std::uint64_t ways, bool by_use) : ways_(ways), by_use_(by_use) {}

    /// Accesses a line and returns whether it was there.
    bool access(std::uint64_t line) {
        const auto [found, is_new] = places_.try_emplace(line);
        if (is_new) {
            lines_.push_front(line);
            found->second = lines_.begin();
            if (lines_.size() > ways_) {
                places_.erase(lines_.back());
                lines_.pop_back();
            }
        } else if (by_use_) {
            lines_.splice(lines_.begin(), lines_, found->second);
        }
        return !is_new;
    }

private:
    std::uint64_t ways_;
    bool by_use_;
    std::list<std::uint64_t> lines_;
    std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
};

} // namespace

Chain revisiting_chain(const std::vector<std::uint64_t>& pieces, std::uint64_t words, std::uint64_t seed) {
    const std::uint64_t visits = std::min<std::uint64_t>(words, pieces.size() > 256 ? 2 : 8);
    std::vector<std::uint64_t> chain;
    for (const std::uint64_t piece : pieces)
        for (std::uint64_t visit = 0; visit < visits; ++visit)
            chain.push_back(piece * words + visit);
    std::mt19937_64 random(seed);
    shuffle(chain, random);
    return Chain::of(std::move(chain));
}

PolicyFit fit_policies(const ChaseRun& run, const LatencySplit& split, std::uint64_t words,
                       std::uint64_t ways) {
    OrderedSet lru(ways, true);
    OrderedSet fifo(ways, false);
    PolicyFit fit;
    for (const ChaseSample& sample : run.samples) {
        const bool hit = !split.is_miss(sample);
        const std::uint64_t line = sample.index / words;
        // Both are called for each access, because both must see every access.
        if (lru.access(line) != hit) fit.lru = false;
        if (fifo.access(line) != hit) fit.fifo = false;
        if (!fit.lru && !fit.fifo) break;
    }
    return fit;
}

} // namespace hitmap
