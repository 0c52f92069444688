#pragma once

#include "app/cli/base/info_json.h"
#include "core/cache/array/tlb.h"
#include "core/cache/results/tlb_sums.h"

#include <string>

namespace hitmap {

/// Returns {"l1": {"entries", "page", "hits", "lookups", "hit_rate"}, "l2": {...}}.
[[nodiscard]] Json tlb_json(const TlbGeometry& geometry, const TlbSums& sums);
/// Formats the same as a text table.
[[nodiscard]] std::string tlb_text(const TlbGeometry& geometry, const TlbSums& sums);

} // namespace hitmap
