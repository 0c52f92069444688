#include "app/cli/report/differences_text.h"

#include "core/report/rows/finding_json.h"

#include <fmt/format.h>

#include <cstddef>

namespace hitmap {

std::string differences_text(const SideSums& a, const SideSums& b,
                             const std::vector<Difference>& differences) {
    std::string text = waiting_sentence(a, b);
    const std::string options = options_sentence(a, b);
    if (!options.empty()) text += (text.empty() ? "" : " ") + options;
    if (!text.empty()) text += '\n';
    for (std::size_t i = 0; i < differences.size(); ++i)
        text += fmt::format("\n{}. {}\n", i + 1, differences[i].text);
    return text;
}

Json differences_json(const SideSums& a, const SideSums& b, const std::vector<Difference>& differences) {
    const auto or_null = [](std::string text) {
        return text.empty() ? Json(nullptr) : Json(std::move(text));
    };
    Json json{{"waiting", or_null(waiting_sentence(a, b))}, {"options", or_null(options_sentence(a, b))}};
    json["findings"] = Json::array();
    for (const Difference& difference : differences)
        json["findings"].push_back(difference_json(difference));
    return json;
}

} // namespace hitmap
