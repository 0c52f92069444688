#include "app/cli/report/comparison_text.h"

#include "core/base/number_text.h"
#include "core/report/column/text_table.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

ComparedTexts rate_texts(const ComparedValue& value) {
    const auto text = [](const std::optional<double>& share, int decimals) {
        return plain_text({.key = {}, .type = CellType::rate, .text = {.decimals = decimals}}, share);
    };
    if (!value.difference) return {text(value.a, 1), text(value.b, 1), "-"};
    const AgreeingNumbers agreeing = agreeing_percents(*value.a, *value.b);
    return {text(value.a, agreeing.decimals), text(value.b, agreeing.decimals),
            signed_text(agreeing.difference, agreeing.decimals, NumberStyle::terminal) + " pp"};
}

/// Change of a count in percent of A; empty for shares, whose change is in percentage points.
std::string percentage_text(const QuantityInfo& quantity, const ComparedValue& value) {
    return quantity.is_share() ? std::string() : change_text(value);
}

Json cell_json(const QuantityInfo& quantity, const std::optional<double>& value) {
    if (!value) return nullptr;
    if (quantity.number == NumberKind::count) return static_cast<std::int64_t>(*value);
    return *value;
}

Json kind_json(const ComparedKind& kind) {
    Json json = Json::object();
    for (const MetricInfo& info : metric_table(Subject::kind)) {
        if (!has_metric(kind, info.metric)) continue;
        const QuantityInfo& quantity = info_of(info.metric.quantity);
        const ComparedValue value = kind.value(info.metric);
        json[info.key] = {{"a", cell_json(quantity, value.a)},
                          {"b", cell_json(quantity, value.b)},
                          {"difference", cell_json(quantity, value.difference)}};
    }
    return json;
}

} // namespace

std::string grouped(double number, int decimals) {
    return grouped_text(fixed_text(number, decimals), ",");
}

ComparedTexts count_texts(const ComparedValue& value) {
    const AgreeingNumbers agreeing = agreeing_counts(value.a.value_or(0.0), value.b.value_or(0.0));
    const auto text = [&](const std::optional<double>& number) {
        return number ? grouped(*number, agreeing.decimals) : std::string("-");
    };
    return {text(value.a), text(value.b),
            value.difference ? signed_text(agreeing.difference, agreeing.decimals, NumberStyle::terminal)
                             : std::string("-")};
}

std::string change_text(const ComparedValue& value) {
    const auto change = value.change();
    return change ? signed_text(change_number(*change)) + " %" : std::string();
}

ReportColumns<ComparedLine> compared_columns(const std::array<TextLayout, 5>& layouts) {
    using Line = ComparedLine;
    ReportColumns<Line> columns{
        {{.key = "name", .type = CellType::text}, &Line::name},
        {{.key = "a"}, [](const Line& line) { return line.texts.a; }},
        {{.key = "b"}, [](const Line& line) { return line.texts.b; }},
        {{.key = "difference"}, [](const Line& line) { return line.texts.difference; }},
        {{.key = "change"}, &Line::change}};
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i].info.text = layouts.at(i);
    return columns;
}

std::string comparison_table(std::span<const ComparedKind> kinds) {
    const auto columns = compared_columns({{{"", 20}, {"A", 18}, {"B", 18}, {"B - A", 18}, {"", 12}}});
    std::string text = text_head(columns);
    for (const ComparedKind& kind : kinds) {
        text += fmt::format("{}\n", kind.kind ? element_kinds()[*kind.kind].plural : "elements");
        for (const MetricInfo& info : metric_table(Subject::kind)) {
            if (!has_metric(kind, info.metric)) continue;
            const QuantityInfo& quantity = info_of(info.metric.quantity);
            const ComparedValue value = kind.value(info.metric);
            const ComparedTexts texts = quantity.is_share() ? rate_texts(value) : count_texts(value);
            text +=
                text_row(columns, {fmt::format("  {}", info.title), texts, percentage_text(quantity, value)});
        }
    }
    return text;
}

Json comparison_json(std::span<const ComparedKind> kinds) {
    Json json{{"all", Json::object()}, {"elements", Json::object()}};
    for (const ComparedKind& kind : kinds) {
        if (kind.kind)
            json["elements"][std::string(element_kinds()[*kind.kind].name)] = kind_json(kind);
        else
            json["all"] = kind_json(kind);
    }
    return json;
}

} // namespace hitmap
