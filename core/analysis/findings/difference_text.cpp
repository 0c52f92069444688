#include "core/analysis/findings/difference_text.h"

#include "core/base/number_text.h"
#include "core/raytracer/options/trace_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace hitmap {

namespace {

double part_of(std::uint64_t part, std::uint64_t whole) {
    return whole != 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

std::string_view counted_by(Cost metric) {
    switch (metric) {
    case Cost::l1_lookups:
        return "look-ups of sectors in L1";
    case Cost::l2_bytes:
        return "bytes between L1 and L2";
    case Cost::dram_read_bytes:
        return "bytes from memory";
    case Cost::l1_misses:
        return "L1 misses";
    default:
        return "bytes between L2 and memory";
    }
}

/// "stack: 1,234 more bytes between L1 and L2 in B (5,678 in A, +22 %)"
std::string amount_clause(const Difference& difference, std::string_view what, const SideLetters& letters) {
    const ComparedValue& value = difference.value;
    const double change = value.difference.value_or(0.0);
    const auto relative = value.change();
    const std::string before =
        value.a ? fmt::format("{} in {}{}", grouped_count(*value.a), letters.baseline,
                              relative ? fmt::format(", {} %", signed_text(change_number(*relative)))
                                       : std::string())
                : fmt::format("{} has none", letters.baseline);
    return fmt::format("{}: {} {} {} in {} ({})", what, grouped_count(std::abs(change)),
                       change > 0.0 ? "more" : "fewer", counted_by(difference.metric), letters.compared,
                       before);
}

/// "L1 serves 71.2 % of its look-ups of loads in B and 83.1 % in A"
std::string served_clause(std::string_view level, double of_a, double of_b, const SideLetters& letters) {
    return fmt::format("{} serves {} in {} and {} in {}", level, percent_text(of_b), letters.compared,
                       percent_text(of_a), letters.baseline);
}

/// Others are numbers that the tracer measured, or are not its own.
bool is_trace_option(const std::string& name) {
    return std::ranges::any_of(trace_option_table(),
                               [&](const TraceOption& option) { return option.name == name; });
}

std::uint64_t misses_for(FindingWhy why, const MissClasses& misses) {
    if (why == FindingWhy::cold) return misses.cold;
    return why == FindingWhy::capacity ? misses.capacity : misses.conflict;
}

std::string_view words_of(FindingWhy why) {
    if (why == FindingWhy::cold) return "cold";
    return why == FindingWhy::capacity ? "for lack of capacity" : "conflicts";
}

/// "; 1,234 more misses are for lack of capacity"; empty if the reason is not known.
std::string reason_clause(FindingWhy why, const MissClasses& a, const MissClasses& b) {
    if (why == FindingWhy::misses) return {};
    const auto before = static_cast<double>(misses_for(why, a));
    const auto after = static_cast<double>(misses_for(why, b));
    return fmt::format("; {} {} misses are {}", grouped_count(std::abs(after - before)),
                       after > before ? "more" : "fewer", words_of(why));
}

std::string cause_sentence(const DifferenceWords& words) {
    const auto& [a, b, cause, letters] = words;
    switch (cause.factor) {
    case WaitingFactor::requests:
        return fmt::format(" It is accessed by {} requests in {} and {} in {}.",
                           grouped_count(static_cast<double>(b.requests)), letters.compared,
                           grouped_count(static_cast<double>(a.requests)), letters.baseline);
    case WaitingFactor::sectors:
        return fmt::format(" A request asks for {} sectors on average in {} and for {} in {}.",
                           fixed_text(part_of(b.sectors, b.requests), 2), letters.compared,
                           fixed_text(part_of(a.sectors, a.requests), 2), letters.baseline);
    case WaitingFactor::past_l1:
        return fmt::format(" {}{}.",
                           served_clause("Of its look-ups of loads, L1",
                                         part_of(a.l1_load_hits, a.l1_load_lookups),
                                         part_of(b.l1_load_hits, b.l1_load_lookups), letters),
                           reason_clause(cause.why, a.l1_misses, b.l1_misses));
    case WaitingFactor::fetched:
        break;
    }
    return fmt::format(" {}{}.",
                       served_clause("Of its look-ups, L2", part_of(a.l2_hits, a.l2_lookups),
                                     part_of(b.l2_hits, b.l2_lookups), letters),
                       reason_clause(cause.why, a.l2_misses, b.l2_misses));
}

} // namespace

std::string difference_text(const Difference& difference, const DifferenceWords& words) {
    const double waiting = difference.waiting.value_or(0.0);
    return fmt::format("{}; the waiting for memory {} by {} of {}'s.{}",
                       amount_clause(difference, difference.what_name, words.letters),
                       waiting > 0.0 ? "grows" : "shrinks", percent_text(std::abs(waiting)),
                       words.letters.baseline, cause_sentence(words));
}

std::string place_text(const Difference& difference, std::string_view elements, double share,
                       const SideLetters& letters) {
    return fmt::format(
        "{}, {} of the changes of {} by place.",
        amount_clause(difference, fmt::format("{} at {}", elements, difference.what_name), letters),
        percent_text(share), elements);
}

std::string waiting_text(double a, double b, const SideLetters& letters) {
    if (a <= 0.0) return {};
    const double change = (b - a) / a;
    if (change == 0.0)
        return fmt::format("{} waits as long for memory as {}.", letters.compared, letters.baseline);
    return fmt::format("{} waits {} {} for memory than {}.", letters.compared, percent_text(std::abs(change)),
                       change > 0.0 ? "longer" : "less", letters.baseline);
}

std::string options_text(const std::vector<std::pair<std::string, std::string>>& a,
                         const std::vector<std::pair<std::string, std::string>>& b,
                         const SideLetters& letters) {
    std::string text;
    for (const auto& [name, value] : a) {
        const auto other = std::ranges::find(b, name, &std::pair<std::string, std::string>::first);
        if (other == b.end() || other->second == value || !is_trace_option(name)) continue;
        text += fmt::format("{}{} ({}, {})", text.empty() ? "" : ", ", name, value, other->second);
    }
    if (text.empty()) return {};
    return fmt::format("Options in which they differ ({}, {}): {}.", letters.baseline, letters.compared,
                       text);
}

} // namespace hitmap
