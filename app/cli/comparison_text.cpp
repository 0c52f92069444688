#include "app/cli/comparison_text.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace hitmap {

namespace {

/// Hits and misses are fractions where the model gives probabilities.
int decimals_of(Quantity quantity) {
    switch (quantity) {
    case Quantity::l1_hits:
    case Quantity::l1_misses:
    case Quantity::l2_hits:
    case Quantity::l2_misses:
        return 1;
    default:
        return 0;
    }
}

std::string value_text(const QuantityInfo& quantity, const std::optional<double>& value) {
    if (!value) return "-";
    return quantity.is_rate ? percent_text(*value) : grouped(*value, decimals_of(quantity.quantity));
}

std::string difference_text(const QuantityInfo& quantity, const ComparedValue& value) {
    if (!value.difference) return "-";
    if (quantity.is_rate) return signed_grouped(100.0 * *value.difference, 1) + " pp";
    return signed_grouped(*value.difference, decimals_of(quantity.quantity));
}

/// Of a count, in per cent of A.
std::string percentage_text(const QuantityInfo& quantity, const ComparedValue& value) {
    return quantity.is_rate ? std::string() : change_text(value);
}

std::string row(std::string_view title, std::string_view a, std::string_view b, std::string_view difference,
                std::string_view percentage) {
    std::string text = fmt::format("{:<20}{:>18}{:>18}{:>18}{:>12}", title, a, b, difference, percentage);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
}

Json cell_json(const QuantityInfo& quantity, const std::optional<double>& value) {
    if (!value) return nullptr;
    if (quantity.is_rate || decimals_of(quantity.quantity) != 0) return *value;
    return static_cast<std::int64_t>(*value);
}

Json kind_json(const ComparedKind& kind) {
    Json json = Json::object();
    for (const QuantityInfo& quantity : quantity_table()) {
        if (!has_quantity(kind, quantity)) continue;
        const ComparedValue value = kind.value(quantity.quantity);
        json[std::string(quantity.name)] = {{"a", cell_json(quantity, value.a)},
                                            {"b", cell_json(quantity, value.b)},
                                            {"difference", cell_json(quantity, value.difference)}};
    }
    return json;
}

} // namespace

std::string grouped(double number, int decimals) {
    std::string text = fmt::format("{:.{}f}", number, decimals);
    const std::size_t first = text.front() == '-' ? 1 : 0;
    for (std::size_t at = std::min(text.find('.'), text.size()); at > first + 3;)
        text.insert(at -= 3, ",");
    return text;
}

std::string signed_grouped(double value, int decimals) {
    const std::string digits = grouped(std::abs(value), decimals);
    if (digits.find_first_not_of("0.") == std::string::npos) return digits;
    return (value < 0.0 ? "-" : "+") + digits;
}

std::string change_text(const ComparedValue& value) {
    if (!value.difference || !value.a || *value.a == 0.0) return "";
    return signed_grouped(100.0 * *value.difference / *value.a, 1) + " %";
}

std::string comparison_table(std::span<const ComparedKind> kinds) {
    std::string text = row("", "A", "B", "B - A", "");
    for (const ComparedKind& kind : kinds) {
        text += fmt::format("{}\n", kind.kind ? element_kinds()[*kind.kind].plural : "elements");
        for (const QuantityInfo& quantity : quantity_table()) {
            if (!has_quantity(kind, quantity)) continue;
            const ComparedValue value = kind.value(quantity.quantity);
            text += row(fmt::format("  {}", quantity.title), value_text(quantity, value.a),
                        value_text(quantity, value.b), difference_text(quantity, value),
                        percentage_text(quantity, value));
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
