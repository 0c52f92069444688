#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hitmap {

/// LRU lists of sets with any number of ways. Each set has a circular list of its ways, from the most
/// recently used to the least recently used.
/// @tparam Way  an unsigned integer for the number of a way
template <class Way>
class LruLists {
public:
    LruLists() = default;
    LruLists(std::uint64_t sets, std::uint64_t ways) : ways_(ways), links_(sets * ways), newest_(sets) {
        clear();
    }

    /// Makes `way` the most recently used.
    [[gnu::always_inline]] void touch(std::uint64_t set, std::uint32_t way) {
        Link* const link = links_.data() + set * ways_;
        const std::uint32_t newest = newest_[set];
        if (way == newest) return;
        newest_[set] = static_cast<Way>(way);
        const std::uint32_t oldest = link[newest].newer;
        if (way == oldest) return; // the list is circular: moving its start suffices
        link[link[way].newer].older = link[way].older;
        link[link[way].older].newer = link[way].newer;
        link[way] = {static_cast<Way>(oldest), static_cast<Way>(newest)};
        link[oldest].older = static_cast<Way>(way);
        link[newest].newer = static_cast<Way>(way);
    }
    [[nodiscard]] std::uint32_t oldest(std::uint64_t set) const {
        return links_[set * ways_ + newest_[set]].newer;
    }
    /// Way 0 becomes the most recently used, the last way the least recently used.
    void clear() {
        const auto count = static_cast<std::uint32_t>(ways_);
        for (std::uint64_t i = 0; i < links_.size(); ++i) {
            const auto way = static_cast<std::uint32_t>(i % ways_);
            links_[i] = {static_cast<Way>(way == 0 ? count - 1 : way - 1),
                         static_cast<Way>(way + 1 == count ? 0 : way + 1)};
        }
        std::fill(newest_.begin(), newest_.end(), Way{0});
    }

private:
    struct Link {
        Way newer; ///< next newer way; for the newest way, the oldest
        Way older; ///< next older way; for the oldest way, the newest
    };
    std::uint64_t ways_ = 0;
    std::vector<Link> links_; ///< [sets * ways]
    std::vector<Way> newest_; ///< [sets]
};

} // namespace hitmap
