#include "app/cli/report/hierarchy_table.h"

#include "app/cli/report/hierarchy_json.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::size_t name_width = 26;

std::string heads(std::string_view title, std::string_view dram) {
    return fmt::format("{:<{}}{:>12}{:>12}{:>9}{:>10}{:>14}{:>10}{:>14}{:>12}\n", title, name_width,
                       "requests", "sectors", "each", "L1 rate", "look-ups", "L2 rate", "look-ups", dram);
}

std::string percent(std::uint64_t hits, std::uint64_t lookups) {
    if (lookups == 0) return "-";
    return percent_text(static_cast<double>(hits) / static_cast<double>(lookups));
}

std::string row(std::string_view name, const TrafficSums& sums) {
    const double each =
        sums.requests == 0 ? 0.0 : static_cast<double>(sums.sectors) / static_cast<double>(sums.requests);
    return fmt::format("{:<{}}{:>12}{:>12}{:>9.2f}{:>10}{:>14}{:>10}{:>14}{:>12}\n", printable(name),
                       name_width, sums.requests, sums.sectors, each,
                       percent(sums.l1_hits(), sums.l1_lookups()), sums.l1_lookups(),
                       percent(sums.l2_hits, sums.l2_lookups), sums.l2_lookups, moved_bytes(sums).dram);
}

} // namespace

std::string traffic_table(const RecordingInfo& info, const HierarchyResult& result) {
    const std::vector<std::string> labels = allocation_labels(info);
    std::string text = heads("allocation", "DRAM bytes");
    for (std::size_t i = 0; i < result.allocations.size(); ++i)
        text += row(labels[i], result.allocations[i]);
    return text + row("everything", result.total);
}

std::string lines_table(const RecordingInfo& info, const HierarchyResult& result) {
    auto lines = sums_by_line(info, result.instructions);
    std::stable_sort(lines.begin(), lines.end(), [](const SourceLineSums& a, const SourceLineSums& b) {
        return a.sums.sectors > b.sums.sectors;
    });
    std::string text = heads("source line", "DRAM read");
    for (const SourceLineSums& line : lines)
        text += row(line.name, line.sums);
    return text + "What L2 writes to DRAM is known by allocation alone, not by source line.\n";
}

} // namespace hitmap
