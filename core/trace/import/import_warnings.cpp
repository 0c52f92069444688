#include "core/trace/import/import_warnings.h"

#include "core/trace/model/recording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace hitmap {

void ImportWarnings::count(std::string_view what, std::uint64_t times, std::string_view which) {
    if (times == 0) return;
    auto found = kinds_.find(what);
    if (found == kinds_.end()) found = kinds_.emplace(what, Kind{}).first;
    Kind& kind = found->second;
    kind.times += times;
    if (which.empty() || std::ranges::find(kind.named, which) != kind.named.end()) return;
    if (kind.named.size() == most_named)
        kind.more = true;
    else
        kind.named.emplace_back(which);
}

std::vector<std::pair<std::string, std::string>> ImportWarnings::options() const {
    std::vector<std::pair<std::string, std::string>> options;
    for (const auto& [what, kind] : kinds_) {
        std::string text = fmt::format("{}: {}", what, kind.times);
        if (!kind.named.empty())
            text += fmt::format(" ({}{})", fmt::join(kind.named, ", "), kind.more ? ", ..." : "");
        options.emplace_back(import_warning_option, std::move(text));
    }
    return options;
}

} // namespace hitmap
