#pragma once

#include "core/cache/array/named_list.h"
#include "core/cache/array/policies/fermi.h"
#include "core/cache/array/policies/fifo.h"
#include "core/cache/array/policies/lru.h"
#include "core/cache/array/policies/plru.h"
#include "core/cache/array/policies/random.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap {

/// Replacement policies: which way of a full set is evicted. A policy is a class with
///   name                      as in CacheGeometry::policy
///   allows(ways), needs       whether it supports this number of ways, and its requirement as text
///   Policy(sets, ways, seed)  creates the state for all sets of a cache
///   touch(set, way)           a look-up has found its line in the way
///   fill(set, way)            a line was put into the way
///   victim(set)               the way of a full set to evict; fill(set, victim) follows
///   clear()                   all lines were removed
/// and optionally
///   way_range                 numbers of ways that it supports (way_range.h); it is not instantiated for
///                             others
///   prefetch(set)             prefetches the state of the set, if that is small
/// The state of a set must depend only on the sequence of calls for that set. Policies need not handle empty
/// ways: a set is filled from way 0 up and then stays full until clear().
/// Each policy is a file in core/cache/array/policies and an entry in this list.
using ReplacementPolicies = NamedList<LruPolicy, PlruPolicy, FifoPolicy, RandomPolicy, FermiPolicy>;

/// The names of all policies, such as "lru".
[[nodiscard]] std::span<const std::string_view> replacement_policy_names();
/// Throws UsageError if there is no such policy or it does not allow this number of ways.
void check_replacement_policy(std::string_view name, std::uint64_t ways);

} // namespace hitmap
