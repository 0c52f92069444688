#include "app/cli/probe/preset_text.h"

#include "core/base/text/printable.h"
#include "core/report/column/text_table.h"

#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>

namespace hitmap {

namespace {

Json value_json(const PresetFact& fact) {
    const auto number = [](double value) {
        const auto whole = static_cast<std::uint64_t>(value);
        return static_cast<double>(whole) == value ? Json(whole) : Json(value);
    };
    if (const auto* one = std::get_if<double>(&fact.value)) return number(*one);
    if (const auto* word = std::get_if<std::string>(&fact.value)) return *word;
    Json list = Json::array();
    for (const double value : std::get<std::vector<double>>(fact.value))
        list.push_back(number(value));
    return list;
}

Json fact_json(const PresetFact& fact, bool with_unit) {
    Json json{{"value", value_json(fact)}};
    if (with_unit && !name_of(fact.key->unit).empty()) json["unit"] = name_of(fact.key->unit);
    json["source"] = fact.source;
    const std::string_view mark = mark_of(fact.trust);
    if (fact.trust <= Trust::simulator)
        json["confidence"] = static_cast<int>(fact.trust);
    else
        json["confidence"] = mark;
    if (!fact.note.empty()) json["note"] = fact.note;
    return json;
}

Json year_json(const GpuPreset& preset) {
    return preset.year == 0 ? Json(nullptr) : Json(preset.year);
}

std::string level_text(const GpuPreset& preset, std::string_view group) {
    const PresetFact* units = preset.find(group, "units");
    return (units != nullptr ? units->text() + " x " : "") + to_string(preset.cache(group));
}

CellValue year_of(const ListedPreset& listed) {
    return listed.preset.year == 0 ? CellValue() : listed.preset.year;
}

std::uint64_t sms_of(const ListedPreset& listed) {
    return static_cast<std::uint64_t>(*listed.preset.number("device", "sms"));
}

/// The columns of `hitmap presets` as text. Levels with several units show their number.
ReportColumns<ListedPreset> list_columns() {
    using Row = ListedPreset;
    const auto text = [](const char* title, std::size_t width, std::function<CellValue(const Row&)> value) {
        return text_column<Row>(title, width, CellType::text, std::move(value));
    };
    return {text("name", 20, [](const Row& row) { return row.preset.name; }),
            text("vendor", 8, [](const Row& row) { return row.preset.vendor; }),
            text("GPU", 32, [](const Row& row) { return row.preset.title; }),
            text_column<Row>("year", 4, CellType::count, year_of),
            text_column<Row>("SMs", 5, CellType::count, sms_of),
            text("L1", 34, [](const Row& row) { return level_text(row.preset, "l1"); }),
            text("L2", 0, [](const Row& row) { return level_text(row.preset, "l2"); })};
}

/// The columns of the facts of one preset as text.
ReportColumns<PresetFact> fact_columns() {
    const auto text = [](const char* title, std::size_t width,
                         std::function<CellValue(const PresetFact&)> value) {
        return text_column<PresetFact>(title, width, CellType::text, std::move(value));
    };
    return {
        text("fact", 34,
             [](const PresetFact& fact) { return fmt::format("{}/{}", fact.key->group, fact.key->name); }),
        text("value", 24, &PresetFact::text),
        text("confidence", 12, [](const PresetFact& fact) { return name_of(fact.trust); }),
        text("source", 0, [](const PresetFact& fact) {
            return fact.note.empty() ? fact.source : fmt::format("{}; {}", fact.source, fact.note);
        })};
}

} // namespace

Json preset_list_json(const PresetList& list) {
    Json rows = Json::array();
    for (const ListedPreset& listed : list.presets) {
        const GpuPreset& preset = listed.preset;
        rows.push_back({{"name", preset.name},
                        {"title", preset.title},
                        {"vendor", preset.vendor},
                        {"year", year_json(preset)},
                        {"architecture", preset.architecture},
                        {"sms", sms_of(listed)},
                        {"l1", to_string(preset.cache("l1"))},
                        {"l2", to_string(preset.cache("l2"))},
                        {"file", listed.file.empty() ? Json(nullptr) : Json(listed.file.string())}});
    }
    return {{"presets", rows}};
}

namespace {

Json facts_json(Json json, const GpuPreset& preset, bool with_unit) {
    for (const PresetFact& fact : preset.facts)
        json[std::string(fact.key->group)][std::string(fact.key->name)] = fact_json(fact, with_unit);
    return json;
}

} // namespace

Json preset_json(const GpuPreset& preset) {
    Json json{{"name", preset.name},
              {"title", preset.title},
              {"vendor", preset.vendor},
              {"year", year_json(preset)},
              {"architecture", preset.architecture}};
    if (!preset.compute_capability.empty()) json["compute_capability"] = preset.compute_capability;
    json["notes"] = preset.notes;
    return facts_json(std::move(json), preset, true);
}

std::string preset_file(const GpuPreset& preset) {
    Json json{{"name", preset.name}, {"title", preset.title}, {"vendor", preset.vendor}};
    if (preset.year != 0) json["year"] = preset.year;
    json["architecture"] = preset.architecture;
    if (!preset.compute_capability.empty()) json["compute_capability"] = preset.compute_capability;
    json["notes"] = preset.notes;
    return json_text(facts_json(std::move(json), preset, false));
}

std::string preset_table(const PresetList& list) {
    const auto columns = widened(columns_in(list_columns(), &ReportPlaces::text), list.presets);
    std::string text = text_head(columns);
    for (const ListedPreset& listed : list.presets) {
        text += text_row(columns, listed);
        if (!listed.file.empty()) text += fmt::format("{:<20}{}\n", "", printable(listed.file.string()));
    }
    return text;
}

std::string preset_text(const GpuPreset& preset) {
    std::string text = fmt::format(
        "{}: {}, {} {}{}{}\n\n", printable(preset.name), printable(preset.title), printable(preset.vendor),
        printable(preset.architecture), preset.year == 0 ? "" : fmt::format(", {}", preset.year),
        preset.compute_capability.empty()
            ? ""
            : fmt::format(" (compute capability {})", printable(preset.compute_capability)));
    text += text_table(fact_columns(), preset.facts);
    for (const std::string& note : preset.notes)
        text += fmt::format("\n- {}", printable(note));
    return text;
}

} // namespace hitmap
