#pragma once

#include "core/cache/results/access_outcome.h"

#include <cstdint>

namespace hitmap {

/// In the place of an outcome that is not asked for (access_filter.h): the access takes up its position and
/// appears in no sum. No cache model says so: an access has at most 15 look-ups.
inline constexpr AccessOutcome not_counted{.l1_lookups = 0xff};

/// What every sink asks that may stand behind a filter: those of core/profile and the table of accesses.
[[nodiscard]] constexpr bool is_counted(const AccessOutcome& outcome) {
    return outcome.l1_lookups != not_counted.l1_lookups;
}

} // namespace hitmap
