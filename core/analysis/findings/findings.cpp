#include "core/analysis/findings/findings.h"

#include "core/analysis/findings/finding_text.h"
#include "core/base/name_table.h"
#include "core/cache/results/source_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace hitmap {

namespace {

constexpr NameTable<FindingWhy, 8> why_names{{{FindingWhy::cold, "cold"},
                                              {FindingWhy::capacity, "capacity"},
                                              {FindingWhy::conflict, "conflict"},
                                              {FindingWhy::uncoalesced, "uncoalesced"},
                                              {FindingWhy::divergence, "divergence"},
                                              {FindingWhy::work, "work"},
                                              {FindingWhy::imbalance, "imbalance"},
                                              {FindingWhy::nothing, "nothing"}}};

double cost_of(const TrafficSums& sums, Cost metric) {
    return *costs_of(sums, {.written = true, .reasons = false})[metric];
}

double share_of(double part, double whole) {
    return whole > 0.0 ? part / whole : 0.0;
}

/// The allocation whose elements were split has the name in front of "+BYTE" (docs/relayout.md).
std::string whole_name(const std::string& label, std::span<const std::string> recorded) {
    if (std::ranges::find(recorded, label) != recorded.end()) return label;
    return label.substr(0, label.rfind('+'));
}

/// A change that helps, and the allocation that it helps most.
struct Helpful {
    const TriedChange* tried = nullptr;
    double gain = 0.0; ///< certain_gain()
    std::size_t allocation = 0;
};

class FindingMaker {
public:
    FindingMaker(const TrialSums& recorded, std::span<const TriedChange> tried, const FindingFacts& facts)
        : recorded_(recorded), tried_(tried), facts_(facts) {}

    std::vector<Finding> make() {
        std::vector<std::pair<double, Finding>> ranked;
        if (auto found = imbalance()) ranked.push_back(std::move(*found));
        std::map<std::size_t, Helpful> of_program = best_by_allocation(true);
        for (const auto& [allocation, helpful] : of_program)
            ranked.emplace_back(helpful.gain, finding_of(helpful));
        const auto by_gain = [](const auto& found) { return -found.first; };
        std::ranges::stable_sort(ranked, {}, by_gain);
        const auto caches = static_cast<std::ptrdiff_t>(ranked.size());
        for (const auto& [allocation, helpful] : best_by_allocation(false))
            if (!of_program.contains(allocation)) ranked.emplace_back(helpful.gain, finding_of(helpful));
        std::stable_sort(ranked.begin() + caches, ranked.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        if (ranked.size() > most_findings) ranked.resize(most_findings);
        std::vector<Finding> findings;
        for (auto& [gain, finding] : ranked)
            findings.push_back(std::move(finding));
        if (findings.empty()) findings.push_back(nothing());
        return findings;
    }

private:
    double waiting(const TrafficSums& sums) const { return waiting_of(sums, facts_.latencies); }

    /// The allocation whose waiting becomes less by most; no value if that of none does.
    std::optional<std::size_t> most_helped(const TrialSums& changed) const {
        std::vector<double> saved;
        for (const TrafficSums& sums : recorded_.result.allocations)
            saved.push_back(waiting(sums));
        for (std::size_t i = 0; i < changed.allocations.size(); ++i) {
            const auto& names = recorded_.allocations;
            const auto place = std::ranges::find(names, whole_name(changed.allocations[i], names));
            if (place != names.end())
                saved[static_cast<std::size_t>(place - names.begin())] -=
                    waiting(changed.result.allocations[i]);
        }
        const auto most = std::ranges::max_element(saved);
        if (most == saved.end() || *most <= 0.0) return std::nullopt;
        return static_cast<std::size_t>(most - saved.begin());
    }

    std::map<std::size_t, Helpful> best_by_allocation(bool of_program) const {
        std::map<std::size_t, Helpful> best;
        for (const TriedChange& tried : tried_) {
            if (!tried.is_possible() || tried.change.is_of_program() != of_program) continue;
            const auto gain =
                certain_gain(recorded_, tried.sums, facts_.latencies, tried.change.keeps_requests());
            if (!gain || *gain < least_gain) continue;
            const auto allocation = most_helped(tried.sums);
            if (!allocation) continue;
            Helpful& of_allocation = best[*allocation];
            if (*gain > of_allocation.gain) of_allocation = {&tried, *gain, *allocation};
        }
        return best;
    }

    /// What a change makes less of, by the level where it saves the most waiting.
    Cost metric_of(const TrialSums& changed) const {
        const WaitingParts before = waiting_parts(recorded_.result.total, facts_.latencies);
        const WaitingParts after = waiting_parts(changed.result.total, facts_.latencies);
        const double l1 = before.l1 - after.l1;
        const double l2 = before.l2 - after.l2;
        const double dram = before.dram - after.dram;
        if (l1 >= l2 && l1 >= dram) return Cost::l1_lookups;
        return l2 >= dram ? Cost::l2_bytes : Cost::dram_bytes;
    }

    static FindingWhy most_frequent(const MissClasses& misses) {
        if (misses.conflict > misses.capacity && misses.conflict > misses.cold) return FindingWhy::conflict;
        return misses.capacity >= misses.cold ? FindingWhy::capacity : FindingWhy::cold;
    }

    /// Fewer look-ups come from less work, from fewer requests for the same work, or from fewer sectors for
    /// the same requests: from that which explains half of them.
    FindingWhy why_of_lookups(const TrialSums& changed) const {
        const auto less = [](double before, double after) { return 1.0 - share_of(after, before); };
        const double lookups = less(static_cast<double>(recorded_.result.total.l1_lookups()),
                                    static_cast<double>(changed.result.total.l1_lookups()));
        const double work = less(static_cast<double>(recorded_.lane_accesses()),
                                 static_cast<double>(changed.lane_accesses()));
        const double requests = less(static_cast<double>(recorded_.result.total.requests),
                                     static_cast<double>(changed.result.total.requests));
        if (work >= lookups / 2) return FindingWhy::work;
        return requests >= lookups / 2 ? FindingWhy::divergence : FindingWhy::uncoalesced;
    }

    FindingWhy why_of(Cost metric, const TrafficSums& of, const TrialSums& changed) const {
        if (metric == Cost::l1_lookups) return why_of_lookups(changed);
        return most_frequent(metric == Cost::l2_bytes ? of.l1_misses : of.l2_misses);
    }

    /// The source line that costs most of the metric in the allocation; null if it is not known.
    const SourceLine* costliest_line(const std::vector<SourceLine>& lines, std::size_t allocation,
                                     Cost metric) const {
        std::vector<double> of_instruction(facts_.info.instructions.size());
        for (const MatrixCell& cell : recorded_.matrix.cells) {
            if (cell.allocation != allocation) continue;
            of_instruction[cell.instruction] += metric == Cost::l1_lookups
                                                    ? static_cast<double>(cell.sums.sectors)
                                                : metric == Cost::l2_bytes ? cell.sums.l1.miss_count()
                                                                           : cell.sums.l2.miss_count();
        }
        const auto cost = [&](const SourceLine& line) {
            return std::accumulate(line.instructions.begin(), line.instructions.end(), 0.0,
                                   [&](double sum, std::uint32_t i) { return sum + of_instruction[i]; });
        };
        const auto most = std::ranges::max_element(lines, {}, cost);
        return most == lines.end() || most->file.empty() || cost(*most) <= 0.0 ? nullptr : &*most;
    }

    /// The level whose misses the finding is about, with twice its capacity.
    const TriedChange* twice(const Finding& finding) const {
        if (finding.why != FindingWhy::capacity) return nullptr;
        const std::string_view level = finding.metric == Cost::l2_bytes ? "L1" : "L2";
        const auto found = std::ranges::find_if(tried_, [&](const TriedChange& tried) {
            return !tried.change.is_of_program() && tried.change.title.starts_with(level);
        });
        return found == tried_.end() ? nullptr : &*found;
    }

    Finding finding_of(const Helpful& helpful) const {
        const TrialSums& changed = helpful.tried->sums;
        const TrafficSums& of = recorded_.result.allocations[helpful.allocation];
        Finding finding;
        finding.what_kind = "allocation";
        finding.what_name = recorded_.allocations[helpful.allocation];
        finding.metric = metric_of(changed);
        finding.why = why_of(finding.metric, of, changed);
        const double all = cost_of(recorded_.result.total, finding.metric);
        finding.amount = cost_of(of, finding.metric);
        finding.share = share_of(finding.amount, all);
        const double saved = all - cost_of(changed.result.total, finding.metric);
        finding.gain = FindingGain{.change = helpful.tried->change.title,
                                   .options = helpful.tried->change.options,
                                   .amount = saved,
                                   .share = share_of(saved, all),
                                   .waiting = helpful.gain,
                                   .exact = helpful.tried->estimates.empty()};
        finding.view = {"traffic", finding.what_name, {}, 0};
        std::string line_name;
        const std::vector<SourceLine> lines = source_lines(facts_.info);
        if (const SourceLine* const line = costliest_line(lines, helpful.allocation, finding.metric)) {
            finding.view.file = line->file;
            finding.view.line = line->line;
            line_name = line->name;
        }
        const TriedChange* const wider = helpful.tried->change.is_of_program() ? twice(finding) : nullptr;
        finding.text = finding_text({finding, of, recorded_, *helpful.tried, line_name, wider});
        return finding;
    }

    std::optional<std::pair<double, Finding>> imbalance() const {
        const std::vector<SmWork>& sms = recorded_.result.sms;
        const std::uint64_t count = std::max<std::uint64_t>(facts_.info.device.sm_count, sms.size());
        if (count < 2 || sms.empty()) return std::nullopt;
        const auto busiest = std::ranges::max_element(sms, {}, &SmWork::requests);
        const auto all = static_cast<double>(
            std::accumulate(sms.begin(), sms.end(), std::uint64_t{0},
                            [](std::uint64_t sum, const SmWork& sm) { return sum + sm.requests; }));
        const auto most = static_cast<double>(busiest->requests);
        const double mean = all / static_cast<double>(count);
        if (most < least_imbalance * mean || mean <= 0.0) return std::nullopt;
        Finding finding;
        finding.what_kind = "sm";
        finding.what_name = fmt::format("{}", busiest - sms.begin());
        finding.why = FindingWhy::imbalance;
        finding.metric = Cost::requests;
        finding.amount = most;
        finding.share = share_of(most, all);
        // The SM that takes longest decides when the launch ends.
        finding.gain = FindingGain{.change = "equal work for each SM",
                                   .amount = most - mean,
                                   .share = share_of(most - mean, all),
                                   .waiting = 1.0 - mean / most,
                                   .exact = false};
        finding.view.panel = "sms";
        finding.text = imbalance_text(finding, static_cast<std::uint32_t>(count));
        return std::pair(finding.gain->waiting, finding);
    }

    Finding nothing() const {
        Finding finding;
        finding.what_kind = "recording";
        finding.amount = cost_of(recorded_.result.total, finding.metric);
        finding.share = finding.amount > 0.0 ? 1.0 : 0.0;
        finding.view.panel = "traffic";
        finding.text = nothing_text(recorded_, tried_.size());
        return finding;
    }

    const TrialSums& recorded_;
    std::span<const TriedChange> tried_;
    const FindingFacts& facts_;
};

} // namespace

std::string_view name_of(FindingWhy why) {
    return name_in(why_names, why);
}

std::optional<double> certain_gain(const TrialSums& recorded, const TrialSums& changed,
                                   const LevelLatencies& latencies, bool same_requests) {
    const double before = waiting_of(recorded.result.total, latencies);
    const double saved = before - waiting_of(changed.result.total, latencies);
    double lost = 0.0;
    if (same_requests)
        for (std::size_t frame = 0; frame < recorded.frames.size(); ++frame)
            lost += std::max(0.0, waiting_of(changed.frames[frame], latencies) -
                                      waiting_of(recorded.frames[frame], latencies));
    if (before <= 0.0 || saved <= lost) return std::nullopt;
    return saved / before;
}

std::vector<Finding> findings_of(const TrialSums& recorded, std::span<const TriedChange> tried,
                                 const FindingFacts& facts) {
    return FindingMaker(recorded, tried, facts).make();
}

} // namespace hitmap
