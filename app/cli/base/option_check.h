#pragma once

#include "core/base/error.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// Frames that time can be cut into, on every command.
inline constexpr std::uint64_t most_frames = 65536;
/// Each costs memory and a thread of the system; no machine has more cores.
inline constexpr std::uint64_t most_threads = 1024;

/// For CLI::Option::check: a decimal whole number from min to max, and no sign.
[[nodiscard]] std::function<std::string(const std::string&)> whole_number(std::uint64_t min,
                                                                          std::uint64_t max);

/// For CLI::Option::check: a text, where an empty one would pass for an option that was not given. `what` is
/// expected: "a cache".
[[nodiscard]] std::function<std::string(const std::string&)> not_empty(const char* what);

/// What `parse` says of a value is said of its option.
template <class Parse>
auto of_option(std::string_view option, const Parse& parse) {
    try {
        return parse();
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}: {}", option, error.what()));
    }
}

/// The value of --memory-limit in bytes; nothing for an empty text, which is no limit. Throws UsageError.
[[nodiscard]] std::optional<std::uint64_t> parse_memory_limit(const std::string& text);

void add_threads_option(CLI::App& command, unsigned& threads);

/// Whether two paths, which need not exist, lead to the same file.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

/// Throws UsageError naming `option` where writing `output` would overwrite one of `inputs`. Either may be
/// empty (not given) or "-".
void refuse_overwriting(const std::string& output, std::string_view option,
                        std::initializer_list<std::string> inputs);

} // namespace hitmap
