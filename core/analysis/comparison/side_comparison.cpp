#include "core/analysis/comparison/side_comparison.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

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

/// "36.1 % more", "12 times as many", "as many"; nothing if A has none.
std::optional<std::string> amount_of(const ComparedValue& value) {
    if (value.difference && *value.difference == 0.0) return "as many";
    const auto change = value.change();
    if (!change) return std::nullopt;
    if (*change >= 9.0) return fmt::format("{:.0f} times as many", *change + 1.0);
    return fmt::format("{} {}", percent_text(std::abs(*change)), *change > 0.0 ? "more" : "fewer");
}

/// A verb and its object: "moves 36.1 % more bytes to and from L2" is "moves", the amount, "bytes", " to and
/// from L2".
struct Clause {
    Cost cost;
    std::string_view verb;
    std::string_view noun;
    std::string_view of = {};
};

/// The letters and numbers of sentences.
struct Writing {
    const SideLetters& letters;
    NumberStyle style;
};

bool has_binary_units(Cost cost, const Writing& writing) {
    return info_of(cost).in_bytes && writing.style == NumberStyle::window;
}

std::optional<std::string> text_of(const Clause& clause, const ComparedValue& value, const Writing& writing) {
    if (!value.difference) return std::nullopt;
    if (const auto amount = amount_of(value))
        return fmt::format("{} {} {}{}", clause.verb, *amount, clause.noun, clause.of);
    const ByteUnit unit = byte_unit(*value.difference);
    const std::string count =
        has_binary_units(clause.cost, writing)
            ? fmt::format("{} {}", fixed_text(*value.difference / unit.bytes, decimals_in(unit)), unit.name)
            : fmt::format("{} {}", grouped_count(*value.difference), clause.noun);
    return fmt::format("{} {}{} ({} none)", clause.verb, count, clause.of, writing.letters.baseline);
}

/// The difference as tables write it, which have the same style and round both sides first.
std::string difference_of(Cost cost, const ComparedValue& value, const Writing& writing) {
    const double a = value.a.value_or(0.0);
    const double b = value.b.value_or(0.0);
    if (!has_binary_units(cost, writing)) {
        const AgreeingNumbers counts = agreeing_counts(a, b);
        return signed_text(counts.difference, counts.decimals, writing.style);
    }
    const AgreeingSizes sizes = agreeing_sizes(a, b);
    return fmt::format("{} {}", signed_text(sizes.numbers.difference, sizes.numbers.decimals, writing.style),
                       sizes.unit.name);
}

std::string joined(const std::vector<std::string>& clauses) {
    std::string text;
    for (std::size_t i = 0; i < clauses.size(); ++i)
        text += (i == 0 ? "" : i + 1 == clauses.size() ? " and " : ", ") + clauses[i];
    return text;
}

std::string first_sentence(const SideComparison& comparison, const Writing& writing,
                           std::span<const Clause> clauses) {
    std::vector<std::string> parts;
    for (const Clause& clause : clauses)
        if (auto part = text_of(clause, comparison.total.value(clause.cost), writing))
            parts.push_back(std::move(*part));
    if (parts.empty()) return {};
    const Restriction& only = comparison.counting[0].only;
    const std::string of = only.empty() ? "" : fmt::format("Of {}, ", counted_title(only));
    return fmt::format("{}{} compared with {} {}.", of, writing.letters.compared, writing.letters.baseline,
                       joined(parts));
}

/// Says where a cost changes most, in absolute numbers. Shares of the total would mislead, because parts that
/// grow and parts that shrink may cancel out.
std::string where_sentence(const SideComparison& comparison, Cost cost, const Writing& writing) {
    constexpr double least_share = 0.1;
    constexpr std::size_t most_parts = 2;
    const auto is_divided = [&](auto side) {
        return std::ranges::any_of(comparison.of(Division::allocations),
                                   [&](const ComparedPart& part) { return (part.*side).has_value(); });
    };
    // If only one side is known by allocation, all its costs would seem to be additional.
    if (is_divided(&ComparedPart::a) != is_divided(&ComparedPart::b)) return {};
    std::vector<std::string> parts;
    for (const PartChange& change : comparison.changes(Division::allocations, cost)) {
        if (!change.share || *change.share < least_share || parts.size() == most_parts) break;
        parts.push_back(
            fmt::format("{} ({})", change.part->name, difference_of(cost, change.value, writing)));
    }
    if (parts.empty()) return {};
    return fmt::format("{} change most in {}.", info_of(cost).title, joined(parts));
}

constexpr std::array<Clause, 3> of_requests{{{Cost::requests, "makes", "requests"},
                                             {Cost::l2_bytes, "moves", "bytes", " to and from L2"},
                                             {Cost::dram_bytes, "moves", "bytes", " to and from DRAM"}}};
/// The clauses for recordings in which written bytes are not known.
constexpr std::array<Clause, 3> of_reading_requests{
    {of_requests[0], of_requests[1], {Cost::dram_read_bytes, "moves", "bytes", " from DRAM"}}};
constexpr std::array<Clause, 3> of_elements{{{Cost::accesses, "makes", "element accesses"},
                                             {Cost::l1_misses, "has", "L1 misses"},
                                             {Cost::l2_misses, "has", "L2 misses"}}};

/// Says why the sides cannot be compared.
std::string refusal_of(const std::array<SideCounting, 2>& counting, const SideLetters& letters) {
    const auto& [a, b] = counting;
    const auto by_lane = [](const SideCounting& side) { return side.counted == Counted::lane_lookups; };
    if (by_lane(a) != by_lane(b)) return counting_refusal(a.counted, b.counted, letters) + ".";
    return fmt::format("{} counts {} and {} counts {}. They cannot be compared; let both count the same.",
                       letters.compared, counted_title(b.only), letters.baseline, counted_title(a.only));
}

/// Says which window the sums of requests and buffers cover, if it is not the requested one.
std::string served_sentence(const SideComparison& comparison, const SideLetters& letters) {
    std::vector<std::string> sides;
    for (const Side side : {Side::baseline, Side::compared}) {
        const SideCounting& counting = comparison.counting.at(static_cast<std::size_t>(side));
        if (counting.served == counting.asked) continue;
        sides.push_back(fmt::format("{}'s are of accesses {} for a frame of {}", letters.of(side),
                                    positions_text(counting.served), positions_text(counting.asked)));
    }
    if (sides.empty()) return {};
    return fmt::format("Sums of {} are known at some accesses only: {}.",
                       comparison.unknown.empty() ? "requests and buffers" : "buffers", joined(sides));
}

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
    for (std::size_t i = 0; i < comparison.parts.size(); ++i)
        comparison.parts[i] = paired(a.parts[i], b.parts[i]);
    comparison.counting = {a.counting, b.counting};
    comparison.same_counting = a.counting.counted == b.counting.counted && a.counting.only == b.counting.only;
    if (a.work && b.work) {
        comparison.reservations = reservations_of(*a.work, *b.work, letters);
        comparison.same_work = hold_same_work(*a.work, *b.work);
        comparison.matching = matching_sentence(*a.work, *b.work, letters);
    }
    if (!a.unknown.empty() && !b.unknown.empty())
        comparison.unknown = a.unknown;
    else if (!a.unknown.empty() || !b.unknown.empty())
        comparison.unknown = fmt::format("of {}, {}", a.unknown.empty() ? letters.compared : letters.baseline,
                                         a.unknown.empty() ? b.unknown : a.unknown);
    return comparison;
}

std::string reservation_sentences(const SideComparison& comparison) {
    return fmt::format("{}", fmt::join(comparison.reservations, " "));
}

std::string comparison_sentences(const SideComparison& comparison, const SideLetters& letters,
                                 NumberStyle style, bool says_where) {
    const std::string reservations = reservation_sentences(comparison);
    const std::string result = result_sentences(comparison, letters, style, says_where);
    return reservations + (reservations.empty() || result.empty() ? "" : " ") + result;
}

std::string result_sentences(const SideComparison& comparison, const SideLetters& letters, NumberStyle style,
                             bool says_where) {
    const Writing writing{letters, style};
    if (!comparison.same_counting) return refusal_of(comparison.counting, letters);
    const bool requests = comparison.unknown.empty();
    const bool written = comparison.total.value(Cost::dram_bytes).difference.has_value();
    const bool coarse = std::ranges::any_of(comparison.counting, &SideCounting::is_coarse);
    std::vector<std::string> sentences;
    if (!requests)
        sentences.push_back(first_sentence(comparison, writing, of_elements));
    else if (!coarse)
        sentences.push_back(first_sentence(comparison, writing, written ? of_requests : of_reading_requests));
    const Cost cost = usual_cost(info_of(Division::allocations), requests, written);
    if (!coarse && says_where) sentences.push_back(where_sentence(comparison, cost, writing));
    sentences.push_back(served_sentence(comparison, letters));
    if (!comparison.counting[0].only.empty())
        sentences.emplace_back("Roles, allocations and source lines count everything and are left out.");
    sentences.push_back(comparison.matching);
    std::erase(sentences, std::string());
    return fmt::format("{}", fmt::join(sentences, " "));
}

} // namespace hitmap
