#include "core/analysis/findings/finding_text.h"

#include "core/analysis/findings/detail_text.h"
#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <variant>

namespace hitmap {

namespace {

std::string count_text(std::uint64_t count) {
    return grouped_count(static_cast<double>(count));
}

double ratio(double part, double whole) {
    return whole > 0.0 ? part / whole : 0.0;
}

/// "1,234,567 bytes", "1,234 look-ups": an amount of the metric.
std::string amount_text(Cost metric, double amount) {
    return fmt::format("{} {}", grouped_count(amount), metric == Cost::l1_lookups ? "look-ups" : "bytes");
}

/// What the metric counts, without its number.
std::string_view metric_text(Cost metric) {
    if (metric == Cost::l1_lookups) return "look-ups of sectors in L1";
    return metric == Cost::l2_bytes ? "bytes between L1 and L2" : "bytes between L2 and memory";
}

std::string_view level_text(Cost metric) {
    return name_of(level_of_misses(metric).value_or(Level::l2));
}

std::string share_sentence(const FindingWords& words) {
    const Finding& finding = words.finding;
    return fmt::format(
        "{}: {} {}, {} of all{}.", finding.what_name.empty() ? "All requests" : finding.what_name,
        grouped_count(finding.amount), metric_text(finding.metric), percent_text(finding.share),
        words.line.empty() ? std::string() : ", most at " + words.line);
}

std::string_view reason_text(FindingWhy why) {
    if (why == FindingWhy::cold) return "since they are the first look-ups of their sectors";
    if (why == FindingWhy::conflict) return "since the lines of their sets are too many (conflict)";
    return "for lack of capacity";
}

bool is_of_misses(FindingWhy why) {
    return why == FindingWhy::cold || why == FindingWhy::capacity || why == FindingWhy::conflict;
}

/// How many look-ups miss in a level, and for the reason of the finding.
std::string misses_sentence(const FindingWords& words) {
    const bool is_l1 = words.finding.metric == Cost::l2_bytes;
    const AllocationSums sums = allocation_sums(words.of);
    const LevelSums& level = is_l1 ? sums.l1 : sums.l2;
    const MissClasses& misses = is_l1 ? words.of.l1_misses : words.of.l2_misses;
    const std::uint64_t of_reason = words.reason == FindingWhy::cold       ? misses.cold
                                    : words.reason == FindingWhy::conflict ? misses.conflict
                                                                           : misses.capacity;
    const std::string all =
        fmt::format(" {} of its {} look-ups in {} miss ({})", grouped_count(level.miss_count()),
                    count_text(level.lookups), level_text(words.finding.metric),
                    percent_text(ratio(level.miss_count(), static_cast<double>(level.lookups))));
    return misses.misses() == 0 ? all // the model was not asked for reasons
                                : fmt::format("{}, {} of them {}", all,
                                              percent_text(ratio(static_cast<double>(of_reason),
                                                                 static_cast<double>(misses.misses()))),
                                              reason_text(words.reason));
}

double a_request(std::uint64_t part, std::uint64_t requests) {
    return ratio(static_cast<double>(part), static_cast<double>(requests));
}

/// What the look-ups of the whole recording come from, now and with the change.
std::string lookups_sentence(const FindingWords& words) {
    const TrialSums& now = words.recorded.sums;
    const TrialSums& then = words.change->sums;
    if (words.reason == FindingWhy::work)
        return fmt::format(" In the whole recording, lanes access memory {} times; with the change, {} times",
                           count_text(now.lane_accesses), count_text(then.lane_accesses));
    if (words.reason == FindingWhy::divergence)
        return fmt::format(
            " In the whole recording, a request has {} active lanes on average; with the change, {}",
            fixed_text(a_request(now.lane_accesses, now.total.requests), 2),
            fixed_text(a_request(then.lane_accesses, then.total.requests), 2));
    return fmt::format(
        " In the whole recording, a request asks for {} sectors on average; with the change, for {}",
        fixed_text(a_request(now.total.sectors, now.total.requests), 2),
        fixed_text(a_request(then.total.sectors, then.total.requests), 2));
}

/// "Another layout, vertex-order morton,", "L1 of twice the capacity": a change at the start of a sentence.
std::string change_text(const Change& change) {
    if (std::holds_alternative<CacheChange>(change.to)) return change.title;
    if (std::holds_alternative<StackChange>(change.to)) return "The " + change.title;
    return fmt::format("Another {}, {},",
                       std::holds_alternative<LayoutChange>(change.to) ? "layout"
                       : change.changes_stack_alone()                  ? "stack"
                                                                       : "tree",
                       change.title);
}

/// What the change makes more of, if that is 1 % or more.
std::string losses_text(const FindingWords& words) {
    std::string text;
    for (const Cost metric : {Cost::l1_lookups, Cost::l2_bytes, Cost::dram_bytes}) {
        const double before = amount_of(words.recorded.sums.total, metric);
        const double more = ratio(amount_of(words.change->sums.total, metric) - before, before);
        if (more >= 0.01)
            text += fmt::format("; {} would rise by {}", metric_text(metric), percent_text(more));
    }
    return text;
}

std::string gain_sentence(const FindingWords& words) {
    const FindingGain& gain = *words.finding.gain;
    return fmt::format(" {} would save {} in the whole recording ({}), and {} of the waiting for memory{}{}.",
                       change_text(words.change->change), amount_text(words.finding.metric, gain.amount),
                       percent_text(gain.share), percent_text(gain.waiting),
                       gain.exact ? "" : ", by an estimate", losses_text(words));
}

/// What more capacity and another replacement would do, since misses for lack of capacity are of both.
std::string limits_sentence(const FindingWords& words) {
    std::string text;
    if (words.twice != nullptr && words.twice->is_possible()) {
        const Cost metric = words.finding.metric;
        const double all = amount_of(words.recorded.sums.total, metric);
        const double saved = all - amount_of(words.twice->sums.total, metric);
        text = fmt::format("{} would save {} of the {}, and {} of the waiting",
                           change_text(words.twice->change), percent_text(std::max(ratio(saved, all), 0.0)),
                           metric_text(metric), percent_text(std::max(words.twice_waiting, 0.0)));
    }
    if (std::string optimum = optimum_clause(words.finding); !optimum.empty()) {
        if (text.empty()) optimum.front() = 'O';
        text += (text.empty() ? "" : "; ") + optimum;
    }
    return text.empty() ? text : " " + text + ".";
}

} // namespace

std::string finding_text(const FindingWords& words) {
    return share_sentence(words) + stack_sentence(words.finding) +
           (is_of_misses(words.reason) ? misses_sentence(words) : lookups_sentence(words)) +
           evictor_clause(words.finding) + "." + place_sentence(words.finding) + gain_sentence(words) +
           limits_sentence(words);
}

std::string cost_sentences(const FindingWords& words, double waiting) {
    const TrafficSums& of = words.of;
    return share_sentence(words) +
           fmt::format(" It has {} of all waiting for memory.", percent_text(waiting)) +
           (level_of_misses(words.finding.metric)
                ? misses_sentence(words)
                : fmt::format(" A request of it asks for {} sectors on average",
                              fixed_text(a_request(of.sectors, of.requests), 2))) +
           ".";
}

std::string more_sentence(const FindingWords& words, const TriedChange& more, double waiting) {
    const Cost metric = words.finding.metric;
    const double all = amount_of(words.recorded.sums.total, metric);
    const double saved = all - amount_of(more.sums.total, metric);
    return fmt::format(" {} would save {} of the {}, and {} of the waiting for memory{}.",
                       change_text(more.change), percent_text(std::max(ratio(saved, all), 0.0)),
                       metric_text(metric), percent_text(waiting),
                       more.estimates.empty() ? "" : ", by an estimate");
}

std::string imbalance_text(const Finding& finding, double requests, std::uint64_t sms) {
    const double mean = requests / static_cast<double>(sms);
    return fmt::format(
        "SM {} makes {} requests, {} of all and {} times as many as the mean of {} SMs. With equal "
        "work for each SM it would make {} fewer, by an estimate.",
        finding.what_name, grouped_count(finding.amount), percent_text(finding.share),
        fixed_text(finding.amount / mean, 1), sms, grouped_count(std::floor(finding.gain->amount)));
}

std::string nothing_text(const RecordedTrial& recorded, std::span<const TriedChange> tried) {
    const TrafficSums& total = recorded.sums.total;
    const std::uint64_t loads = total.l1_load_lookups;
    std::string text =
        loads == 0
            ? std::string("No load is looked up in L1")
            : fmt::format("{} of {} by L1", percent_text(a_request(total.l1_load_hits, loads)),
                          counted_text(loads, "look-up of a load is served", "look-ups of loads are served"));
    const auto possible = std::ranges::count_if(tried, &TriedChange::is_possible);
    text += fmt::format(". Of {} that were tried, none certainly saves 1 % of the waiting for memory.",
                        counted_text(static_cast<std::uint64_t>(possible), "change", "changes"));
    if (std::ranges::none_of(tried, [](const TriedChange& one) {
            return std::holds_alternative<LayoutChange>(one.change.to);
        }))
        text += " No other memory layout was tried, since the recording does not say at which distance the "
                "elements "
                "of its buffers are (hitmap layout).";
    return text;
}

} // namespace hitmap
