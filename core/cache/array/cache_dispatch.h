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

/// Number of sets of a cache that is set-associative: lines / ways. Throws UsageError where ways do not
/// divide the lines, there are more than 2^31 lines, a line has more than 32 sectors, or policy and index
/// are not known or cannot be used with so many ways and sets.
[[nodiscard]] std::uint64_t check_sets(const CacheGeometry& geometry);

/// Calls visit(std::type_identity<SectoredCache<Policy, Index, Mask>>{}) with the policy and index that the
/// geometry names; for what is instantiated once for every pair, outside of its loop. Throws as check_sets
/// does.
/// @tparam Mask  has a bit for each sector of a line, or UsageError is thrown
template <class Mask = SectorMask, class Visit>
void visit_sectored_cache(const CacheGeometry& geometry, const Visit& visit) {
    static_cast<void>(check_sets(geometry));
    if (geometry.line / geometry.sector > std::numeric_limits<Mask>::digits)
        throw UsageError("a line has more sectors than the cache's masks");
    const auto visit_with = [&]<class Policy>(std::type_identity<Policy> /*policy*/) {
        SetIndices::visit(geometry.index, [&]<class Index>(std::type_identity<Index> /*index*/) {
            visit(std::type_identity<SectoredCache<Policy, Index, Mask>>{});
        });
    };
    ReplacementPolicies::visit(geometry.policy, [&]<class Policy>(std::type_identity<Policy> policy) {
        if constexpr (!std::is_same_v<Policy, LruPolicy>)
            visit_with(policy);
        else if (way_range_of(geometry.ways) == WayRange::few) // LRU is what most caches have
            visit_with(std::type_identity<LruOf<WayRange::few>>{});
        else if (way_range_of(geometry.ways) == WayRange::in_byte)
            visit_with(std::type_identity<LruOf<WayRange::in_byte>>{});
        else
            visit_with(std::type_identity<LruOf<WayRange::many>>{});
    });
}

/// A cache asked one address at a time: for probing it as a microbenchmark would, not for simulating
/// recordings.
class SingleAccessCache {
public:
    virtual ~SingleAccessCache() = default;
    /// Loads the sector that holds the address: whether it was there. It is afterwards.
    virtual bool access(std::uint64_t address) = 0;
    /// Forgets everything; random policies begin anew.
    virtual void clear() = 0;
};
/// Throws as check_sets does, and for more than 2^24 lines; a line takes 27 to 44 bytes.
[[nodiscard]] std::unique_ptr<SingleAccessCache> make_single_access_cache(const CacheGeometry& geometry,
                                                                          std::uint64_t seed = 1);

} // namespace hitmap
