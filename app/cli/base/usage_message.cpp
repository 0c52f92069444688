#include "app/cli/base/usage_message.h"

#include <fmt/format.h>

#include <string_view>

namespace hitmap {

namespace {

/// The parts of a text before and after its first `separator`. The second part is empty if there is none.
struct Parts {
    std::string_view before;
    std::string_view after;
};
Parts split_at(std::string_view text, std::string_view separator) {
    const std::size_t at = text.find(separator);
    if (at == std::string_view::npos) return {text, {}};
    return {text.substr(0, at), text.substr(at + separator.size())};
}

/// Rewrites messages such as "--metric: x not in {a,b}".
std::string of_value(std::string_view text) {
    const auto [option, rest] = split_at(text, ": ");
    auto [value, list] = split_at(rest, " not in {");
    // A message of this program's own checks.
    if (list.empty() || list.back() != '}') return std::string(text);
    list.remove_suffix(1);
    std::string names(list);
    for (std::size_t at = names.find(','); at != std::string::npos; at = names.find(',', at + 2))
        names.replace(at, 1, ", ");
    return fmt::format("{}: expected {}, found '{}'", option, names, value);
}

/// Rewrites messages such as "--model: At Most 1 required but received 2" and "--range: 1 required RANGE
/// missing".
std::string of_count(std::string_view text) {
    const auto [option, rest] = split_at(text, ": ");
    const std::string_view received = split_at(rest, " required but received ").after;
    if (rest.starts_with("At Most 1 ") && !received.empty())
        return fmt::format("{}: expected once, found {} times", option, received);
    if (rest.ends_with(" missing")) return fmt::format("{}: expected a value, found none", option);
    return std::string(text);
}

/// Rewrites messages such as "Could not convert: --only-instruction = -1".
std::string of_conversion(std::string_view text) {
    const auto [option, value] = split_at(split_at(text, "Could not convert: ").after, " = ");
    if (option.empty()) return std::string(text);
    return fmt::format("{}: expected a number, found '{}'", option, value);
}

} // namespace

std::string usage_message(const CLI::Error& error) {
    const std::string text = error.what();
    if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) return of_value(text);
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return of_count(text);
    if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return of_conversion(text);
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
        return fmt::format("expected no further argument, found '{}'", split_at(text, ": ").after);
    return text;
}

} // namespace hitmap
