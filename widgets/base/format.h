#pragma once

#include "core/base/number_text.h"
#include "core/cache/results/allocation_sums.h"
#include "core/profile/query/time_window.h"

#include <QtCore/QString>

#include <cstdint>
#include <string_view>

namespace hitmap {

/// fixed_number() with its sign, a minus as U+2212; none where it is written as zero.
[[nodiscard]] QString signed_text(double value, int decimals);
/// UTF-8 to QString.
[[nodiscard]] QString text_of(std::string_view text);
/// With a capital first letter.
[[nodiscard]] QString capitalised(std::string_view text);
/// What stands where there is no number: an en dash, never 0.
[[nodiscard]] QString undefined_text();
/// As core/base/number_text.h decides, with the digits of the user's locale.
[[nodiscard]] QString number_text(const DistinctNumber& number);
/// fixed_text() with the digits of the user's locale.
[[nodiscard]] QString fixed_number(double value, int decimals);
/// Grouped digits of the user's locale: "1,234,567".
[[nodiscard]] QString count_text(std::uint64_t count);
/// "87.3 %" of a share from 0 to 1, as percent_text() of core/base/number_text.h has it.
[[nodiscard]] QString percentage(double share);
/// "87.3 %"; undefined_text() without look-ups.
[[nodiscard]] QString rate_text(const LevelSums& sums);
/// "1,234 of 5,678", "1,233.7 of 5,678" where the model gives the odds of hits; undefined_text() without
/// look-ups.
[[nodiscard]] QString hits_of_lookups_text(const LevelSums& sums);
/// "4,444", "4,444.3"; undefined_text() without look-ups.
[[nodiscard]] QString misses_text(const LevelSums& sums);
/// "L1 87.3 % (1,234 of 5,678)"; "L1 –" without look-ups.
[[nodiscard]] QString level_text(const QString& level, const LevelSums& sums);
/// "12.3 %" of a in b; undefined_text() where b is 0.
[[nodiscard]] QString share_text(std::uint64_t a, std::uint64_t b);
/// First and last element access of a window: "512–2,047"; undefined_text() where it is empty.
[[nodiscard]] QString accesses_text(const TimeWindow& window);
/// "6.4 MiB".
[[nodiscard]] QString bytes_text(std::uint64_t bytes);

} // namespace hitmap
