#include "core/analysis/findings/findings.h"

#include "core/analysis/findings/details.h"
#include "core/analysis/findings/finding_text.h"
#include "core/base/name_table.h"
#include "core/cache/results/source_lines.h"
#include "core/trace/model/recording_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

namespace hitmap {

namespace {

constexpr NameTable<FindingWhy, 10> why_names{{{FindingWhy::cold, "cold"},
                                               {FindingWhy::capacity, "capacity"},
                                               {FindingWhy::conflict, "conflict"},
                                               {FindingWhy::misses, "misses"},
                                               {FindingWhy::uncoalesced, "uncoalesced"},
                                               {FindingWhy::divergence, "divergence"},
                                               {FindingWhy::work, "work"},
                                               {FindingWhy::imbalance, "imbalance"},
                                               {FindingWhy::nothing, "nothing"},
                                               {FindingWhy::hot_stack, "hot_stack"}}};

double share_of(double part, double whole) {
    return whole > 0.0 ? part / whole : 0.0;
}

/// An allocation of the recording; no value: what is in none, or all together.
using Subject = std::optional<std::size_t>;

/// A change that helps, and what it helps most.
struct Helpful {
    const TriedChange* tried = nullptr;
    double gain = 0.0; ///< certain_gain()
    Cost metric{};     ///< what it makes less of
};

class FindingMaker {
public:
    FindingMaker(const RecordedTrial& recorded, std::span<const TriedChange> tried, const FindingFacts& facts)
        : recorded_(recorded),
          sums_(recorded.sums),
          tried_(tried),
          facts_(facts),
          lines_(source_lines(facts.info)),
          stack_(first_stack(facts.info)) {
        for (std::size_t i = 0; i < sums_.labels.size(); ++i)
            numbers_.emplace(sums_.labels[i], i);
    }

    std::vector<Finding> make() {
        std::vector<std::pair<double, Finding>> ranked;
        if (auto found = imbalance()) ranked.push_back(std::move(*found));
        const std::map<Subject, Helpful> of_program = best_by_subject(true);
        const std::map<Subject, Helpful> with_more = best_by_subject(false);
        for (const auto& [subject, helpful] : of_program) {
            const auto more = with_more.find(subject);
            const bool is_better = more != with_more.end() && more->second.gain > helpful.gain;
            ranked.emplace_back(helpful.gain,
                                finding_of(subject, helpful, is_better ? more->second.tried : nullptr));
        }
        const auto rises = [](const auto& a, const auto& b) { return a.first > b.first; };
        std::ranges::stable_sort(ranked, rises);
        const auto caches = static_cast<std::ptrdiff_t>(ranked.size());
        for (const auto& [subject, helpful] : with_more)
            if (!of_program.contains(subject))
                ranked.emplace_back(helpful.gain, finding_of(subject, helpful, nullptr));
        std::stable_sort(ranked.begin() + caches, ranked.end(), rises);
        if (ranked.size() > most_findings) ranked.resize(most_findings);
        std::vector<Finding> findings;
        for (auto& [gain, finding] : ranked)
            findings.push_back(std::move(finding));
        if (findings.empty()) findings.push_back(nothing());
        return findings;
    }

    std::vector<Finding> costs() const {
        std::vector<std::pair<double, Finding>> ranked;
        if (auto found = imbalance()) ranked.push_back(std::move(*found));
        const double all = waiting(sums_.total);
        for (std::size_t i = 0; i < sums_.allocations.size(); ++i) {
            const double share = share_of(waiting(sums_.allocations[i]), all);
            if (share >= least_gain) ranked.emplace_back(share, cost_of(i, share));
        }
        std::ranges::stable_sort(ranked, std::ranges::greater{}, &std::pair<double, Finding>::first);
        if (ranked.size() > most_findings) ranked.resize(most_findings);
        std::vector<Finding> findings;
        for (auto& [share, finding] : ranked)
            findings.push_back(std::move(finding));
        return findings;
    }

private:
    double waiting(const TrafficSums& sums) const { return waiting_of(sums, facts_.latencies); }

    /// The allocation of the recording that an allocation of a changed one is, or is a part of.
    Subject owner_of(const TriedChange& tried, std::size_t allocation) const {
        const auto named = [&](const std::string& label) -> Subject {
            const auto place = numbers_.find(label);
            return place == numbers_.end() ? Subject() : Subject(place->second);
        };
        // Another layout keeps the table, and puts the parts of elements that are split behind it.
        if (!tried.change.keeps_requests()) return named(tried.sums.labels[allocation]);
        if (allocation < sums_.labels.size()) return allocation;
        const auto* const layout = std::get_if<LayoutChange>(&tried.change.to);
        return layout != nullptr && !layout->splits.empty() ? named(layout->splits.front().first) : Subject();
    }

    /// [allocations] The waiting that a change saves of each.
    std::vector<double> saved_by(const TriedChange& tried) const {
        std::vector<double> saved;
        for (const TrafficSums& sums : sums_.allocations)
            saved.push_back(waiting(sums));
        for (std::size_t i = 0; i < tried.sums.allocations.size(); ++i)
            if (const Subject owner = owner_of(tried, i)) saved[*owner] -= waiting(tried.sums.allocations[i]);
        return saved;
    }

    /// The allocation whose waiting becomes less by most; no value if that of none does.
    static Subject most_helped(const std::vector<double>& saved) {
        const auto most = std::ranges::max_element(saved);
        if (most == saved.end() || *most <= 0.0) return std::nullopt;
        return static_cast<std::size_t>(most - saved.begin());
    }

    std::map<Subject, Helpful> best_by_subject(bool of_program) const {
        std::map<Subject, Helpful> best;
        const auto consider = [&](const Subject& subject, const Helpful& helpful) {
            Helpful& of_subject = best[subject];
            if (helpful.gain > of_subject.gain) of_subject = helpful;
        };
        for (const TriedChange& tried : tried_) {
            if (!tried.is_possible() || tried.change.is_of_program() != of_program) continue;
            const auto gain =
                certain_gain(sums_, tried.sums, facts_.latencies, tried.change.keeps_requests());
            const auto metric = metric_of(tried.sums);
            if (!gain || *gain < least_gain || !metric) continue;
            const std::vector<double> saved = saved_by(tried);
            consider(most_helped(saved), {&tried, *gain, *metric});
            if (!of_program && stack_ && saved[*stack_] >= least_gain * waiting(sums_.total))
                consider(stack_, {&tried, *gain, *metric});
        }
        return best;
    }

    /// What a change makes less of, by the level where it saves the most waiting.
    std::optional<Cost> metric_of(const TrialSums& changed) const {
        const WaitingParts before = waiting_parts(sums_.total, facts_.latencies);
        const WaitingParts after = waiting_parts(changed.total, facts_.latencies);
        std::array levels{std::pair(before.l1 - after.l1, Cost::l1_lookups),
                          std::pair(before.l2 - after.l2, Cost::l2_bytes),
                          std::pair(before.dram - after.dram, Cost::dram_bytes)};
        std::ranges::stable_sort(levels, [](const auto& a, const auto& b) { return a.first > b.first; });
        // Stores do not wait, but they move bytes.
        for (const auto& [saved, metric] : levels)
            if (saved > 0.0 && amount_of(changed.total, metric) < amount_of(sums_.total, metric))
                return metric;
        return std::nullopt;
    }

    /// Fewer look-ups come from less work, from fewer requests for the same work, or from fewer sectors for
    /// the same requests: from that which explains half of them.
    FindingWhy why_of_lookups(const TrialSums& changed) const {
        const auto less = [](std::uint64_t before, std::uint64_t after) {
            return 1.0 - share_of(static_cast<double>(after), static_cast<double>(before));
        };
        const double lookups = less(sums_.total.sectors, changed.total.sectors);
        if (less(sums_.lane_accesses, changed.lane_accesses) >= lookups / 2) return FindingWhy::work;
        return less(sums_.total.requests, changed.total.requests) >= lookups / 2 ? FindingWhy::divergence
                                                                                 : FindingWhy::uncoalesced;
    }

    /// The misses of the level above the bytes that the metric counts.
    static const MissClasses& misses_of(Cost metric, const TrafficSums& of) {
        return metric == Cost::l2_bytes ? of.l1_misses : of.l2_misses;
    }

    static FindingWhy most_frequent(const MissClasses& misses) {
        if (misses.capacity >= misses.cold && misses.capacity >= misses.conflict) return FindingWhy::capacity;
        return misses.conflict >= misses.cold ? FindingWhy::conflict : FindingWhy::cold;
    }

    FindingWhy why_of(Cost metric, const TrafficSums& of, const TriedChange& tried) const {
        if (metric == Cost::l1_lookups) return why_of_lookups(tried.sums);
        const MissClasses& misses = misses_of(metric, of);
        // What does not go through L1 is moved whether or not something misses.
        if (misses.misses() == 0 || 2 * misses.misses() < of.bypassing + of.atomics)
            return why_of_lookups(tried.sums);
        // A first look-up misses at any capacity.
        return tried.change.is_of_program() ? most_frequent(misses) : FindingWhy::capacity;
    }

    /// The level for which an allocation waits longest.
    Cost costliest(const TrafficSums& of) const {
        const WaitingParts parts = waiting_parts(of, facts_.latencies);
        if (parts.l1 >= parts.l2 && parts.l1 >= parts.dram) return Cost::l1_lookups;
        return parts.l2 >= parts.dram ? Cost::l2_bytes : Cost::dram_bytes;
    }

    /// What an allocation costs, and what of that the recording alone explains.
    /// @param waiting_share  its part of all waiting
    Finding cost_of(std::size_t allocation, double waiting_share) const {
        const TrafficSums& of = sums_.allocations[allocation];
        Finding finding = finding_about(allocation, costliest(of));
        const MissClasses& misses = misses_of(finding.metric, of);
        const FindingWhy reason = misses.misses() == 0 ? FindingWhy::misses : most_frequent(misses);
        finding.why = allocation == stack_ ? FindingWhy::hot_stack : reason;
        const FindingWords words{.finding = finding,
                                 .of = of,
                                 .recorded = recorded_,
                                 .line = name_line(allocation, finding),
                                 .reason = reason};
        std::string text = cost_sentences(words, waiting_share);
        finding.text = std::move(text);
        return finding;
    }

    /// The source line that costs most of the metric in the subject; null if it is not known.
    const SourceLine* costliest_line(Subject subject, Cost metric) const {
        std::vector<double> of_instruction(facts_.info.instructions.size());
        for (const MatrixCell& cell : recorded_.matrix.cells) {
            if (subject && cell.allocation != *subject) continue;
            of_instruction[cell.instruction] +=
                metric == Cost::l1_lookups ? static_cast<double>(cell.sums.l1.lookups)
                : metric == Cost::l2_bytes ? static_cast<double>(cell.sums.l2.lookups)
                                           : cell.sums.l2.miss_count();
        }
        const auto cost = [&](const SourceLine& line) {
            return std::accumulate(line.instructions.begin(), line.instructions.end(), 0.0,
                                   [&](double sum, std::uint32_t i) { return sum + of_instruction[i]; });
        };
        const auto most = std::ranges::max_element(lines_, {}, cost);
        return most == lines_.end() || most->file.empty() || cost(*most) <= 0.0 ? nullptr : &*most;
    }

    /// The level whose misses the finding is about, with twice its capacity. Null if capacity is no matter of
    /// the finding, or its gain is of more capacity.
    const TriedChange* twice(const Finding& finding, FindingWhy reason, const TriedChange& of_gain) const {
        const auto level = level_of_misses(finding.metric);
        if (reason != FindingWhy::capacity || !level || is_of_caches(of_gain)) return nullptr;
        const auto found = std::ranges::find_if(tried_, [&](const TriedChange& tried) {
            return is_of_caches(tried) && tried.change.title.starts_with(name_of(*level));
        });
        return found == tried_.end() ? nullptr : &*found;
    }
    static bool is_of_caches(const TriedChange& tried) {
        return std::holds_alternative<CacheChange>(tried.change.to);
    }

    /// Adds what is known beside sums of the allocation that the finding names.
    void add_details(std::size_t allocation, FindingWhy reason, Finding& finding) const {
        const auto level = level_of_misses(finding.metric);
        if (level && (reason == FindingWhy::capacity || reason == FindingWhy::conflict))
            finding.optimum = optimum_of(recorded_.optimum, *level, allocation);
        const FindingDetails* const known = facts_.details;
        if (known == nullptr) return;
        if (level && (reason == FindingWhy::capacity || reason == FindingWhy::conflict))
            finding.evictor = evictor_of(known->evictions, *level, allocation, sums_.labels);
        const auto found = known->allocations.find(allocation);
        if (found == known->allocations.end()) return;
        const AllocationDetails& details = found->second;
        finding.rays = rays_of(details, level);
        finding.instance = instance_of(details, known->instances, level);
        if (level) finding.region = details.regions[index(*level)];
        if (finding.region) finding.view.region = finding.region->region;
        finding.stack = details.stack;
    }

    /// What an allocation, or all, has of a metric.
    Finding finding_about(Subject subject, Cost metric) const {
        const TrafficSums& of = subject ? sums_.allocations[*subject] : sums_.total;
        Finding finding;
        finding.what_kind = subject ? "allocation" : "recording";
        if (subject) finding.what_name = sums_.labels[*subject];
        finding.metric = metric;
        finding.amount = amount_of(of, metric);
        finding.share = share_of(finding.amount, amount_of(sums_.total, metric));
        finding.view.panel = "traffic";
        finding.view.allocation = finding.what_name;
        return finding;
    }

    /// Names the source line that costs most in the view, and returns its name; empty if it is not known.
    std::string name_line(Subject subject, Finding& finding) const {
        const SourceLine* const line = costliest_line(subject, finding.metric);
        if (line == nullptr) return {};
        finding.view.file = line->file;
        finding.view.line = line->line;
        return line->name;
    }

    /// @param more  a change that saves more and needs more of the GPU; null: none does
    Finding finding_of(Subject subject, const Helpful& helpful, const TriedChange* more) const {
        const TriedChange& tried = *helpful.tried;
        const TrafficSums& of = subject ? sums_.allocations[*subject] : sums_.total;
        Finding finding = finding_about(subject, helpful.metric);
        const FindingWhy reason = why_of(finding.metric, of, tried);
        finding.why = subject && subject == stack_ ? FindingWhy::hot_stack : reason;
        const double all = amount_of(sums_.total, finding.metric);
        const double saved = all - amount_of(tried.sums.total, finding.metric);
        finding.gain = FindingGain{.change = tried.change.title,
                                   .command = tried.change.command,
                                   .amount = saved,
                                   .share = share_of(saved, all),
                                   .waiting = helpful.gain,
                                   .exact = tried.estimates.empty(),
                                   .made_by = std::make_shared<const Change>(tried.change)};
        const std::string line_name = name_line(subject, finding);
        if (subject) add_details(*subject, reason, finding);
        const TriedChange* const wider = twice(finding, reason, tried);
        const auto waiting_saved = [&](const TriedChange& change) {
            return saved_waiting(sums_, change.sums, facts_.latencies);
        };
        const double wider_waiting = wider != nullptr && wider->is_possible() ? waiting_saved(*wider) : 0.0;
        const FindingWords words{finding, of, recorded_, &tried, line_name, wider, wider_waiting, reason};
        std::string text = finding_text(words);
        if (more != nullptr && more != wider) text += more_sentence(words, *more, waiting_saved(*more));
        finding.text = std::move(text);
        return finding;
    }

    std::optional<std::pair<double, Finding>> imbalance() const {
        const RecordingInfo& info = facts_.info;
        const std::vector<SmWork>& sms = recorded_.sms;
        const std::uint64_t count = std::max<std::uint64_t>(info.device.sm_count, sms.size());
        // SMs that an import deals out, and those of a part, are not those of a run.
        if (count < 2 || sms.empty() || origin_of(info, "sm") == Origin::assumed || !part_text(info).empty())
            return std::nullopt;
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
        finding.text = imbalance_text(finding, all, count);
        return std::pair(finding.gain->waiting, finding);
    }

    Finding nothing() const {
        Finding finding;
        finding.what_kind = "recording";
        finding.amount = amount_of(sums_.total, finding.metric);
        finding.share = finding.amount > 0.0 ? 1.0 : 0.0;
        finding.view.panel = "traffic";
        finding.text = nothing_text(recorded_, tried_);
        return finding;
    }

    const RecordedTrial& recorded_;
    const TrialSums& sums_;
    std::span<const TriedChange> tried_;
    const FindingFacts& facts_;
    std::vector<SourceLine> lines_;
    Subject stack_;                              ///< the traversal stack
    std::map<std::string, std::size_t> numbers_; ///< of allocations, by label
};

} // namespace

std::string_view name_of(FindingWhy why) {
    return name_in(why_names, why);
}

std::optional<Level> level_of_misses(Cost metric) {
    if (metric == Cost::l2_bytes) return Level::l1;
    return metric == Cost::dram_bytes ? std::optional(Level::l2) : std::nullopt;
}

double amount_of(const TrafficSums& sums, Cost metric) {
    return costs_of(sums, {.written = true, .reasons = false})[metric].value_or(0.0);
}

double saved_waiting(const TrialSums& recorded, const TrialSums& changed, const LevelLatencies& latencies) {
    const double before = waiting_of(recorded.total, latencies);
    return before > 0.0 ? (before - waiting_of(changed.total, latencies)) / before : 0.0;
}

std::optional<double> certain_gain(const TrialSums& recorded, const TrialSums& changed,
                                   const LevelLatencies& latencies, bool same_requests) {
    const double before = waiting_of(recorded.total, latencies);
    const double saved = before - waiting_of(changed.total, latencies);
    double lost = 0.0;
    if (same_requests)
        for (std::size_t frame = 0; frame < std::min(recorded.frames.size(), changed.frames.size()); ++frame)
            lost += std::max(0.0, waiting_of(changed.frames[frame], latencies) -
                                      waiting_of(recorded.frames[frame], latencies));
    if (before <= 0.0 || saved <= lost) return std::nullopt;
    return saved_waiting(recorded, changed, latencies);
}

std::vector<Finding> findings_of(const RecordedTrial& recorded, std::span<const TriedChange> tried,
                                 const FindingFacts& facts) {
    return FindingMaker(recorded, tried, facts).make();
}

std::vector<Finding> costliest_findings(const RecordedTrial& recorded, const FindingFacts& facts) {
    return FindingMaker(recorded, {}, facts).costs();
}

} // namespace hitmap
