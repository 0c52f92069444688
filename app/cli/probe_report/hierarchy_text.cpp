#include "app/cli/probe_report/hierarchy_text.h"

#include "core/base/number_text.h"
#include "core/cache/array/cache_geometry.h"
#include "core/report/column/text_table.h"

#include <fmt/format.h>

#include <cstddef>

namespace hitmap {

namespace {

struct CacheRow {
    std::string name;
    const ProbedLevel* level = nullptr;
    const SystemCache* system = nullptr; ///< null: unknown
};

std::string measured_size(std::uint64_t bytes) {
    constexpr double kibibyte = 1024.0;
    const auto size = static_cast<double>(bytes);
    const bool large = size >= kibibyte * kibibyte;
    return fixed_text(size / (large ? kibibyte * kibibyte : kibibyte), 1) + (large ? " MiB" : " KiB");
}

double difference_of(const CacheRow& row) {
    return static_cast<double>(row.level->capacity) / static_cast<double>(row.system->capacity) - 1.0;
}

std::vector<CacheRow> rows_of(const ProbedHierarchy& probed, std::span<const SystemCache> system) {
    std::vector<CacheRow> rows;
    for (std::size_t i = 0; i < probed.levels.size(); ++i)
        rows.push_back(
            {fmt::format("L{}", i + 1), &probed.levels[i], i < system.size() ? &system[i] : nullptr});
    return rows;
}

ReportColumns<CacheRow> cache_columns(bool with_system) {
    constexpr double percent = 100.0;
    ReportColumns<CacheRow> columns;
    const auto add = [&](const char* title, std::size_t width,
                         std::function<CellValue(const CacheRow&)> value) {
        columns.push_back(text_column<CacheRow>(title, width, CellType::text, std::move(value)));
    };
    add("cache", 8, &CacheRow::name);
    add("capacity", 12, [](const CacheRow& row) { return measured_size(row.level->capacity); });
    add("a miss fetches", 16, [](const CacheRow& row) {
        return row.level->fetched ? format_size(*row.level->fetched) : std::string("?");
    });
    add("latency", 10, [](const CacheRow& row) { return fixed_text(row.level->latency, 1); });
    if (!with_system) return columns;
    add("system: capacity", 18, [](const CacheRow& row) {
        return row.system == nullptr ? std::string("-") : format_size(row.system->capacity);
    });
    add("line", 8, [](const CacheRow& row) {
        return row.system == nullptr ? std::string("-") : format_size(row.system->line);
    });
    add("difference", 0, [](const CacheRow& row) {
        return row.system == nullptr ? std::string("-")
                                     : difference_text(percent * difference_of(row), 1) + " %";
    });
    return columns;
}

} // namespace

std::string probed_hierarchy_text(const ProbedHierarchy& probed, std::span<const SystemCache> system) {
    if (probed.levels.empty()) return "The latencies show no cache.\n";
    std::string text = text_table(cache_columns(!system.empty()), rows_of(probed, system));
    text += fmt::format("memory  {}{} cycles\n", probed.memory_reached ? "" : "at least ",
                        fixed_text(probed.memory_latency, 1));
    for (const ProbedTlb& tlb : probed.tlbs)
        text += fmt::format("TLB     reaches {}; a miss adds {} cycles\n", measured_size(tlb.reach),
                            fixed_text(tlb.penalty, 1));
    return text;
}

Json probed_hierarchy_json(const ProbedHierarchy& probed, std::span<const SystemCache> system) {
    Json caches = Json::array();
    for (const CacheRow& row : rows_of(probed, system)) {
        Json json{{"name", row.name},
                  {"capacity", row.level->capacity},
                  {"fetched", or_null(row.level->fetched)},
                  {"line", or_null(row.level->line)},
                  {"latency", row.level->latency}};
        json["system"] = nullptr;
        if (row.system != nullptr)
            json["system"] = {{"capacity", row.system->capacity},
                              {"line", row.system->line},
                              {"difference", difference_of(row)}};
        caches.push_back(std::move(json));
    }
    Json tlbs = Json::array();
    for (const ProbedTlb& tlb : probed.tlbs)
        tlbs.push_back({{"reach", tlb.reach}, {"penalty", tlb.penalty}});
    return {{"caches", std::move(caches)},
            {"tlbs", std::move(tlbs)},
            {"memory_latency", probed.memory_latency},
            {"memory_reached", probed.memory_reached}};
}

} // namespace hitmap
