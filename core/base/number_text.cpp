#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

std::string fixed_text(double value, int decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.front() == '-' && std::isfinite(value) && text.find_first_of("123456789") == std::string::npos)
        text.erase(0, 1);
    return text;
}

std::string grouped_text(std::string number, std::string_view separator) {
    const std::size_t first = std::min(number.find_first_of("0123456789"), number.size());
    for (std::size_t at = std::min(number.find('.'), number.size()); at > first + 3;)
        number.insert(at -= 3, separator);
    return number;
}

std::string difference_text(double value, int decimals) {
    const std::string text = fixed_text(value, decimals);
    const bool is_zero = text.find_first_of("123456789") == std::string::npos;
    return value > 0.0 && !is_zero ? "+" + text : text;
}

std::string signed_text(double value, int decimals, NumberStyle style) {
    std::string text = grouped_text(difference_text(value, decimals), ",");
    if (style == NumberStyle::window && text.front() == '-') text.replace(0, 1, "\u2212");
    return text;
}

std::string counted_text(std::uint64_t count, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", grouped_text(fmt::format("{}", count), ","), count == 1 ? one : several);
}

DistinctNumber distinct_number(double value, double low, double high, int decimals) {
    constexpr int more = 3;
    const auto is_as = [&](double end, int digits) {
        return value != end && fixed_text(value, digits) == fixed_text(end, digits);
    };
    for (int digits = decimals; digits <= decimals + more; ++digits)
        if (!is_as(low, digits) && !is_as(high, digits)) return {value, digits};
    const double step = std::pow(10.0, -(decimals + more));
    const bool is_low = is_as(low, decimals + more);
    return {is_low ? low + step : high - step, decimals + more, is_low ? '<' : '>'};
}

std::string to_string(const DistinctNumber& number) {
    const std::string text = fixed_text(number.value, number.decimals);
    return number.bound == '\0' ? text : number.bound + text;
}

std::string grouped_count(double count, std::string_view separator) {
    return grouped_text(to_string(count_number(count)), separator);
}

std::string signed_text(const DistinctNumber& number, std::string_view separator) {
    const std::string text = grouped_text(to_string(number), separator);
    if (number.value <= 0.0) return text;
    return number.bound == '\0' ? '+' + text : number.bound + ('+' + text.substr(1));
}

DistinctNumber percent_number(double share, int decimals) {
    return distinct_number(share * 100.0, 0.0, 100.0, decimals);
}

std::string percent_text(double share, int decimals) {
    return to_string(percent_number(share, decimals)) + " %";
}

DistinctNumber change_number(double change, int decimals) {
    return change < 0.0 ? distinct_number(change * 100.0, -100.0, 0.0, decimals)
                        : distinct_number(change * 100.0, 0.0, 100.0, decimals);
}

int count_decimals(double count) {
    return count == std::floor(count) || std::abs(count) >= 1000.0 ? 0 : 1;
}

DistinctNumber count_number(double count) {
    const double far = std::copysign(std::numeric_limits<double>::infinity(), count);
    return distinct_number(count, std::min(0.0, far), std::max(0.0, far), count_decimals(count));
}

DistinctNumber hits_number(double hits, double most) {
    return distinct_number(hits, 0.0, most, count_decimals(hits));
}

AgreeingNumbers agreeing_numbers(double a, double b, int decimals) {
    constexpr int more = 3;
    const auto written = [](double value, int digits) { return std::stod(fixed_text(value, digits)); };
    const auto difference = [&](int digits) { return written(b, digits) - written(a, digits); };
    for (int digits = decimals; digits <= decimals + more; ++digits) {
        const bool agrees = fixed_text(difference(digits), digits) == fixed_text(b - a, digits);
        const bool tells = a == b || written(difference(digits), digits) != 0.0;
        if (agrees && tells) return {digits, difference(digits)};
    }
    return {decimals + more, difference(decimals + more)};
}

AgreeingNumbers agreeing_percents(double a, double b) {
    const int decimals = std::max(percent_number(a).decimals, percent_number(b).decimals);
    return agreeing_numbers(100.0 * a, 100.0 * b, decimals);
}

AgreeingNumbers agreeing_counts(double a, double b) {
    const double larger = std::max(std::abs(a), std::abs(b));
    const int decimals = std::max(count_decimals(a), count_decimals(b)) == 0 || larger >= 1000.0 ? 0 : 1;
    return agreeing_numbers(a, b, decimals);
}

ByteUnit byte_unit(double bytes) {
    constexpr double step = 1024.0;
    ByteUnit unit;
    for (const std::string_view name : {"KiB", "MiB", "GiB", "TiB"}) {
        if (bytes < unit.bytes * step) break;
        unit = {unit.bytes * step, name};
    }
    return unit;
}

int decimals_in(const ByteUnit& unit) {
    return unit.bytes == 1.0 ? 0 : 1;
}

AgreeingSizes agreeing_sizes(double a, double b) {
    const ByteUnit unit = byte_unit(std::max(a, b));
    return {unit, agreeing_numbers(a / unit.bytes, b / unit.bytes, decimals_in(unit))};
}

std::string hits_text(double hits, double most) {
    return to_string(hits_number(hits, most));
}

} // namespace hitmap
