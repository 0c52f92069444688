#pragma once

#include "core/base/prefetch.h"
#include "core/cache/array/policies/lru_lists.h"
#include "core/cache/array/policies/way_order.h"
#include "core/cache/array/way_range.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hitmap {

/// Evicts the way that was used the longest time ago.
/// @tparam range  the numbers of ways that the class supports
template <WayRange range>
class LruOf {
public:
    static constexpr std::string_view name = "lru";
    static constexpr std::string_view needs = "";
    static constexpr WayRange way_range = range;
    [[nodiscard]] static bool allows(std::uint64_t /*ways*/) { return true; }

    LruOf(std::uint64_t sets, std::uint64_t ways, std::uint64_t /*seed*/) : ways_(ways) {
        if (is_few<range>(ways_))
            orders_.resize(sets);
        else
            lists_ = Lists(sets, ways);
    }

    [[gnu::always_inline]] void touch(std::uint64_t set, std::uint32_t way) {
        if (is_few<range>(ways_))
            orders_[set].touch(way);
        else
            lists_.touch(set, way);
    }
    void fill(std::uint64_t set, std::uint32_t way) { touch(set, way); }
    [[nodiscard]] std::uint32_t victim(std::uint64_t set) {
        return is_few<range>(ways_) ? orders_[set].oldest(ways_) : lists_.oldest(set);
    }
    [[gnu::always_inline]] void prefetch(std::uint64_t set) const {
        if (is_few<range>(ways_)) prefetch_all(orders_.data() + set, 1);
    }
    void clear() {
        std::fill(orders_.begin(), orders_.end(), WayOrder{});
        lists_.clear();
    }

private:
    static_assert(WayOrder::most_ways == few_ways);
    using Lists = LruLists<WayNumber<range>>;

    std::uint64_t ways_;
    std::vector<WayOrder> orders_; ///< [sets] for few ways
    Lists lists_;                  ///< used for more ways
};

using LruPolicy = LruOf<WayRange::any>;

} // namespace hitmap
