#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The LRU lists of sets with any number of ways: for each set a circular list of its ways from the newest to
/// the oldest.
/// @tparam Way  holds the number of a way
template <class Way>
class LruLists {
public:
    LruLists() = default;
    LruLists(std::uint64_t sets, std::uint64_t ways) : ways_(ways), links_(sets * ways), newest_(sets) {
        clear();
    }

    /// `way` is the newest now.
    [[gnu::always_inline]] void touch(std::uint64_t set, std::uint32_t way) {
        Link* const link = links_.data() + set * ways_;
        const std::uint32_t newest = newest_[set];
        if (way == newest) return;
        newest_[set] = static_cast<Way>(way);
        const std::uint32_t oldest = link[newest].newer;
        if (way == oldest) return; // the list turns by one
        link[link[way].newer].older = link[way].older;
        link[link[way].older].newer = link[way].newer;
        link[way] = {static_cast<Way>(oldest), static_cast<Way>(newest)};
        link[oldest].older = static_cast<Way>(way);
        link[newest].newer = static_cast<Way>(way);
    }
    [[nodiscard]] std::uint32_t oldest(std::uint64_t set) const {
        return links_[set * ways_ + newest_[set]].newer;
    }
    /// Way 0 is the newest, the last one the oldest.
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
        Way newer; ///< of the newest: the oldest
        Way older; ///< of the oldest: the newest
    };
    std::uint64_t ways_ = 0;
    std::vector<Link> links_; ///< [sets * ways]
    std::vector<Way> newest_; ///< [sets]
};

} // namespace hitmap
