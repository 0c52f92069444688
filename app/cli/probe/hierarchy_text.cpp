#include "app/cli/probe/hierarchy_text.h"

#include "core/base/number_text.h"
#include "core/cache/array/cache_geometry.h"
#include "core/report/column/text_table.h"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

/// A cache that was measured, one that the system alone knows, or what lies beyond the last one.
struct CacheRow {
    std::string name;
    std::string latency;
    const ProbedLevel* level = nullptr;  ///< null: not measured
    const SystemCache* system = nullptr; ///< null: unknown
};

constexpr const char* nothing = "-";

std::string measured_size(std::uint64_t bytes) {
    constexpr double kibibyte = 1024.0;
    const auto size = static_cast<double>(bytes);
    const bool large = size >= kibibyte * kibibyte;
    return fixed_text(size / (large ? kibibyte * kibibyte : kibibyte), 1) + (large ? " MiB" : " KiB");
}

double difference_of(const CacheRow& row) {
    return static_cast<double>(row.level->capacity) / static_cast<double>(row.system->capacity) - 1.0;
}

std::string latency_text(double latency) {
    return fixed_text(latency, 1);
}

std::string beyond_text(const ProbedHierarchy& probed) {
    return (probed.memory_reached ? "" : "at least ") + latency_text(probed.memory_latency);
}

/// A row for each cache that was measured.
std::vector<CacheRow> measured_rows(const ProbedHierarchy& probed, std::span<const SystemCache> system) {
    std::vector<CacheRow> rows;
    for (std::size_t i = 0; i < probed.levels.size(); ++i)
        rows.push_back({fmt::format("L{}", i + 1), latency_text(probed.levels[i].latency), &probed.levels[i],
                        i < system.size() ? &system[i] : nullptr});
    return rows;
}

std::vector<CacheRow> all_rows(const ProbedHierarchy& probed, std::span<const SystemCache> system) {
    std::vector<CacheRow> rows = measured_rows(probed, system);
    for (std::size_t i = rows.size(); i < system.size(); ++i)
        rows.push_back({fmt::format("L{}", i + 1), nothing, nullptr, &system[i]});
    rows.push_back({fmt::format("beyond L{}", probed.levels.size()), beyond_text(probed), nullptr, nullptr});
    return rows;
}

std::string capacity_text(const CacheRow& row) {
    if (row.level != nullptr) return measured_size(row.level->capacity);
    return row.system != nullptr ? "not seen" : nothing;
}

std::string fetched_text(const CacheRow& row) {
    if (row.level == nullptr) return nothing;
    return row.level->fetched ? format_size(*row.level->fetched) : std::string("?");
}

ReportColumns<CacheRow> cache_columns(bool with_system) {
    constexpr double percent = 100.0;
    ReportColumns<CacheRow> columns;
    const auto add = [&](const char* title, std::size_t width,
                         std::function<CellValue(const CacheRow&)> value) {
        columns.push_back(text_column<CacheRow>(title, width, CellType::text, std::move(value)));
    };
    add("cache", 11, &CacheRow::name);
    add("capacity", 12, capacity_text);
    add("a miss fetches", 16, fetched_text);
    add("latency", 16, &CacheRow::latency);
    if (!with_system) return columns;
    add("system: capacity", 18, [](const CacheRow& row) {
        return row.system == nullptr ? nothing : format_size(row.system->capacity);
    });
    add("line", 8,
        [](const CacheRow& row) { return row.system == nullptr ? nothing : format_size(row.system->line); });
    add("difference", 0, [](const CacheRow& row) {
        return row.system == nullptr || row.level == nullptr
                   ? nothing
                   : difference_text(percent * difference_of(row), 1) + " %";
    });
    return columns;
}

} // namespace

std::string probed_hierarchy_text(const ProbedHierarchy& probed, std::span<const SystemCache> system) {
    const std::string arrays = measured_size(probed.largest);
    if (probed.levels.empty())
        return fmt::format("The latencies show no cache: arrays of up to {} take {} cycles a load.\n", arrays,
                           beyond_text(probed));
    std::string text = text_table(cache_columns(!system.empty()), all_rows(probed, system));
    for (const ProbedTlb& tlb : probed.tlbs)
        text += fmt::format("TLB        reaches {}; a miss adds {} cycles\n", measured_size(tlb.reach),
                            latency_text(tlb.penalty));
    text +=
        fmt::format("Latencies are in cycles. Beyond L{} is what the largest array, of {}, is loaded from: "
                    "memory, or a larger cache.\n",
                    probed.levels.size(), arrays);
    if (!probed.memory_reached)
        text += "They still rise there, so that larger arrays would take more cycles.\n";
    return text;
}

Json probed_hierarchy_json(const ProbedHierarchy& probed, std::span<const SystemCache> system) {
    Json caches = Json::array();
    for (const CacheRow& row : measured_rows(probed, system)) {
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
            {"largest_array", probed.largest},
            {"memory_latency", probed.memory_latency},
            {"memory_reached", probed.memory_reached}};
}

} // namespace hitmap
