#include "app/cli/sums/sums_table.h"

#include "core/base/number_text.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/report/column/text_table.h"
#include "core/report/rows/sums_columns.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

std::string printed_sums(const ReportColumns<SumsRow>& columns, const std::vector<SumsRow>& rows) {
    return text_table(columns_in(columns, &ReportPlaces::text, levels_in_text), rows);
}

} // namespace

std::string kinds_table(std::span<const KindSums> kinds) {
    return printed_sums(element_sums_columns("element"), kind_rows(kinds));
}

std::string allocations_table(const RecordingInfo& info, std::span<const AllocationSums> sums) {
    return printed_sums(allocation_sums_columns(), sums_of_allocations(info, sums));
}

std::string headline_text(const Headline& headline) {
    const auto level = [](const char* name, const LevelSums& sums) {
        const ReportedLevel reported = looked_up_level(sums);
        const std::string rate = fmt::format("{} hit rate {}", name,
                                             plain_text({.key = {}, .type = CellType::rate}, reported.rate));
        const auto lookups = static_cast<double>(sums.lookups);
        return sums.lookups == 0 ? rate
                                 : fmt::format("{} = {} hits of {}", rate,
                                               grouped_text(hits_text(sums.hit_count(), lookups), ","),
                                               grouped_count(lookups));
    };
    return fmt::format("{}; {} {}.\n", level("L1", headline.l1), level("L2", headline.l2),
                       info_of(headline.counted).title);
}

std::string groups_table(std::string_view title, std::span<const std::vector<KindSums>> groups,
                         std::span<const LevelPair> levels) {
    std::vector<SumsRow> rows;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        rows.push_back(sums_row(std::to_string(i), sum_of(groups[i])));
        if (i < levels.size())
            rows.back().levels = {looked_up_level(levels[i][0]), looked_up_level(levels[i][1])};
    }
    return printed_sums(element_sums_columns(std::string(title)), rows);
}

} // namespace hitmap
