#include "app/cli/probe_report/preset_text.h"

#include "core/base/printable.h"

#include <fmt/format.h>

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

Json fact_json(const PresetFact& fact) {
    Json json{{"value", value_json(fact)}};
    if (!name_of(fact.key->unit).empty()) json["unit"] = name_of(fact.key->unit);
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

std::string year_text(const GpuPreset& preset) {
    return preset.year == 0 ? "-" : std::to_string(preset.year);
}

std::string level_text(const GpuPreset& preset, std::string_view group) {
    const PresetFact* units = preset.find(group, "units");
    return (units != nullptr ? units->text() + " x " : "") + to_string(preset.cache(group));
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
                        {"sms", static_cast<std::uint64_t>(*preset.number("device", "sms"))},
                        {"l1", to_string(preset.cache("l1"))},
                        {"l2", to_string(preset.cache("l2"))},
                        {"file", listed.file.empty() ? Json(nullptr) : Json(listed.file.string())}});
    }
    return {{"presets", rows}};
}

Json preset_json(const GpuPreset& preset) {
    Json json{{"name", preset.name},
              {"title", preset.title},
              {"vendor", preset.vendor},
              {"year", year_json(preset)},
              {"architecture", preset.architecture}};
    if (!preset.compute_capability.empty()) json["compute_capability"] = preset.compute_capability;
    json["notes"] = preset.notes;
    for (const PresetFact& fact : preset.facts)
        json[std::string(fact.key->group)][std::string(fact.key->name)] = fact_json(fact);
    return json;
}

std::string preset_table(const PresetList& list) {
    std::string text = fmt::format("{:<20}{:<8}{:<32}{:>4}{:>5}  {:<34}{}\n", "name", "vendor", "GPU", "year",
                                   "SMs", "L1", "L2");
    for (const ListedPreset& listed : list.presets) {
        const GpuPreset& preset = listed.preset;
        text += fmt::format("{:<20}{:<8}{:<32}{:>4}{:>5}  {:<34}{}\n", printable(preset.name),
                            printable(preset.vendor), printable(preset.title), year_text(preset),
                            preset.find("device", "sms")->text(), level_text(preset, "l1"),
                            level_text(preset, "l2"));
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
    text += fmt::format("{:<34}{:<24}{:<12}{}\n", "fact", "value", "confidence", "source");
    for (const PresetFact& fact : preset.facts) {
        text += fmt::format("{:<34}{:<24}{:<12}{}{}\n", fmt::format("{}/{}", fact.key->group, fact.key->name),
                            printable(fact.text()), name_of(fact.trust), printable(fact.source),
                            fact.note.empty() ? "" : fmt::format("; {}", printable(fact.note)));
    }
    for (const std::string& note : preset.notes)
        text += fmt::format("\n- {}", printable(note));
    return text;
}

} // namespace hitmap
