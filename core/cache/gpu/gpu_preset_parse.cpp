#include "core/base/json_node.h"
#include "core/base/json_text.h"
#include "core/cache/array/cache_dispatch.h"
#include "core/cache/gpu/gpu_preset.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <numeric>

namespace hitmap {

namespace {

// Limits of texts, since files of users are not trusted.
constexpr std::size_t most_notes = 64;
constexpr std::size_t most_text = 1000;
constexpr double most_modelled_lines = 4294967294.0;

/// Text on one line, of limited length.
std::string bounded_text(const JsonNode& node) {
    std::string text = node.text();
    if (text.size() > most_text)
        node.refuse(fmt::format("expected at most {} bytes of text, found {}", most_text, text.size()));
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 32; }))
        node.refuse("expected text without control characters");
    return text;
}

std::string bounded_name(const JsonNode& node) {
    std::string text = bounded_text(node);
    const bool valid =
        !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        });
    if (!valid) node.fail("a name of up to 64 small letters, digits and hyphens");
    return text;
}

JsonNode expect(const JsonNode& object, const std::string& key) {
    auto found = object.find(key);
    if (!found) object.refuse(fmt::format("expected the key '{}'", key));
    return *found;
}

Trust trust_of(const JsonNode& node) {
    const std::string mark = node.text_or_number();
    for (int i = static_cast<int>(Trust::vendor); i <= static_cast<int>(Trust::assumed); ++i)
        if (mark == mark_of(static_cast<Trust>(i))) return static_cast<Trust>(i);
    node.fail("1, 2, 3, 4, \"inferred\", \"recalled\" or \"assumed\"");
}

FactValue value_of(const JsonNode& node, const PresetKey& key) {
    if (key.unit == FactUnit::name) return bounded_name(node);
    if (!key.list) return node.number(key.least, key.most, key.whole);
    const auto items = node.items();
    if (items.empty() || items.size() > most_listed)
        node.refuse(fmt::format("expected 1 to {} numbers, found {}", most_listed, items.size()));
    std::vector<double> numbers;
    numbers.reserve(items.size());
    for (const JsonNode& item : items)
        numbers.push_back(item.number(key.least, key.most, key.whole));
    return numbers;
}

PresetFact fact_of(const JsonNode& node, const PresetKey& key) {
    node.allow_only({"value", "unit", "source", "confidence", "note"});
    // A unit is no choice: `hitmap presets NAME --json` writes it for readers.
    const std::string_view unit = name_of(key.unit);
    if (const auto given = node.find("unit"); given && given->text() != unit)
        given->fail(unit.empty() ? "no unit" : fmt::format("\"{}\"", unit));
    PresetFact fact;
    fact.key = &key;
    fact.value = value_of(expect(node, "value"), key);
    fact.source = bounded_text(expect(node, "source"));
    fact.trust = trust_of(expect(node, "confidence"));
    if (const auto note = node.find("note")) fact.note = bounded_text(*note);
    return fact;
}

/// Throws if there are groups or facts that preset_keys() does not have.
void refuse_unknown_facts(const JsonNode& root, const std::vector<std::string_view>& texts) {
    for (const auto& [group, node] : root.members()) {
        if (std::find(texts.begin(), texts.end(), group) != texts.end()) continue;
        std::vector<std::string_view> known;
        for (const PresetKey& key : preset_keys())
            if (key.group == group) known.push_back(key.name);
        if (known.empty()) node.refuse(fmt::format("expected a known key, found '{}'", group));
        for (const auto& [name, fact] : node.members())
            if (std::find(known.begin(), known.end(), name) == known.end())
                fact.refuse(
                    fmt::format("expected one of the keys {}, found '{}'", fmt::join(known, ", "), name));
    }
}

/// Checks the facts of a group against one another.
class Consistency {
public:
    Consistency(const GpuPreset& preset, std::string_view file) : preset_(preset), file_(file) {}

    void check_cache(std::string_view group) const {
        if (!preset_.has_group(group)) return;
        const double line = value(group, "line", 0.0);
        const double sector = value(group, "sector", line);
        expect_power_of_two(group, "line", 16.0, 4096.0);
        if (preset_.find(group, "sector") != nullptr)
            expect_power_of_two(group, "sector", std::max(16.0, line / 32.0), line);
        const double lines = value(group, "sets", 0.0) * value(group, "ways", 0.0);
        if (lines > most_modelled_lines)
            refuse(group, "sets",
                   fmt::format("expected at most {} lines, found {}", most_modelled_lines, lines));
        const double capacity = value(group, "capacity", 0.0);
        const double effective = value(group, "effective_capacity", capacity);
        if (effective > capacity)
            refuse(group, "effective_capacity",
                   fmt::format("expected at most the capacity, {} bytes, found {}", capacity, effective));
        const double modelled = lines * line * value(group, "units", 1.0);
        if (modelled != capacity && modelled != effective)
            refuse(group, "sets",
                   fmt::format(
                       "expected sets x ways x line{} to be the capacity, {} bytes{}, found {} ({} of {})",
                       preset_.find(group, "units") != nullptr ? " x units" : "", capacity,
                       effective != capacity ? fmt::format(", or the effective one, {}", effective) : "",
                       modelled, lines, sector));
        refusing(group, [&] { static_cast<void>(check_sets(preset_.cache(group))); });
    }

    void check_word(std::string_view group, std::string_view name,
                    std::initializer_list<std::string_view> words) const {
        const std::string_view word = preset_.word(group, name);
        if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end())
            refuse(group, name,
                   fmt::format("expected {}, found '{}'", fmt::join(words.begin(), words.end(), "|"), word));
    }

    void check_tlb(std::string_view group) const {
        if (!preset_.has_group(group)) return;
        expect_power_of_two(group, "page", 4096.0, 1099511627776.0);
        const auto sets = preset_.list(group, "sets");
        const double entries = std::accumulate(sets.begin(), sets.end(), 0.0);
        if (entries > 1048576.0)
            refuse(group, "sets", fmt::format("expected at most 1048576 entries, found {}", entries));
        refusing(group, [&] { check_tlb_level(preset_.tlb(group)); });
    }

private:
    [[nodiscard]] double value(std::string_view group, std::string_view name, double otherwise) const {
        return preset_.number(group, name).value_or(otherwise);
    }
    void expect_power_of_two(std::string_view group, std::string_view name, double least, double most) const {
        const double number = value(group, name, 0.0);
        if (number < least || number > most || !std::has_single_bit(static_cast<std::uint64_t>(number)))
            refuse(group, name,
                   fmt::format("expected a power of two from {} to {}, found {}", least, most, number));
    }
    template <class Check>
    void refusing(std::string_view group, const Check& check) const {
        try {
            check();
        } catch (const UsageError& error) {
            throw FileError(file_, fmt::format("/{}", group), error.what());
        }
    }
    [[noreturn]] void refuse(std::string_view group, std::string_view name,
                             const std::string& message) const {
        throw FileError(file_, fmt::format("/{}/{}/value", group, name), message);
    }

    const GpuPreset& preset_;
    std::string_view file_;
};

} // namespace

GpuPreset parse_gpu_preset(std::string_view json, std::string_view file) {
    const auto document = parse_json_text<JsonNode::Json>(json, file);
    const JsonNode root(document, "", file);
    refuse_unknown_facts(root,
                         {"name", "title", "vendor", "year", "architecture", "compute_capability", "notes"});
    GpuPreset preset;
    preset.name = bounded_name(expect(root, "name"));
    preset.title = bounded_text(expect(root, "title"));
    preset.vendor = bounded_text(expect(root, "vendor"));
    if (const auto node = root.find("year"); node && !node->value().is_null()) {
        constexpr double first_year = 1990;
        constexpr double last_year = 2999;
        preset.year = static_cast<std::uint32_t>(node->number(first_year, last_year, true));
    }
    preset.architecture = bounded_text(expect(root, "architecture"));
    if (const auto node = root.find("compute_capability")) preset.compute_capability = bounded_text(*node);
    if (const auto notes = root.find("notes")) {
        for (const JsonNode& note : notes->items())
            preset.notes.push_back(bounded_text(note));
        if (preset.notes.size() > most_notes)
            notes->refuse(
                fmt::format("expected at most {} notes, found {}", most_notes, preset.notes.size()));
    }
    for (const std::string_view group : required_preset_groups())
        static_cast<void>(expect(root, std::string(group)));
    for (const PresetKey& key : preset_keys()) {
        const auto group = root.find(std::string(key.group));
        if (!group) continue;
        if (const auto node = group->find(std::string(key.name)))
            preset.facts.push_back(fact_of(*node, key));
        else if (key.required)
            group->refuse(fmt::format("expected the key '{}'", key.name));
    }
    const Consistency consistency(preset, file);
    for (const std::string_view group : {"l1", "l2", "texture", "read_only"})
        consistency.check_cache(group);
    for (const std::string_view group : {"l1_tlb", "l2_tlb"})
        consistency.check_tlb(group);
    consistency.check_word("l1", "global_loads", {"cached", "opt-in", "bypass"});
    consistency.check_word("l1", "global_stores", {"update", "allocate", "invalidate"});
    return preset;
}

} // namespace hitmap
