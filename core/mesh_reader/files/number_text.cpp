#include "core/mesh_reader/files/number_text.h"

#include <charconv>
#include <cstdlib>

namespace hitmap {

namespace {

std::string_view without_plus(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    return text;
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
