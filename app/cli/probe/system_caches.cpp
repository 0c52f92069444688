#include "app/cli/probe/system_caches.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <system_error>

namespace hitmap {

namespace {

std::string first_word(const std::filesystem::path& file) {
    std::string word;
    std::ifstream(file) >> word;
    return word;
}

/// A number that may end in K or M; 0 if it is none.
std::uint64_t size_of(const std::string& text) {
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number > (std::uint64_t{1} << 40)) return 0;
    const std::string_view unit(stop, static_cast<std::size_t>(text.data() + text.size() - stop));
    if (unit.empty()) return number;
    if (unit == "K") return number << 10;
    return unit == "M" ? number << 20 : 0;
}

} // namespace

std::vector<SystemCache> system_caches(const std::filesystem::path& folder) {
    std::vector<SystemCache> caches;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::filesystem::path& path = entry->path();
        if (!path.filename().string().starts_with("index")) continue;
        const std::string type = first_word(path / "type");
        const SystemCache cache{size_of(first_word(path / "level")), size_of(first_word(path / "size")),
                                size_of(first_word(path / "coherency_line_size"))};
        if ((type == "Data" || type == "Unified") && cache.level > 0 && cache.capacity > 0)
            caches.push_back(cache);
    }
    std::ranges::sort(caches, {}, &SystemCache::level);
    return caches;
}

} // namespace hitmap
