#pragma once

#include "core/profile/profile.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Tables for a person: rates with one decimal, hits and look-ups beside them, a dash where there are no
/// look-ups.
[[nodiscard]] std::string kinds_table(std::span<const KindSums> kinds);
[[nodiscard]] std::string allocations_table(const RecordingInfo& info, std::span<const AllocationSums> sums);
/// One row a group; `title` heads the column of numbers.
[[nodiscard]] std::string groups_table(std::string_view title, std::span<const std::vector<KindSums>> groups);

} // namespace hitmap
