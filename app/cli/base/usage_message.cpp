#include "app/cli/base/usage_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// The number of letters to insert, remove, replace or exchange with the next that make one word the other.
std::size_t count_of_edits(std::string_view a, std::string_view b) {
    // Of a beginning of `a` and each beginning of `b`; two letters are exchanged in one row before the last.
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({row[j - 1] + 1, last[j] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = std::move(last);
        last = std::move(row);
    }
    return last.back();
}

/// Returns the long option of `command` that was probably meant; empty if none is alike.
std::string known_option_like(const CLI::App& command, std::string_view typed) {
    typed = split_at(typed, "=").before;
    typed.remove_prefix(std::min(typed.find_first_not_of('-'), typed.size()));
    // More edits make any short name another one.
    std::size_t fewest = typed.size() / 3 + 1;
    constexpr std::size_t fewest_of_beginning = 3;
    std::string best;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) {
            // A part of a long name that was left out at its end is no error of typing.
            const bool begins = typed.size() >= fewest_of_beginning && name.starts_with(typed);
            const std::size_t edits = begins ? 1 : count_of_edits(typed, name);
            if (edits >= fewest) continue;
            fewest = edits;
            best = "--" + name;
        }
    return best;
}

/// Whether an argument has the form of an option. Negative numbers have none.
bool has_option_form(std::string_view argument) {
    constexpr std::string_view not_of_options = "0123456789.";
    return argument.size() > 1 && argument.front() == '-' &&
           not_of_options.find(argument[1]) == std::string_view::npos;
}

/// Whether an argument follows "--" and is therefore no option. The parser does not keep "--" in all cases.
bool follows_dashes(std::span<const char* const> typed, std::string_view argument) {
    const auto is = [](std::string_view text) { return [text](const char* each) { return text == each; }; };
    const auto dashes = std::find_if(typed.begin(), typed.end(), is("--"));
    return std::find_if(dashes, typed.end(), is(argument)) != typed.end();
}

/// The first argument that no option and no positional argument took and that is an option by its form.
std::optional<std::string> about_unknown_option(const std::vector<const CLI::App*>& parsed,
                                                std::span<const char* const> typed) {
    for (const CLI::App* command : parsed)
        for (const std::string& argument : command->remaining()) {
            if (!has_option_form(argument) || follows_dashes(typed, argument)) continue;
            const std::string meant = known_option_like(*command, argument);
            return fmt::format("unknown option '{}'{}", argument,
                               meant.empty() ? "" : fmt::format("; did you mean {}?", meant));
        }
    return std::nullopt;
}

} // namespace

std::string usage_message(const CLI::App& app, const CLI::Error& error, std::span<const char* const> typed) {
    std::vector<const CLI::App*> parsed{&app};
    for (const CLI::App* command : app.get_subcommands())
        parsed.push_back(command);
    const bool has_more = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    // A required option may only be missing because its name was misspelt.
    if (has_more || dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
        if (const auto message = about_unknown_option(parsed, typed)) return *message;
    if (has_more) {
        // The error itself names the arguments in the reverse order.
        std::vector<std::string> more;
        for (const CLI::App* command : parsed)
            for (const std::string& argument : command->remaining())
                if (argument != "--") more.push_back(argument);
        return fmt::format("expected no further argument, found '{}'", fmt::join(more, " "));
    }
    const std::string text = error.what();
    if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) return of_value(text);
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return of_count(text);
    if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return of_conversion(text);
    return text;
}

} // namespace hitmap
