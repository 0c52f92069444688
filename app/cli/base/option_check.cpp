#include "app/cli/base/option_check.h"

#include "core/cache/array/cache_geometry.h"
#include "core/trace/formats/all/recording_formats.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

namespace hitmap {

std::function<std::string(const std::string&)> whole_number(std::uint64_t min, std::uint64_t max) {
    return [=](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool valid = !text.empty() && error == std::errc{} && end == text.data() + text.size() &&
                           value >= min && value <= max;
        return valid ? std::string()
                     : fmt::format("expected a whole number from {} to {}, found '{}'", min, max, text);
    };
}

std::function<std::string(const std::string&)> not_empty(const char* what) {
    return [what](const std::string& text) {
        return text.empty() ? fmt::format("expected {}, found nothing", what) : std::string();
    };
}

std::optional<std::uint64_t> parse_memory_limit(const std::string& text) {
    if (text.empty()) return std::nullopt;
    return of_option("--memory-limit", [&] { return parse_size(text); });
}

void add_threads_option(CLI::App& command, unsigned& threads) {
    command
        .add_option("--threads", threads, "Cores to use, up to 1024; 0 for all. Results do not depend on it")
        ->check(whole_number(0, most_threads))
        ->capture_default_str();
}

bool is_same_file(const std::string& a, const std::string& b) {
    if (a == b) return true;
    std::error_code error;
    const auto whole_a = std::filesystem::weakly_canonical(std::filesystem::absolute(a, error), error);
    const auto whole_b = std::filesystem::weakly_canonical(std::filesystem::absolute(b, error), error);
    return !error && a != "-" && b != "-" && whole_a == whole_b;
}

void refuse_overwriting(const std::string& output, std::string_view option,
                        const std::vector<std::string>& inputs) {
    std::error_code ignored; // files that do not exist are not the same
    if (output.empty() || output == "-" || !std::filesystem::exists(output, ignored)) return;
    for (const std::string& input : with_named_files(inputs))
        if (std::filesystem::equivalent(input, output, ignored))
            throw UsageError(
                fmt::format("{}: expected another file than the input, found '{}'", option, output));
}

std::vector<std::string> with_named_files(const std::vector<std::string>& inputs) {
    std::vector<std::string> all;
    for (const std::string& input : inputs) {
        if (input.empty() || input == "-") continue;
        all.push_back(input);
        try {
            for (const std::filesystem::path& named : files_named_in(input, {}))
                all.push_back(named.string());
        } catch (const Error&) { // The command reports it when it reads the file.
        }
    }
    return all;
}

} // namespace hitmap
