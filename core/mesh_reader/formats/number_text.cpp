#include "core/mesh_reader/formats/number_text.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace hitmap {

namespace {

std::string_view without_plus(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    return text;
}

/// Whether the double may lie in the middle between two floats: its mantissa has 29 bits more than theirs, of
/// which only the highest is set then. Floats below the smallest normal one have fewer bits.
bool may_round_twice(double value) {
    constexpr std::uint64_t lower_bits = (std::uint64_t{1} << 29U) - 1;
    return (std::bit_cast<std::uint64_t>(value) & lower_bits) == std::uint64_t{1} << 28U ||
           (value != 0.0 && std::abs(value) < double{std::numeric_limits<float>::min()});
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

} // namespace

std::optional<float> real_number(std::string_view text) {
    text = without_plus(text);
    const char* const end = text.data() + text.size();
    float value = 0.0F;
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
    if (error == std::errc()) return value;
    return std::strtof(std::string(text).c_str(), nullptr); // out of range: infinity, a subnormal number or 0
}

std::optional<double> exact_number(std::string_view text) {
    text = without_plus(text);
    const char* const end = text.data() + text.size();
    double value = 0.0;
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
    if (error != std::errc()) return std::strtod(std::string(text).c_str(), nullptr);
    if (!may_round_twice(value)) return value;
    const std::optional<float> once = real_number(text);
    if (!once || static_cast<float>(value) == *once || std::isnan(value)) return value;
    return std::nextafter(value, double{*once});
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    text = without_plus(text);
    const char* const end = text.data() + text.size();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end || error != std::errc()) return std::nullopt;
    return value;
}

bool LineReader::next() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find_first_of("\r\n");
    line_ = rest_.substr(0, end);
    std::size_t behind = end == std::string_view::npos ? rest_.size() : end + 1;
    if (end != std::string_view::npos && rest_[end] == '\r' && behind < rest_.size() && rest_[behind] == '\n')
        ++behind;
    rest_.remove_prefix(behind);
    ++next_line_;
    return true;
}

std::string_view LineReader::word() {
    std::size_t begin = 0;
    while (begin < line_.size() && is_blank(line_[begin]))
        ++begin;
    std::size_t end = begin;
    while (end < line_.size() && !is_blank(line_[end]))
        ++end;
    const std::string_view word = line_.substr(begin, end - begin);
    line_.remove_prefix(end);
    return word;
}

std::string in_quotes(std::string_view word) {
    constexpr std::size_t longest = 40;
    if (word.empty()) return "nothing";
    std::string text = "'";
    text += word.substr(0, longest);
    return text + (word.size() > longest ? "...'" : "'");
}

} // namespace hitmap
