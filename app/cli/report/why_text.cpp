#include "app/cli/report/why_text.h"

#include "app/cli/report/hierarchy_json.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::size_t why_name_width = 26;

Json classes_json(const MissClasses& classes) {
    return {{"cold", classes.cold}, {"capacity", classes.capacity}, {"conflict", classes.conflict}};
}

MissClasses classes_of(const LevelSums& sums) {
    return {sums.cold, sums.lookups - sums.hits / hit_unit - sums.cold - sums.conflict, sums.conflict};
}

Json histogram_json(const ReuseHistogram& histogram) {
    Json bins = Json::array();
    for (const DistanceBin& bin : by_powers_of_two(histogram))
        bins.push_back({{"first", bin.first}, {"last", bin.last}, {"lookups", bin.lookups}});
    return {{"cold", histogram.cold()}, {"bins", bins}};
}

std::string share(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0) return "-";
    return percent_text(static_cast<double>(part) / static_cast<double>(whole));
}

std::string why_heads(std::string_view title) {
    std::string text = fmt::format("{:<{}}", title, why_name_width);
    for (const char* level : {"L1", "L2"})
        text += fmt::format("{:>14}{:>10}{:>10}{:>10}", fmt::format("{} misses", level), "cold", "capacity",
                            "conflict");
    return text + "\n";
}

std::string why_row(std::string_view name, const TrafficSums& sums) {
    std::string text = fmt::format("{:<{}}", printable(name), why_name_width);
    for (const MissClasses& classes : {sums.l1_misses, sums.l2_misses}) {
        const std::uint64_t all = classes.misses();
        text += fmt::format("{:>14}{:>10}{:>10}{:>10}", all, share(classes.cold, all),
                            share(classes.capacity, all), share(classes.conflict, all));
    }
    return text + "\n";
}

} // namespace

void put_misses(Json& json, const TrafficSums& sums) {
    json["l1_misses"] = classes_json(sums.l1_misses);
    json["l2_misses"] = classes_json(sums.l2_misses);
}

void put_why(Json& json, const HierarchyResult& result, std::span<const KindSums> kinds) {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        Json& row = json["elements"][std::string(element_kinds()[kind].name)];
        row["l1_misses"] = classes_json(classes_of(kinds[kind].l1));
        row["l2_misses"] = classes_json(classes_of(kinds[kind].l2));
    }
    put_misses(json["traffic"], result.total);
    json["l1"]["misses"] = classes_json(result.total.l1_misses);
    json["l2"]["misses"] = classes_json(result.total.l2_misses);
    json["l1"]["reuse_distances"] = histogram_json(result.reuse->l1.all);
    json["l2"]["reuse_distances"] = histogram_json(result.reuse->l2.all);
}

std::string why_table(const RecordingInfo& info, const HierarchyResult& result) {
    std::string text =
        "Why look-ups missed: cold would miss at any capacity; capacity, in a fully associative "
        "LRU cache of this\nsize, too; conflict would hit in that one.\n\n" +
        why_heads("allocation");
    const std::vector<std::string> labels = allocation_labels(info);
    for (std::size_t i = 0; i < result.allocations.size(); ++i)
        text += why_row(labels[i], result.allocations[i]);
    text += why_row("everything", result.total) + "\n" + why_heads("source line");
    auto lines = sums_by_line(info, result.instructions);
    std::stable_sort(lines.begin(), lines.end(), [](const SourceLineSums& a, const SourceLineSums& b) {
        return a.sums.l1_misses.misses() > b.sums.l1_misses.misses();
    });
    for (const SourceLineSums& line : lines)
        text += why_row(line.name, line.sums);
    return text;
}

} // namespace hitmap
