#include "app/cli/spool/spool_files.h"

#include "core/base/text/replaced.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <random>
#include <string_view>
#include <system_error>

namespace hitmap {

namespace {

/// The number before ".spool" at the end of a file's name; 0: there is none.
unsigned long process_of(std::string_view name) {
    constexpr std::string_view suffix = ".spool";
    if (!name.ends_with(suffix)) return 0;
    name.remove_suffix(suffix.size());
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return 0;
    unsigned long process = 0;
    const auto [end, error] = std::from_chars(name.data() + dot + 1, name.data() + name.size(), process);
    return error == std::errc() && end == name.data() + name.size() ? process : 0;
}

} // namespace

std::string new_run() {
    std::random_device random;
    return fmt::format("run-{:08x}", static_cast<std::uint32_t>(random()));
}

std::string output_of_run(const std::string& output, const std::string& run) {
    return output + "." + run;
}

std::vector<SpoolFile> all_spool_files(const std::string& output) {
    std::vector<SpoolFile> files;
    const std::filesystem::path path(output);
    const auto folder = path.parent_path().empty() ? std::filesystem::path(".") : path.parent_path();
    std::error_code error;
    using Entries = std::filesystem::directory_iterator;
    for (Entries entry(folder, error); !error && entry != Entries(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        const unsigned long process = process_of(name);
        if (process == 0) continue;
        const std::string own = replaced(output, "%p", std::to_string(process));
        const std::string begin = std::filesystem::path(own).filename().string() + ".run-";
        const std::string end = "." + std::to_string(process) + ".spool";
        if (!name.starts_with(begin) || !name.ends_with(end) || name.size() != begin.size() + 8 + end.size())
            continue;
        files.push_back({entry->path(), own, name.substr(begin.size() - 4, 12), process});
    }
    std::sort(files.begin(), files.end(),
              [](const SpoolFile& a, const SpoolFile& b) { return a.process < b.process; });
    return files;
}

std::vector<SpoolFile> spool_files(const std::string& output, const std::string& run) {
    std::vector<SpoolFile> files = all_spool_files(output);
    std::erase_if(files, [&](const SpoolFile& file) { return file.run != run; });
    return files;
}

std::string numbered(const std::string& output, std::size_t number) {
    const std::filesystem::path path(output);
    const auto name = path.stem().string() + "." + std::to_string(number) + path.extension().string();
    return (path.parent_path() / name).string();
}

} // namespace hitmap
