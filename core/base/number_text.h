#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hitmap {

// How numbers are written for people: the same rules for tables, pictures and widgets. C locale.

/// With that many decimals. What is written as zero has no sign.
[[nodiscard]] std::string fixed_text(double value, int decimals);
/// The same with a plus sign before what is above zero, for differences.
[[nodiscard]] std::string difference_text(double value, int decimals);
/// Digits before the point in groups of three: "12345.6" -> "12,345.6" with ",".
[[nodiscard]] std::string grouped_text(std::string number, std::string_view separator);

/// "1 vertex", "1,113 vertices": the words for one or for several. They may be a sentence ("line is left
/// out").
[[nodiscard]] std::string counted_text(std::uint64_t count, std::string_view one, std::string_view several);

/// How to write a value that is at `low` or `high` in a few cases which matter (0 % and 100 %, no hit and
/// only hits).
struct DistinctNumber {
    double value = 0.0;
    int decimals = 0;
    char bound = '\0'; ///< '<' or '>' where the value lies between `value` and the end; '\0': none
};
/// With `decimals`, or with up to three more where the text would be that of an end at which the value is
/// not; where that is not enough, a bound.
[[nodiscard]] DistinctNumber distinct_number(double value, double low, double high, int decimals);
/// As it is written.
[[nodiscard]] std::string to_string(const DistinctNumber& number);
/// The same of a difference: with "+" above zero, and digits in groups.
[[nodiscard]] std::string signed_text(const DistinctNumber& number, std::string_view separator = ",");

/// Of a share from 0 to 1, in per cent with a decimal: 0.873 is 87.3; 99.97 is 99.97, since it is not 100.
[[nodiscard]] DistinctNumber percent_number(double share, int decimals = 1);
/// "87.3 %", "99.97 %", ">99.9999 %", "<0.0001 %".
[[nodiscard]] std::string percent_text(double share, int decimals = 1);
/// Of a difference of shares in percentage points, or of a change relative to what it was (-1: nothing is
/// left) in per cent: only what is exactly 0, -100 or 100 is written so.
[[nodiscard]] DistinctNumber change_number(double change, int decimals = 1);
/// How many decimals a count has that may be a fraction, as where a model gives the odds of a hit: none where
/// it is whole, and from 1000 on, else one.
[[nodiscard]] int count_decimals(double count);
/// A count or a difference of counts: only what is 0 is written so.
[[nodiscard]] DistinctNumber count_number(double count);
/// With digits in groups: "1,234", "0.3".
[[nodiscard]] std::string grouped_count(double count, std::string_view separator = ",");
/// Hits or misses, of `most` look-ups.
[[nodiscard]] DistinctNumber hits_number(double hits, double most);
[[nodiscard]] std::string hits_text(double hits, double most);

/// How two numbers and their difference B - A are written beside one another.
struct AgreeingNumbers {
    int decimals = 0;        ///< of all three
    double difference = 0.0; ///< of the two as they are written
};
/// With `decimals`, or with up to three more until what is written for the difference is the difference of
/// what is written for the numbers, and 0 only where they are equal: 88.24 and 87.75 for "88.2", "87.8" and
/// "-0.5". All finite.
[[nodiscard]] AgreeingNumbers agreeing_numbers(double a, double b, int decimals);
/// Of shares from 0 to 1, in per cent; the difference in percentage points.
[[nodiscard]] AgreeingNumbers agreeing_percents(double a, double b);
/// Of counts that may be fractions.
[[nodiscard]] AgreeingNumbers agreeing_counts(double a, double b);

} // namespace hitmap
