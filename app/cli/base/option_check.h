#pragma once

#include "core/base/error.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// Maximum number of frames, for all commands.
inline constexpr std::uint64_t most_frames = 65536;
/// Each thread takes memory and system resources; no machine has more cores.
inline constexpr std::uint64_t most_threads = 1024;

/// For CLI::Option::check: accepts a decimal whole number from min to max without a sign.
[[nodiscard]] std::function<std::string(const std::string&)> whole_number(std::uint64_t min,
                                                                          std::uint64_t max);

/// For CLI::Option::check: rejects an empty text, which could not be distinguished from an option that was
/// not given. `what` is the expected value: "a cache".
[[nodiscard]] std::function<std::string(const std::string&)> not_empty(const char* what);

/// Adds the name of the option to errors of `parse`.
template <class Parse>
auto of_option(std::string_view option, const Parse& parse) {
    try {
        return parse();
    } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}: {}", option, error.what()));
    }
}

/// Returns the value of --memory-limit in bytes; no value for an empty text, which means no limit. Throws
/// UsageError.
[[nodiscard]] std::optional<std::uint64_t> parse_memory_limit(const std::string& text);

void add_threads_option(CLI::App& command, unsigned& threads);

/// Whether two paths refer to the same file. The files need not exist.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b);

/// Throws UsageError that names `option` if writing `output` would overwrite one of `inputs`, or a file that
/// an input names (a kernel of kernelslist.g). Each may be empty (not given) or "-".
void refuse_overwriting(const std::string& output, std::string_view option,
                        const std::vector<std::string>& inputs);

/// Throws UsageError that names `option` if a file has the name of the recording `output` and is none, such
/// as a mesh: it would be lost. Recordings, empty files, and what is no regular file may be there. `output`
/// may be empty or "-".
/// Throws FileError if the file cannot be read.
void refuse_overwriting_other_file(const std::string& output, std::string_view option);

/// Throws UsageError if an output of the command that was given (-o, or an option whose value is named
/// OUT...) is a file that another of its options or arguments names.
void refuse_outputs_among_inputs(const CLI::App& command);

/// The given files and those that they name, without those that are empty or "-". Files that cannot be read
/// name none: the command that reads them reports it.
[[nodiscard]] std::vector<std::string> with_named_files(const std::vector<std::string>& inputs);

} // namespace hitmap
