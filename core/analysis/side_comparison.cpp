#include "core/analysis/side_comparison.h"

#include "core/profile/headline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace hitmap {

namespace {

std::vector<ComparedPart> paired(const std::vector<PartSums>& a, const std::vector<PartSums>& b) {
    std::vector<ComparedPart> parts;
    std::map<std::string, std::size_t> places;
    for (const PartSums& part : a) {
        places.emplace(part.name, parts.size());
        parts.push_back({part.name, part.costs, std::nullopt, part.bounds});
    }
    for (const PartSums& part : b) {
        const auto place = places.find(part.name);
        if (place != places.end())
            parts[place->second].b = part.costs;
        else
            parts.push_back({part.name, std::nullopt, part.costs, part.bounds});
    }
    return parts;
}

/// "36 % more", "12 times as many", "as many"; of what A has none of, nothing.
std::optional<std::string> amount_of(const ComparedValue& value) {
    if (!value.difference) return std::nullopt;
    if (*value.difference == 0.0) return "as many";
    if (*value.a == 0.0) return std::nullopt;
    const double ratio = *value.b / *value.a;
    if (ratio >= 10.0) return fmt::format("{:.0f} times as many", ratio);
    const double percent = 100.0 * std::abs(ratio - 1.0);
    const std::string text = percent < 0.05   ? "less than 0.1"
                             : percent < 9.95 ? fmt::format("{:.1f}", percent)
                                              : fmt::format("{:.0f}", percent);
    return fmt::format("{} % {}", text, *value.difference > 0.0 ? "more" : "fewer");
}

/// A verb, and what follows the amount.
struct Clause {
    Cost cost;
    std::string_view before;
    std::string_view after;
};

std::string joined(const std::vector<std::string>& clauses) {
    std::string text;
    for (std::size_t i = 0; i < clauses.size(); ++i)
        text += (i == 0 ? "" : i + 1 == clauses.size() ? " and " : ", ") + clauses[i];
    return text;
}

std::string first_sentence(const SideComparison& comparison, const SideLetters& letters,
                           std::span<const Clause> clauses) {
    std::vector<std::string> parts;
    for (const Clause& clause : clauses)
        if (const auto amount = amount_of(comparison.total.value(clause.cost)))
            parts.push_back(fmt::format("{}{} {}", clause.before, *amount, clause.after));
    if (parts.empty()) return {};
    return fmt::format("{} compared with {} {}.", letters.compared, letters.baseline, joined(parts));
}

/// Where most of the change of a cost is.
std::string where_sentence(const SideComparison& comparison, Cost cost) {
    constexpr double least_share = 0.1;
    constexpr std::size_t most_parts = 2;
    std::vector<std::string> parts;
    for (const PartChange& change : comparison.changes(Division::allocations, cost)) {
        if (!change.share || *change.share < least_share || parts.size() == most_parts) break;
        parts.push_back(fmt::format("{:.0f} % {}in {} ({})", 100.0 * *change.share,
                                    parts.empty() ? "is " : "", change.part->name,
                                    *change.value.difference > 0.0 ? "more" : "fewer"));
    }
    if (parts.empty()) return {};
    return fmt::format(" Of the change in {}, {}.", info_of(cost).title, joined(parts));
}

constexpr std::array<Clause, 3> of_requests{{{Cost::requests, "makes ", "requests"},
                                             {Cost::l2_bytes, "moves ", "bytes to and from L2"},
                                             {Cost::dram_bytes, "", "bytes to and from DRAM"}}};
/// Where it is not known what is written to memory.
constexpr std::array<Clause, 3> of_reading_requests{
    {of_requests[0], of_requests[1], {Cost::dram_read_bytes, "", "bytes from DRAM"}}};
constexpr std::array<Clause, 3> of_elements{{{Cost::accesses, "makes ", "element accesses"},
                                             {Cost::l1_misses, "has ", "L1 misses"},
                                             {Cost::l2_misses, "", "L2 misses"}}};

} // namespace

ComparedValue ComparedPart::value(Cost cost) const {
    ComparedValue value;
    if (a) value.a = (*a)[cost];
    if (b) value.b = (*b)[cost];
    const bool known = (!a || value.a) && (!b || value.b) && (value.a || value.b);
    if (known) value.difference = value.b.value_or(0.0) - value.a.value_or(0.0);
    return value;
}

std::optional<Side> ComparedPart::only() const {
    if (a && b) return std::nullopt;
    return a ? Side::baseline : Side::compared;
}

ComparedValue SideComparison::value(const ComparedPart& part, Cost cost) const {
    ComparedValue value = part.value(cost);
    if (!same_counting && !info_of(cost).of_requests && cost != Cost::accesses) value.difference.reset();
    return value;
}

std::vector<PartChange> SideComparison::changes(Division division, Cost cost) const {
    std::vector<PartChange> changes;
    double sum = 0.0;
    for (const ComparedPart& part : of(division)) {
        changes.push_back({&part, value(part, cost), std::nullopt});
        sum += std::abs(changes.back().value.difference.value_or(0.0));
    }
    for (PartChange& change : changes)
        if (sum > 0.0 && change.value.difference) change.share = std::abs(*change.value.difference) / sum;
    std::ranges::stable_sort(changes, std::ranges::greater(),
                             [](const PartChange& change) { return change.share.value_or(-1.0); });
    return changes;
}

SideComparison compare_sides(const SideSums& a, const SideSums& b, const SideLetters& letters) {
    SideComparison comparison;
    comparison.total = {"all", a.total, b.total};
    for (std::size_t i = 0; i < division_count; ++i)
        comparison.parts[i] = paired(a.parts[i], b.parts[i]);
    comparison.same_counting = a.unknown.empty() == b.unknown.empty();
    if (!a.unknown.empty() && !b.unknown.empty())
        comparison.unknown = a.unknown;
    else if (!a.unknown.empty() || !b.unknown.empty())
        comparison.unknown = fmt::format("of {}, {}", a.unknown.empty() ? letters.compared : letters.baseline,
                                         a.unknown.empty() ? b.unknown : a.unknown);
    return comparison;
}

std::string comparison_sentences(const SideComparison& comparison, const SideLetters& letters) {
    if (!comparison.same_counting)
        return counting_refusal(Counted::element_sectors, Counted::lane_lookups, letters) + ".";
    const bool requests = comparison.unknown.empty();
    if (!requests)
        return first_sentence(comparison, letters, of_elements) + where_sentence(comparison, Cost::l1_misses);
    const bool knows_written = comparison.total.value(Cost::dram_bytes).difference.has_value();
    return first_sentence(comparison, letters, knows_written ? of_requests : of_reading_requests) +
           where_sentence(comparison, knows_written ? Cost::dram_bytes : Cost::dram_read_bytes);
}

} // namespace hitmap
