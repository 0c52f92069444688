#include "core/report/rows/finding_json.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace hitmap {

namespace {

/// Amounts are whole numbers, but for a mean that is taken off.
Json amount_json(double amount) {
    if (amount == std::floor(amount)) return static_cast<std::int64_t>(amount);
    return amount;
}

Json amount_or_null(const std::optional<double>& amount) {
    return amount ? amount_json(*amount) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json gain_json(const FindingGain& gain) {
    return {{"change", gain.change},
            {"command", text_or_null(gain.command)},
            {"amount", amount_json(gain.amount)},
            {"share", gain.share},
            {"waiting_share", gain.waiting},
            {"exact", gain.exact}};
}

} // namespace

Json finding_json(const Finding& finding) {
    const FindingView& view = finding.view;
    return {{"text", finding.text},
            {"what", {{"kind", finding.what_kind}, {"name", text_or_null(finding.what_name)}}},
            {"why", name_of(finding.why)},
            {"metric", info_of(finding.metric).name},
            {"amount", amount_json(finding.amount)},
            {"share", finding.share},
            {"gain", finding.gain ? gain_json(*finding.gain) : Json(nullptr)},
            {"view",
             {{"panel", view.panel},
              {"allocation", text_or_null(view.allocation)},
              {"file", text_or_null(view.file)},
              {"line", view.line == 0 ? Json(nullptr) : Json(view.line)}}}};
}

Json difference_json(const Difference& difference) {
    Json json{{"text", difference.text},
              {"what", {{"kind", difference.what_kind}, {"name", difference.what_name}}},
              {"why", name_of(difference.why)},
              {"metric", info_of(difference.metric).name},
              {"a", amount_or_null(difference.value.a)},
              {"b", amount_or_null(difference.value.b)},
              {"difference", amount_or_null(difference.value.difference)},
              {"waiting_share", difference.waiting ? Json(*difference.waiting) : Json(nullptr)},
              {"file", text_or_null(difference.file)},
              {"line", difference.line == 0 ? Json(nullptr) : Json(difference.line)}};
    if (difference.bounds) put_bounds(json, *difference.bounds);
    return json;
}

void put_bounds(Json& json, const Aabb& bounds) {
    for (const auto& [key, corner] : {std::pair("lower", bounds.lower), std::pair("upper", bounds.upper)})
        json[key] = {corner.x, corner.y, corner.z};
}

} // namespace hitmap
