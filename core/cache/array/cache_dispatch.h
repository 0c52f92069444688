#pragma once

#include "core/base/error.h"
#include "core/cache/array/cache_geometry.h"
#include "core/cache/array/replacement.h"
#include "core/cache/array/sectored_cache.h"
#include "core/cache/array/set_index.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

namespace hitmap {

/// Returns the number of sets of a set-associative cache: lines / ways. Throws UsageError if the ways do not
/// divide the lines, there are more than 2^31 lines, a line has more than 32 sectors, or the policy or the
/// index is unknown or does not allow this number of ways or sets.
[[nodiscard]] std::uint64_t check_sets(const CacheGeometry& geometry);

/// Calls visit(std::type_identity<SectoredCache<Policy, Index, Mask>>{}) with the policy that the geometry
/// names. Index is LinearIndex, which most caches have, or SetIndex for all others: with a class for each
/// pair of policy and index, simulations would take minutes to compile. Code that needs the types calls it
/// once, outside of its loops, and constructs caches by make_sectored_cache(). Throws as check_sets does.
/// @tparam Mask  an unsigned integer; UsageError is thrown if it has fewer bits than a line has sectors
template <class Mask = SectorMask, class Visit>
void visit_sectored_cache(const CacheGeometry& geometry, const Visit& visit) {
    static_cast<void>(check_sets(geometry));
    if (geometry.line / geometry.sector > std::numeric_limits<Mask>::digits)
        throw UsageError("a line has more sectors than the cache's masks");
    const auto visit_with = [&]<class Policy>(std::type_identity<Policy> /*policy*/) {
        if (geometry.index == LinearIndex::name)
            visit(std::type_identity<SectoredCache<Policy, LinearIndex, Mask>>{});
        else
            visit(std::type_identity<SectoredCache<Policy, SetIndex, Mask>>{});
    };
    ReplacementPolicies::visit(geometry.policy, [&]<class Policy>(std::type_identity<Policy> policy) {
        if constexpr (!std::is_same_v<Policy, LruPolicy>)
            visit_with(policy);
        else if (way_range_of(geometry.ways) == WayRange::few) // Most caches use LRU.
            visit_with(std::type_identity<LruOf<WayRange::few>>{});
        else if (way_range_of(geometry.ways) == WayRange::in_byte)
            visit_with(std::type_identity<LruOf<WayRange::in_byte>>{});
        else
            visit_with(std::type_identity<LruOf<WayRange::many>>{});
    });
}

/// Returns an empty cache of this geometry, of a type that visit_sectored_cache() gives for it.
/// @param sets  check_sets(geometry)
template <class Cache>
[[nodiscard]] Cache make_sectored_cache(const CacheGeometry& geometry, std::uint64_t sets,
                                        std::uint64_t seed) {
    if constexpr (std::is_same_v<typename Cache::SetIndexFunction, SetIndex>)
        return Cache(sets, geometry.ways, seed, make_set_index(geometry.index, sets, geometry.line));
    else
        return Cache(sets, geometry.ways, seed);
}

/// A cache that is accessed one address at a time. It serves probes that work like a microbenchmark;
/// simulations of recordings use SectoredCache directly.
class SingleAccessCache {
public:
    virtual ~SingleAccessCache() = default;
    /// Loads the sector that contains the address and returns whether it was a hit.
    virtual bool access(std::uint64_t address) = 0;
    /// Empties the cache. Random policies start again from their seed.
    virtual void clear() = 0;
};
/// Throws as check_sets does, and UsageError for more than 2^24 lines. A line takes 27 to 44 bytes of memory.
[[nodiscard]] std::unique_ptr<SingleAccessCache> make_single_access_cache(const CacheGeometry& geometry,
                                                                          std::uint64_t seed = 1);

} // namespace hitmap
