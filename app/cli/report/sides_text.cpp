#include "app/cli/report/sides_text.h"

#include "app/cli/report/comparison_text.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

std::string line(std::string_view name, std::string_view a, std::string_view b, std::string_view difference,
                 std::string_view change, std::string_view share) {
    std::string text =
        fmt::format("{:<38}{:>16}{:>16}{:>17}{:>11}{:>9}", name, a, b, difference, change, share);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
}

std::string row(std::string_view name, const ComparedValue& value, std::string_view share) {
    const ComparedTexts texts = count_texts(value);
    return line(name, texts.a, texts.b, texts.difference, change_text(value), share);
}

Json number_json(Cost cost, const std::optional<double>& value) {
    if (!value) return nullptr;
    if (info_of(cost).may_be_fraction) return *value;
    return static_cast<std::int64_t>(*value);
}

Json value_json(Cost cost, const ComparedValue& value) {
    return {{"a", number_json(cost, value.a)},
            {"b", number_json(cost, value.b)},
            {"difference", number_json(cost, value.difference)}};
}

Json part_json(const ComparedPart& part) {
    Json json{{"name", part.name}, {"only", nullptr}};
    if (const auto only = part.only()) json["only"] = *only == Side::baseline ? "a" : "b";
    if (!part.bounds) return json;
    for (const auto& [key, corner] :
         {std::pair("lower", part.bounds->lower), std::pair("upper", part.bounds->upper)})
        json[key] = {corner.x, corner.y, corner.z};
    return json;
}

Json parts_json(const SideComparison& comparison, const DivisionInfo& division) {
    Json parts = Json::array();
    for (const ComparedPart& part : comparison.of(division.division))
        parts.push_back(part_json(part));
    for (const CostInfo& cost : cost_table()) {
        if (!division_has(division, cost)) continue;
        for (const PartChange& change : comparison.changes(division.division, cost.cost)) {
            Json json = value_json(cost.cost, change.value);
            json["share"] = change.share ? Json(*change.share) : Json(nullptr);
            const auto place =
                static_cast<std::size_t>(change.part - comparison.of(division.division).data());
            parts[place][std::string(cost.name)] = std::move(json);
        }
    }
    return parts;
}

} // namespace

std::string costs_table(const SideComparison& comparison) {
    std::string text = line("totals", "A", "B", "B - A", "change", "");
    for (const CostInfo& cost : cost_table())
        text += row(fmt::format("  {}", cost.title), comparison.total.value(cost.cost), "");
    if (!comparison.unknown.empty())
        text += fmt::format("Requests, sectors and bytes are not known: {}.\n", comparison.unknown);
    return text;
}

std::string parts_table(const SideComparison& comparison, Division division, Cost cost, std::size_t top) {
    const auto changes = comparison.changes(division, cost);
    if (changes.empty()) return {};
    std::string text = line(fmt::format("{}: {}", info_of(division).title, info_of(cost).title), "A", "B",
                            "B - A", "change", "share");
    const std::size_t rows = top == 0 ? changes.size() : std::min(top, changes.size());
    for (std::size_t i = 0; i < rows; ++i) {
        const PartChange& change = changes[i];
        const std::string share = change.share ? percent_text(*change.share) : std::string("-");
        text += row("  " + printable(change.part->name), change.value, share);
    }
    if (rows < changes.size()) text += fmt::format("  and {} more\n", changes.size() - rows);
    return text;
}

Json sides_json(const SideComparison& comparison) {
    Json json{{"summary", comparison_sentences(comparison)}, {"unknown", nullptr}};
    if (!comparison.unknown.empty()) json["unknown"] = comparison.unknown;
    for (const CostInfo& cost : cost_table())
        json["costs"][std::string(cost.name)] = value_json(cost.cost, comparison.total.value(cost.cost));
    for (const DivisionInfo& division : division_table())
        json["by"][std::string(division.name)] = parts_json(comparison, division);
    return json;
}

} // namespace hitmap
