#include "app/cli/report/sums_table.h"

#include "app/cli/report/sums_json.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

std::string level_columns(const LevelSums& sums) {
    const auto rate = hit_rate(sums);
    if (!rate) return fmt::format("{:>10}{:>16}{:>14}", "-", "-", "-");
    return fmt::format("{:>10}{:>16}{:>14}", percent_text(*rate),
                       hits_text(hits_of(sums), static_cast<double>(sums.lookups)), sums.lookups);
}

std::string level_heads() {
    return fmt::format("{:>10}{:>16}{:>14}{:>12}{:>16}{:>14}\n", "L1 rate", "hits", "look-ups", "L2 rate",
                       "hits", "look-ups");
}

std::string row(const LevelSums& l1, const LevelSums& l2) {
    return level_columns(l1) + "  " + level_columns(l2) + "\n";
}

} // namespace

std::string kinds_table(std::span<const KindSums> kinds) {
    std::string text = fmt::format("{:<10}{:>14}", "element", "accesses") + level_heads();
    std::uint64_t accesses = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        text += fmt::format("{:<10}{:>14}", element_kinds()[i].plural, kinds[i].accesses) +
                row(kinds[i].l1, kinds[i].l2);
        accesses += kinds[i].accesses;
    }
    const KindSums both = sum_of(kinds);
    return text + fmt::format("{:<10}{:>14}", "together", accesses) + row(both.l1, both.l2);
}

std::string allocations_table(const RecordingInfo& info, std::span<const AllocationSums> sums) {
    const std::vector<std::string> labels = allocation_labels(info);
    std::string text = fmt::format("{:<18}{:>12}{:>12}", "allocation", "requests", "sectors") + level_heads();
    for (std::size_t i = 0; i < sums.size(); ++i)
        text += fmt::format("{:<18}{:>12}{:>12}", printable(labels[i]), sums[i].requests, sums[i].sectors) +
                row(sums[i].l1, sums[i].l2);
    return text;
}

std::string headline_text(const Headline& headline) {
    const auto level = [](const char* name, const LevelSums& sums) {
        const auto rate = hit_rate(sums);
        if (!rate) return fmt::format("{} hit rate -", name);
        return fmt::format("{} hit rate {} = {} hits of {}", name, percent_text(*rate),
                           hits_text(hits_of(sums), static_cast<double>(sums.lookups)), sums.lookups);
    };
    return fmt::format("{}; {} {}.\n", level("L1", headline.l1), level("L2", headline.l2),
                       info_of(headline.counted).title);
}

std::string groups_table(std::string_view title, std::span<const std::vector<KindSums>> groups,
                         std::span<const LevelPair> levels) {
    std::string text = fmt::format("{:<10}{:>14}", title, "accesses") + level_heads();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        std::uint64_t accesses = 0;
        for (const KindSums& kind : groups[i])
            accesses += kind.accesses;
        const KindSums both = sum_of(groups[i]);
        const LevelPair shown = i < levels.size() ? levels[i] : LevelPair{both.l1, both.l2};
        text += fmt::format("{:<10}{:>14}", i, accesses) + row(shown[0], shown[1]);
    }
    return text;
}

} // namespace hitmap
