#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The ways of sets, however many, in the order of their last use: for each set a ring from the newest to the
/// oldest.
class UseRings {
public:
    UseRings() = default;
    UseRings(std::uint64_t sets, std::uint64_t ways) : ways_(ways), links_(sets * ways), newest_(sets) {
        clear();
    }

    /// `way` is the newest now.
    [[gnu::always_inline]] void touch(std::uint64_t set, std::uint32_t way) {
        Link* const link = links_.data() + set * ways_;
        const std::uint32_t newest = newest_[set];
        if (way == newest) return;
        newest_[set] = way;
        const std::uint32_t oldest = link[newest].newer;
        if (way == oldest) return; // the ring turns by one
        link[link[way].newer].older = link[way].older;
        link[link[way].older].newer = link[way].newer;
        link[way] = {oldest, newest};
        link[oldest].older = way;
        link[newest].newer = way;
    }
    [[nodiscard]] std::uint32_t oldest(std::uint64_t set) const {
        return links_[set * ways_ + newest_[set]].newer;
    }
    /// Way 0 is the newest, the last one the oldest.
    void clear() {
        const auto count = static_cast<std::uint32_t>(ways_);
        for (std::uint64_t i = 0; i < links_.size(); ++i) {
            const auto way = static_cast<std::uint32_t>(i % ways_);
            links_[i] = {way == 0 ? count - 1 : way - 1, way + 1 == count ? 0 : way + 1};
        }
        std::fill(newest_.begin(), newest_.end(), 0U);
    }

private:
    struct Link {
        std::uint32_t newer; ///< of the newest: the oldest
        std::uint32_t older; ///< of the oldest: the newest
    };
    std::uint64_t ways_ = 0;
    std::vector<Link> links_;           ///< [sets * ways]
    std::vector<std::uint32_t> newest_; ///< [sets]
};

} // namespace hitmap
