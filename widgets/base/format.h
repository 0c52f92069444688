#pragma once

#include "core/base/number_text.h"
#include "core/cache/results/allocation_sums.h"
#include "core/profile/query/time_window.h"

#include <QtCore/QString>

#include <cstdint>
#include <string_view>

namespace hitmap {

/// Returns fixed_number() with a sign; the minus is U+2212. No sign if the value is rounded to zero.
[[nodiscard]] QString signed_text(double value, int decimals);
/// The same with the decimals of core/base/number_text.h: only 0 has no sign. "−0.007", "<+0.0001"
[[nodiscard]] QString signed_number(const DistinctNumber& number);
/// Converts UTF-8 to QString.
[[nodiscard]] QString text_of(std::string_view text);
/// Returns the sentence with no-break spaces between its numbers and their units, so that no line ends
/// between them: "68.2 %", "1,234 bytes".
[[nodiscard]] QString unbroken(const QString& sentence);
/// Returns the text with a capital first letter.
[[nodiscard]] QString capitalised(std::string_view text);
/// The text of undefined numbers: an en dash, never 0.
[[nodiscard]] QString undefined_text();
/// Formats with the decimals of core/base/number_text.h and the digits of the user's locale.
[[nodiscard]] QString number_text(const DistinctNumber& number);
/// Returns fixed_text() with the digits of the user's locale.
[[nodiscard]] QString fixed_number(double value, int decimals);
/// Formats with grouped digits of the user's locale: "1,234,567".
[[nodiscard]] QString count_text(std::uint64_t count);
/// Formats a share from 0 to 1 as "87.3 %", like percent_text() of core/base/number_text.h.
[[nodiscard]] QString percentage(double share);
/// Returns "87.3 %"; undefined_text() without look-ups.
[[nodiscard]] QString rate_text(const LevelSums& sums);
/// Returns "1,234 of 5,678", or "1,233.7 of 5,678" if the model gives probabilities of hits; undefined_text()
/// without look-ups.
[[nodiscard]] QString hits_of_lookups_text(const LevelSums& sums);
/// Returns "4,444" or "4,444.3"; undefined_text() without look-ups.
[[nodiscard]] QString misses_text(const LevelSums& sums);
/// Returns "L1 87.3 % (1,234 of 5,678)", or "L1 –" without look-ups.
[[nodiscard]] QString level_text(const QString& level, const LevelSums& sums);
/// Returns a / b as "12.3 %"; undefined_text() if b is 0.
[[nodiscard]] QString share_text(std::uint64_t a, std::uint64_t b);
/// Returns the first and last element access of a window: "512–2,047"; undefined_text() if it is empty.
[[nodiscard]] QString accesses_text(const TimeWindow& window);
/// Returns "6.4 MiB", in byte_unit()s.
[[nodiscard]] QString bytes_text(std::uint64_t bytes);

} // namespace hitmap
