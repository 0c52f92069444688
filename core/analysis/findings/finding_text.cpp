#include "core/analysis/findings/finding_text.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <variant>

namespace hitmap {

namespace {

std::string count_text(std::uint64_t count) {
    return grouped_count(static_cast<double>(count));
}

/// "1,234,567 bytes", "1,234 look-ups of sectors": an amount of the metric.
std::string amount_text(Cost metric, double amount) {
    return fmt::format("{} {}", grouped_count(amount), metric == Cost::l1_lookups ? "look-ups" : "bytes");
}

/// Where the metric counts, placed after an amount.
std::string_view place_of(Cost metric) {
    if (metric == Cost::l1_lookups) return "of sectors in L1";
    return metric == Cost::l2_bytes ? "between L1 and L2" : "between L2 and memory";
}

std::string capitalised(std::string text) {
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

std::string share_sentence(const FindingWords& words) {
    const Finding& finding = words.finding;
    return fmt::format("{}: {} {}, {} of all{}.", capitalised(finding.what_name),
                       amount_text(finding.metric, finding.amount), place_of(finding.metric),
                       percent_text(finding.share),
                       words.line.empty() ? std::string() : ", most at " + words.line);
}

std::string_view reason_text(FindingWhy why) {
    if (why == FindingWhy::cold) return "since they are the first look-ups of their sectors";
    if (why == FindingWhy::conflict) return "since the lines of their sets are too many (conflict)";
    return "for lack of capacity";
}

/// How many look-ups miss in a level, and why most of them do.
std::string misses_sentence(const FindingWords& words) {
    const bool is_l1 = words.finding.metric == Cost::l2_bytes;
    const AllocationSums sums = allocation_sums(words.of);
    const LevelSums& level = is_l1 ? sums.l1 : sums.l2;
    const MissClasses& misses = is_l1 ? words.of.l1_misses : words.of.l2_misses;
    const std::uint64_t of_reason = words.finding.why == FindingWhy::cold       ? misses.cold
                                    : words.finding.why == FindingWhy::conflict ? misses.conflict
                                                                                : misses.capacity;
    std::string text = fmt::format(
        " {} of its {} look-ups in {} miss ({})", grouped_count(level.miss_count()),
        count_text(level.lookups), is_l1 ? "L1" : "L2",
        percent_text(level.lookups == 0 ? 0.0 : level.miss_count() / static_cast<double>(level.lookups)));
    if (misses.misses() != 0)
        text +=
            fmt::format(", {} of them {}",
                        percent_text(static_cast<double>(of_reason) / static_cast<double>(misses.misses())),
                        reason_text(words.finding.why));
    return text;
}

double a_request(std::uint64_t part, std::uint64_t requests) {
    return requests == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(requests);
}

/// What the look-ups come from, now and with the change.
std::string lookups_sentence(const FindingWords& words) {
    const TrialSums& now = words.recorded;
    const TrialSums& then = words.change.sums;
    if (words.finding.why == FindingWhy::work)
        return fmt::format(" Lanes access memory {} times in all; with the change, {} times",
                           count_text(now.lane_accesses()), count_text(then.lane_accesses()));
    if (words.finding.why == FindingWhy::divergence)
        return fmt::format(" A request has {} active lanes on average; with the change, {}",
                           fixed_text(a_request(now.lane_accesses(), now.result.total.requests), 2),
                           fixed_text(a_request(then.lane_accesses(), then.result.total.requests), 2));
    return fmt::format(" A request asks for {} sectors on average; with the change, for {}",
                       fixed_text(a_request(now.result.total.sectors, now.result.total.requests), 2),
                       fixed_text(a_request(then.result.total.sectors, then.result.total.requests), 2));
}

/// "Another layout, vertex-order morton,", "L1 of twice the capacity": a change at the start of a sentence.
std::string change_text(const Change& change) {
    if (std::holds_alternative<CacheChange>(change.to)) return change.title;
    return fmt::format("Another {}, {},", std::holds_alternative<LayoutChange>(change.to) ? "layout" : "tree",
                       change.title);
}

std::string gain_sentence(const FindingWords& words) {
    const FindingGain& gain = *words.finding.gain;
    return fmt::format(" {} would save {} ({} of all) and {} of the waiting{}.",
                       change_text(words.change.change), amount_text(words.finding.metric, gain.amount),
                       percent_text(gain.share), percent_text(gain.waiting),
                       gain.exact ? "" : ", by an estimate");
}

/// What more capacity and another replacement would do, since misses for lack of capacity are of both.
std::string limits_sentence(const FindingWords& words) {
    if (words.twice == nullptr || !words.twice->is_possible()) return {};
    const auto metric_in = [&](const TrialSums& sums) {
        return *costs_of(sums.result.total, {.written = true, .reasons = false})[words.finding.metric];
    };
    const double all = metric_in(words.recorded);
    const double saved = all - metric_in(words.twice->sums);
    std::string text = fmt::format(" {} would save {}", change_text(words.twice->change),
                                   percent_text(all > 0.0 ? std::max(saved, 0.0) / all : 0.0));
    if (words.recorded.optimum) {
        const bool is_l1 = words.finding.metric == Cost::l2_bytes;
        const OptimumSums& optimum = is_l1 ? words.recorded.optimum->l1 : words.recorded.optimum->l2;
        const std::uint64_t misses = optimum.lookups - optimum.hits;
        if (misses != 0)
            text += fmt::format(
                "; optimal replacement would serve {} of the uses of lines that miss",
                percent_text(static_cast<double>(optimum.possible_gain()) / static_cast<double>(misses)));
    }
    return text + ".";
}

} // namespace

std::string finding_text(const FindingWords& words) {
    std::string text = share_sentence(words);
    text += words.finding.metric == Cost::l1_lookups ? lookups_sentence(words) : misses_sentence(words);
    return text + "." + gain_sentence(words) + limits_sentence(words);
}

std::string imbalance_text(const Finding& finding, std::uint32_t sms) {
    return fmt::format("SM {} makes {} of all {} requests ({}) for {} SMs. With equal work for each SM it "
                       "would make {} fewer, by an estimate.",
                       finding.what_name, grouped_count(finding.amount),
                       grouped_count(std::round(finding.amount / finding.share)), percent_text(finding.share),
                       sms, grouped_count(finding.gain->amount));
}

std::string nothing_text(const TrialSums& recorded, std::size_t tried) {
    const TrafficSums& total = recorded.result.total;
    const std::uint64_t loads = total.l1_load_lookups;
    const std::string served =
        loads == 0
            ? std::string("No load is looked up in L1")
            : fmt::format("{} of the {} look-ups of loads are served by L1",
                          percent_text(static_cast<double>(total.l1_load_hits) / static_cast<double>(loads)),
                          count_text(loads));
    return fmt::format("{}. Of {} that were tried, none saves 1 % of the waiting for memory.", served,
                       counted_text(tried, "change", "changes"));
}

} // namespace hitmap
