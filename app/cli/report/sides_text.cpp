#include "app/cli/report/sides_text.h"

#include "app/cli/report/comparison_text.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/finding_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

namespace hitmap {

namespace {

ReportColumns<ComparedLine> side_columns(const std::string& title) {
    auto columns = compared_columns({{{title, 38}, {"A", 16}, {"B", 16}, {"B - A", 17}, {"change", 11}}});
    columns.push_back({{.key = "share", .type = CellType::rate, .text = {"share", 9}}, &ComparedLine::share});
    return columns;
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
    if (part.bounds) put_bounds(json, *part.bounds);
    return json;
}

Json parts_json(const SideComparison& comparison, const DivisionInfo& division) {
    Json parts = Json::array();
    for (const ComparedPart& part : comparison.of(division.division))
        parts.push_back(part_json(part));
    for (const CostInfo& cost : cost_table()) {
        if (!division_has(division, cost) || !comparison.shows(cost)) continue;
        for (const PartChange& change : comparison.changes(division.division, cost.cost)) {
            Json json = value_json(cost.cost, change.value);
            json["share"] = or_null(change.share);
            const auto place =
                static_cast<std::size_t>(change.part - comparison.of(division.division).data());
            parts[place][std::string(cost.name)] = std::move(json);
        }
    }
    return parts;
}

} // namespace

std::string costs_table(const SideComparison& comparison) {
    auto columns = side_columns("totals");
    columns.pop_back(); // Only parts have a share of the total.
    std::vector<ComparedLine> lines;
    for (const CostInfo& cost : cost_table()) {
        if (!comparison.shows(cost)) continue;
        const ComparedValue value = comparison.value(comparison.total, cost.cost);
        lines.push_back({fmt::format("  {}", cost.title), count_texts(value), change_text(value)});
    }
    std::string text = text_table(columns, lines);
    if (!comparison.unknown.empty())
        text += fmt::format("Requests, sectors and bytes are not known: {}.\n", comparison.unknown);
    return text;
}

std::string parts_table(const SideComparison& comparison, Division division, Cost cost, std::size_t top) {
    const auto changes = comparison.changes(division, cost);
    if (changes.empty()) return {};
    const std::size_t rows = top == 0 ? changes.size() : std::min(top, changes.size());
    std::vector<ComparedLine> lines;
    for (const PartChange& change : std::span(changes).first(rows))
        lines.push_back(
            {"  " + change.part->name, count_texts(change.value), change_text(change.value), change.share});
    std::string text =
        text_table(side_columns(fmt::format("{}: {}", info_of(division).title, info_of(cost).title)), lines);
    if (rows < changes.size()) text += fmt::format("  and {} more\n", changes.size() - rows);
    return text;
}

Json sides_json(const SideComparison& comparison) {
    Json json{{"summary", comparison_sentences(comparison)},
              {"reservations", comparison.reservations},
              {"unknown", nullptr}};
    if (!comparison.unknown.empty()) json["unknown"] = comparison.unknown;
    for (const CostInfo& cost : cost_table())
        if (comparison.shows(cost))
            json["costs"][std::string(cost.name)] =
                value_json(cost.cost, comparison.value(comparison.total, cost.cost));
    for (const DivisionInfo& division : division_table())
        json["by"][std::string(division.name)] = parts_json(comparison, division);
    return json;
}

} // namespace hitmap
