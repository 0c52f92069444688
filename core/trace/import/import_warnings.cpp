#include "core/trace/import/import_warnings.h"

#include "core/trace/model/recording.h"

#include <fmt/format.h>

namespace hitmap {

void ImportWarnings::count(std::string_view what, std::uint64_t times) {
    if (times == 0) return;
    auto found = counts_.find(what);
    if (found == counts_.end()) found = counts_.emplace(what, 0).first;
    found->second += times;
}

std::vector<std::pair<std::string, std::string>> ImportWarnings::options() const {
    std::vector<std::pair<std::string, std::string>> options;
    for (const auto& [what, times] : counts_)
        options.emplace_back(import_warning_option, fmt::format("{}: {}", what, times));
    return options;
}

} // namespace hitmap
