#include "core/cache/gpu/gpu_preset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace hitmap {

namespace {

std::string number_text(double number, FactUnit unit) {
    if (unit == FactUnit::bytes) return format_size(static_cast<std::uint64_t>(number));
    const std::string_view name = name_of(unit);
    return fmt::format("{}{}{}", number, name.empty() ? "" : " ", name);
}

} // namespace

std::string_view mark_of(Trust trust) {
    static constexpr std::array<std::string_view, 7> marks{"1",        "2",        "3",      "4",
                                                           "inferred", "recalled", "assumed"};
    return marks.at(static_cast<std::size_t>(trust) - 1);
}

std::string_view name_of(Trust trust) {
    static constexpr std::array<std::string_view, 7> names{"vendor",   "measured", "paper",  "simulator",
                                                           "inferred", "recalled", "assumed"};
    return names.at(static_cast<std::size_t>(trust) - 1);
}

std::string PresetFact::text() const {
    if (const auto* number = std::get_if<double>(&value)) return number_text(*number, key->unit);
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    std::string text;
    for (const double number : std::get<std::vector<double>>(value))
        text += (text.empty() ? "" : ", ") + number_text(number, key->unit);
    return text;
}

const PresetFact* GpuPreset::find(std::string_view group, std::string_view key_name) const {
    const auto found = std::find_if(facts.begin(), facts.end(), [&](const PresetFact& fact) {
        return fact.key->group == group && fact.key->name == key_name;
    });
    return found == facts.end() ? nullptr : &*found;
}

std::optional<double> GpuPreset::number(std::string_view group, std::string_view key_name) const {
    const PresetFact* fact = find(group, key_name);
    if (fact == nullptr) return std::nullopt;
    return std::get<double>(fact->value);
}

std::string_view GpuPreset::word(std::string_view group, std::string_view key_name) const {
    const PresetFact* fact = find(group, key_name);
    if (fact == nullptr) return {};
    return std::get<std::string>(fact->value);
}

std::vector<double> GpuPreset::list(std::string_view group, std::string_view key_name) const {
    const PresetFact* fact = find(group, key_name);
    if (fact == nullptr) return {};
    return std::get<std::vector<double>>(fact->value);
}

bool GpuPreset::has_group(std::string_view group) const {
    return std::any_of(facts.begin(), facts.end(),
                       [&](const PresetFact& fact) { return fact.key->group == group; });
}

CacheGeometry GpuPreset::cache(std::string_view group) const {
    const auto whole = [&](std::string_view key_name) {
        const auto value = number(group, key_name);
        if (!value) throw std::out_of_range(fmt::format("preset {} has no {}/{}", name, group, key_name));
        return static_cast<std::uint64_t>(*value);
    };
    CacheGeometry geometry;
    geometry.line = static_cast<std::uint32_t>(whole("line"));
    geometry.sector =
        find(group, "sector") == nullptr ? geometry.line : static_cast<std::uint32_t>(whole("sector"));
    geometry.ways = whole("ways");
    geometry.capacity = whole("sets") * geometry.ways * geometry.line;
    geometry.policy = word(group, "policy");
    geometry.index = word(group, "index");
    return geometry;
}

TlbLevelGeometry GpuPreset::tlb(std::string_view group) const {
    if (!has_group(group)) throw std::out_of_range(fmt::format("preset {} has no {}", name, group));
    TlbLevelGeometry geometry;
    geometry.set_entries.clear();
    for (const double entries : list(group, "sets"))
        geometry.set_entries.push_back(static_cast<std::uint32_t>(entries));
    geometry.page = static_cast<std::uint64_t>(*number(group, "page"));
    geometry.policy = word(group, "policy");
    return geometry;
}

} // namespace hitmap
