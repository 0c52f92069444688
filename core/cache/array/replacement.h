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
///   name                      as CacheGeometry::policy has it
///   allows(ways), needs       whether it can be used for so many ways, and what it asks for, in words
///   Policy(sets, ways, seed)  for all sets of a cache
///   touch(set, way)           a look-up found its line there
///   fill(set, way)            a line was put there
///   victim(set)               of a full set: where the next line goes; fill(set, victim) follows
///   clear()                   all lines are gone
/// and may have
///   way_range                 ways that it is made for (way_range.h): a cache with others is not made of it
///   prefetch(set)             has the processor fetch what it has of the set, where that is little
/// What it does to a set depends on what happened in that set alone, in its order. Empty ways are no matter
/// of the policy: a set is filled from way 0 up, and then stays full until clear().
/// One small file each, in core/cache/policies, and an entry in this list.
using ReplacementPolicies = NamedList<LruPolicy, PlruPolicy, FifoPolicy, RandomPolicy, FermiPolicy>;

/// "lru", "plru", "fifo", "random", "fermi".
[[nodiscard]] std::span<const std::string_view> replacement_policy_names();
/// Throws UsageError where there is no such policy or it does not allow so many ways.
void check_replacement_policy(std::string_view name, std::uint64_t ways);

} // namespace hitmap
