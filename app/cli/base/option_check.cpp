#include "app/cli/base/option_check.h"

#include "core/cache/array/cache_geometry.h"
#include "core/trace/formats/all/recording_formats.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <fmt/format.h>

#include <algorithm>
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

void refuse_overwriting_other_file(const std::string& output, std::string_view option) {
    std::error_code ignored; // the error is told when the file is created
    if (output.empty() || output == "-" || !std::filesystem::is_regular_file(output, ignored)) return;
    if (std::filesystem::path(output).extension() == ".hmt") return; // a recording, even if it is damaged
    const auto bytes = std::filesystem::file_size(output, ignored);
    if (ignored || bytes == 0 || begins_as_recording(*open_file(output))) return;
    throw UsageError(
        fmt::format("{}: expected a new file, or a recording to replace, found '{}', which is none: "
                    "choose another name or remove it",
                    option, output));
}

void refuse_outputs_among_inputs(const CLI::App& command) {
    const auto is_output = [](const CLI::Option& option) {
        const auto& letters = option.get_snames();
        return std::find(letters.begin(), letters.end(), "o") != letters.end() ||
               option.get_type_name().starts_with("OUT");
    };
    std::vector<std::string> inputs;
    // A program that is run has files of its own, which it may name as it likes.
    const auto is_program = [](const CLI::Option& option) { return option.get_name() == "PROGRAM"; };
    for (const CLI::Option* option : command.get_options())
        if (!is_output(*option) && !is_program(*option) && !option->empty())
            inputs.insert(inputs.end(), option->results().begin(), option->results().end());
    std::error_code ignored; // values that are no files are not the same
    for (const CLI::Option* option : command.get_options()) {
        if (!is_output(*option)) continue;
        for (const std::string& output : option->results())
            for (const std::string& input : inputs)
                if (std::filesystem::is_regular_file(output, ignored) &&
                    std::filesystem::equivalent(input, output, ignored))
                    throw UsageError(fmt::format("{}: expected another file than the input, found '{}'",
                                                 option->get_name(), output));
    }
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
