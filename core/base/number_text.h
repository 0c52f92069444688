#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

// How numbers are written for users. Tables, pictures and widgets have the same rules for decimals, and put
// digits into groups of three. C locale. Sentences have the style of the place where they are read:
// NumberStyle.

/// In the terminal and in JSON, sizes are whole bytes and negative numbers begin with the hyphen of ASCII, so
/// that programs find them; tables beside them do the same. In the window, sizes have the largest binary unit
/// that is at most the value, with whole bytes in the tool tip, and negative numbers a minus sign (U+2212).
enum class NumberStyle : std::uint8_t { terminal, window };

/// Writes the value with this number of decimals. A text that reads as zero has no sign.
[[nodiscard]] std::string fixed_text(double value, int decimals);
/// As fixed_text(), with a plus sign before values above zero: for differences.
[[nodiscard]] std::string difference_text(double value, int decimals);
/// Separates the digits before the decimal point in groups of three: "12345.6" -> "12,345.6" with ",".
[[nodiscard]] std::string grouped_text(std::string number, std::string_view separator);

/// The value with a sign, unless it reads as zero, and digits in groups: "+1,234.5", "-3" in the terminal,
/// "−3" in the window.
[[nodiscard]] std::string signed_text(double value, int decimals, NumberStyle style);

/// "1 vertex", "1,113 vertices": the count with its noun. `one` and the plural may be longer phrases ("line
/// is left out").
[[nodiscard]] std::string counted_text(std::uint64_t count, std::string_view one, std::string_view several);

/// How to write a value so that it is not mistaken for `low` or `high`, where the two extremes matter (0 %
/// and 100 %: no hit, and nothing but hits).
struct DistinctNumber {
    double value = 0.0;
    int decimals = 0;
    char bound = '\0'; ///< '<' or '>' if the true value lies beyond `value` towards an extreme; '\0': none
};
/// Rounds to `decimals`. Takes up to three more decimals if the rounded text would show an extreme that
/// the value does not have. If these are not enough, the result is a bound.
[[nodiscard]] DistinctNumber distinct_number(double value, double low, double high, int decimals);
/// The text of the number, with its bound.
[[nodiscard]] std::string to_string(const DistinctNumber& number);
/// As to_string(), for a difference: with "+" above zero, and digits in groups.
[[nodiscard]] std::string signed_text(const DistinctNumber& number, std::string_view separator = ",");

/// A share from 0 to 1 in per cent, with one decimal by default: 0.873 is 87.3. 0.9997 is 99.97, since it is
/// not 100.
[[nodiscard]] DistinctNumber percent_number(double share, int decimals = 1);
/// "87.3 %", "99.97 %", ">99.9999 %", "<0.0001 %".
[[nodiscard]] std::string percent_text(double share, int decimals = 1);
/// A difference of shares in percentage points, or a relative change in per cent (-1: nothing is left). Only
/// exact values are written as 0, -100 or 100.
[[nodiscard]] DistinctNumber change_number(double change, int decimals = 1);
/// The number of decimals for a count that may be a fraction (a model may give the probability of a hit):
/// none if it is whole or at least 1000, otherwise one.
[[nodiscard]] int count_decimals(double count);
/// A count or a difference of counts: only an exact 0 is written as 0.
[[nodiscard]] DistinctNumber count_number(double count);
/// As text, with digits in groups: "1,234", "0.3".
[[nodiscard]] std::string grouped_count(double count, std::string_view separator = ",");
/// A number of hits or misses among `most` look-ups.
[[nodiscard]] DistinctNumber hits_number(double hits, double most);
[[nodiscard]] std::string hits_text(double hits, double most);

/// How two numbers and their difference B - A are written side by side.
struct AgreeingNumbers {
    int decimals = 0;        ///< decimals of all three numbers
    double difference = 0.0; ///< difference of the two rounded numbers
};
/// Rounds to `decimals`, or with up to three more decimals, until the rounded difference equals the
/// difference of the rounded numbers and is 0 only if the numbers are equal: 88.24 and 87.75 instead of
/// "88.2", "87.8" and "-0.5". All arguments must be finite.
[[nodiscard]] AgreeingNumbers agreeing_numbers(double a, double b, int decimals);
/// Shares from 0 to 1, in per cent; the difference in percentage points.
[[nodiscard]] AgreeingNumbers agreeing_percents(double a, double b);
/// Counts that may be fractions.
[[nodiscard]] AgreeingNumbers agreeing_counts(double a, double b);

/// A binary unit of sizes: "MiB".
struct ByteUnit {
    double bytes = 1.0;
    std::string_view name = "B";
};
/// The largest unit, up to TiB, that is at most the size; bytes for less than 1 KiB.
[[nodiscard]] ByteUnit byte_unit(double bytes);
/// The decimals of a size in this unit: none for bytes, otherwise one.
[[nodiscard]] int decimals_in(const ByteUnit& unit);

/// How two sizes and their difference are written side by side, in the unit of the larger one.
struct AgreeingSizes {
    ByteUnit unit;
    AgreeingNumbers numbers; ///< of the sizes in this unit
};
[[nodiscard]] AgreeingSizes agreeing_sizes(double a, double b);

} // namespace hitmap
