#include "core/profile/models/headline.h"

#include "core/base/number_text.h"
#include "core/cache/results/access_outcome.h"
#include "core/profile/sums/outcome_sums.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace hitmap {

namespace {

constexpr std::array<CountedInfo, 3> counted_table{{
    {Counted::request_sectors, "request_sectors", "sectors of requests",
     "Sectors of 32 bytes of all coalesced requests, those for nodes, stack, attributes and pixels included, "
     "as a hardware profiler counts them."},
    {Counted::element_sectors, "element_sectors", "sectors of elements",
     "Sectors of 32 bytes of faces, boxes and pixels, each once for a request and an element: a sector that "
     "holds several elements counts for each of them, and what is no element (nodes, stack, attributes) does "
     "not count."},
    {Counted::lane_lookups, "lane_lookups", "look-ups of lanes",
     "Cache lines that each lane looks up for the boxes and faces that it accesses: lanes are not coalesced, "
     "and nothing else counts, so that the rates cannot be compared with those of a hardware profiler."},
}};

} // namespace

const CountedInfo& info_of(Counted counted) {
    return counted_table[static_cast<std::size_t>(counted)];
}

CountedAs counting_of(const ModelConfig& config, const Restriction& only) {
    if (std::holds_alternative<SdcmConfig>(config)) return {Counted::lane_lookups, Counted::lane_lookups};
    return {only.empty() ? Counted::request_sectors : Counted::element_sectors, Counted::element_sectors};
}

std::string counting_refusal(Counted baseline, Counted compared, const SideLetters& letters) {
    if (baseline == compared) return {};
    return fmt::format("{} and {} have different models: one counts sectors, the other look-ups of lanes; "
                       "their hits and misses cannot be compared: choose one model for both",
                       letters.compared, letters.baseline);
}

std::string difference_refusal(Metric metric, const ModelConfig& baseline, const ModelConfig& compared,
                               const SideLetters& letters) {
    if (!info_of(metric.quantity).of_lookups()) return {};
    return counting_refusal(counting_of(baseline).elements, counting_of(compared).elements, letters);
}

LevelPair levels_of(const TrafficSums& sums) {
    return {LevelSums{sums.l1_hits() * hit_unit, sums.l1_lookups()},
            LevelSums{sums.l2_hits * hit_unit, sums.l2_lookups}};
}

Headline headline_of(const Profile& profile, const CountedAs& counting, TimeWindow window,
                     std::span<const KindSums> kinds) {
    if (counting.headline == Counted::request_sectors) {
        if (const auto traffic = profile.traffic(window)) {
            const auto [l1, l2] = levels_of(traffic->total);
            return {counting.headline, traffic->window, l1, l2};
        }
    }
    const KindSums all = sum_of(kinds);
    return {counting.elements, window, all.l1, all.l2};
}

std::string explanation_of(const CountedAs& counting) {
    std::string text(info_of(counting.headline).explanation);
    if (counting.headline == counting.elements) return text;
    return text + fmt::format("\nRates of faces, boxes and pixels count {}, and differ: {}",
                              info_of(counting.elements).title, info_of(counting.elements).explanation);
}

std::string positions_text(TimeWindow window) {
    const auto grouped = [](std::uint64_t position) { return grouped_text(std::to_string(position), ","); };
    return window.count() == 0 ? "none" : grouped(window.first) + " to " + grouped(window.last - 1);
}

std::string counted_text(const Headline& headline, TimeWindow asked, std::string_view positions) {
    const std::string_view title = info_of(headline.counted).title;
    if (headline.window == asked || headline.window.count() == 0) return std::string(title);
    return fmt::format("{}, of {} {}", title, positions, positions_text(headline.window));
}

} // namespace hitmap
