#include "core/profile/elements/time_curve.h"

#include "core/base/error.h"
#include "core/cache/results/traffic_sums.h"
#include "core/profile/sums/level_groups.h"
#include "core/profile/sums/sm_table.h"
#include "core/trace/model/allocation_label.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace hitmap {

namespace {

/// Sums of a part in a window.
struct PartSums {
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;
    LevelSums l1;
    LevelSums l2;
};

CurvePoint point_of(Metric metric, TimeWindow window, QuantitySums sums) {
    sums.positions = window.count();
    CurvePoint point{window, sums, undefined_value};
    point.value = info_of(metric.quantity).value(sums);
    return point;
}

/// A part without requests in a frame has look-ups, if any, of lines that L1 writes back later.
CurvePoint point_of(Metric metric, TimeWindow window, const PartSums& part) {
    QuantitySums sums;
    sums.requests = part.requests;
    sums.sectors = part.sectors;
    sums.accesses = part.requests != 0 ? part.requests : part.l1.lookups + part.l2.lookups;
    if (metric.level) sums.level = *metric.level == Level::l1 ? part.l1 : part.l2;
    return point_of(metric, window, sums);
}

LevelSums with_misses(LevelSums sums, const MissClasses& misses) {
    sums.cold = misses.cold;
    sums.conflict = misses.conflict;
    return sums;
}

PartSums part_of(const TrafficSums& sums) {
    const LevelSums l1{.hits = sums.l1_hits() * hit_unit, .lookups = sums.l1_lookups()};
    const LevelSums l2{.hits = sums.l2_hits * hit_unit, .lookups = sums.l2_lookups};
    return {sums.requests, sums.sectors, with_misses(l1, sums.l1_misses), with_misses(l2, sums.l2_misses)};
}

/// Returns the numbers of the allocation in the table; empty if there is none with this label.
std::optional<std::size_t> allocation_of(const CurveSubject& subject, const RecordingInfo& info) {
    const auto* const of = std::get_if<CurveAllocation>(&subject);
    if (of == nullptr) return std::nullopt;
    const std::vector<std::string> labels = allocation_labels(info);
    const auto found = std::find(labels.begin(), labels.end(), of->label);
    if (found == labels.end()) return std::nullopt;
    return static_cast<std::size_t>(found - labels.begin());
}

/// Returns why the recording does not have the subject; empty if it does.
std::string why_absent(const CurveSubject& subject, const Profile& profile, const RecordingInfo& info,
                       const JobContext& job) {
    const std::string absent = fmt::format("the recording has no {}", to_string(subject));
    if (const auto* of = std::get_if<CurveElement>(&subject))
        return of->element < profile.element_count(of->kind) ? "" : absent;
    if (const auto* of = std::get_if<CurveSm>(&subject)) {
        const auto table = profile.sm_table(job);
        if (table == nullptr)
            return profile.capabilities().can_resimulate
                       ? "it is not known yet which SM made which access"
                       : "a recording of sums does not say which SM made which access";
        return of->sm < table->sms() ? "" : absent;
    }
    if (std::holds_alternative<CurveAllocation>(subject)) return allocation_of(subject, info) ? "" : absent;
    return instructions_of(subject, info).empty() ? absent : "";
}

std::string why_no_metric(const WantedCurve& request, const Profile& profile) {
    const QuantityInfo& quantity = info_of(request.metric.quantity);
    const std::string& title = info_of(request.metric).title;
    if (!quantity.subjects.has(metrics_of(request.subject)))
        return metrics_of(request.subject) == Subject::part
                   ? fmt::format("{} is known for faces, boxes and pixels only", title)
                   : fmt::format("{} is known for allocations, source lines, instructions and SMs only",
                                 title);
    if (const auto* of = std::get_if<CurveElement>(&request.subject))
        if (quantity.of_lookups() && !element_kinds()[of->kind].has_look_ups)
            return fmt::format("{} have no look-ups of their own", element_kinds()[of->kind].plural);
    if (std::holds_alternative<CurveSm>(request.subject) &&
        (quantity.sums.intersects(reuse_sums) || quantity.sums.has(Sum::sectors)))
        return fmt::format("{} are not known by SM", title);
    if (quantity.term) return fmt::format("{} does not change with time", title);
    if (!can_answer(profile.capabilities(), request.metric))
        return fmt::format("the simulation does not give {}", title);
    return {};
}

/// Adds the points of an element.
void add_element(TimeCurve& curve, const CurveElement& of, const Profile& profile, std::uint64_t q,
                 const JobContext& job) {
    for (const ElementFrame& frame : profile.element_frames(q, of.kind, of.element, job)) {
        QuantitySums sums;
        sums.accesses = frame.sums.accesses;
        sums.elements_accessed = frame.sums.elements_accessed;
        sums.last_access = frame.last_access;
        if (curve.metric.level) sums.level = frame.sums.of(*curve.metric.level);
        curve.points.push_back(point_of(curve.metric, frame.window, sums));
    }
}

/// Adds the points of an SM: the sums of the intervals of the table that each frame overlaps.
void add_sm(TimeCurve& curve, const CurveSm& of, const Profile& profile, std::uint64_t q,
            const JobContext& job) {
    const auto found = profile.sm_table(job);
    const SmTable& table = *found;
    const std::uint64_t positions = profile.positions();
    for (std::uint64_t f = 0; f < q; ++f) {
        job.check();
        const TimeWindow window = frame_window(positions, q, f);
        TimeWindow served{window.first, window.first};
        PartSums part;
        if (window.count() != 0) {
            const std::uint64_t first = frame_of(positions, table.intervals(), window.first);
            const std::uint64_t last = frame_of(positions, table.intervals(), window.last - 1);
            served = {table.window(first).first, table.window(last).last};
            SmSums sums;
            for (std::uint64_t i = first; i <= last; ++i)
                sums += table.of(of.sm)[i];
            part = {sums.requests, 0, sums.l1(), sums.l2()};
        }
        curve.points.push_back(point_of(curve.metric, served, part));
    }
}

/// The rows of the sums of requests that a curve adds up.
struct PartRows {
    std::size_t curve = 0; ///< its index
    std::optional<std::size_t> allocation;
    std::vector<std::uint32_t> instructions;
};

/// Adds the points of allocations, lines and instructions. All of them need the same sums.
void add_parts(std::vector<TimeCurve>& curves, const std::vector<PartRows>& parts, const Profile& profile,
               std::uint64_t q, const JobContext& job) {
    for (std::uint64_t f = 0; f < q && !parts.empty(); ++f) {
        job.check();
        const TimeWindow window = frame_window(profile.positions(), q, f);
        const auto traffic = profile.traffic(window);
        const AllocationWindow allocations = traffic ? AllocationWindow{} : profile.allocations(window);
        for (const PartRows& rows : parts) {
            PartSums part;
            if (traffic) {
                TrafficSums sums = rows.allocation ? traffic->allocations[*rows.allocation] : TrafficSums{};
                for (const std::uint32_t i : rows.instructions)
                    sums += traffic->instructions[i];
                part = part_of(sums);
            } else {
                const AllocationSums& sums = allocations.allocations[*rows.allocation];
                part = {sums.requests, sums.sectors, sums.l1, sums.l2};
            }
            TimeCurve& curve = curves[rows.curve];
            curve.points.push_back(
                point_of(curve.metric, traffic ? traffic->window : allocations.window, part));
        }
    }
}

} // namespace

WantedCurve parse_curve_request(std::string_view text, std::string_view option) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string_view::npos) return {parse_curve_subject(text, option), "l1-hit-rate"_metric};
    CurveSubject subject = parse_curve_subject(text.substr(0, equals), option);
    const std::string_view name = text.substr(equals + 1);
    const auto metric = metric_named(name, metrics_of(subject));
    if (metric) return {std::move(subject), *metric};
    std::vector<std::string_view> known;
    for (const MetricInfo& each : metric_table(metrics_of(subject)))
        known.push_back(each.name);
    throw UsageError(
        fmt::format("{}: expected one of {} after =, found '{}'", option, fmt::join(known, ", "), name));
}

std::vector<TimeCurve> time_curves(const Profile& profile, const RecordingInfo& info,
                                   std::span<const WantedCurve> requests, std::uint64_t q,
                                   const JobContext& job) {
    std::vector<TimeCurve> curves;
    std::vector<PartRows> parts;
    const bool has_traffic = profile.traffic({0, 0}).has_value();
    const bool has_allocations = has_traffic || !profile.allocations({0, 0}).allocations.empty();
    for (const WantedCurve& request : requests) {
        job.check();
        TimeCurve& curve = curves.emplace_back(TimeCurve{request.subject, request.metric, {}, {}});
        curve.refusal = why_absent(request.subject, profile, info, job);
        if (curve.refusal.empty()) curve.refusal = why_no_metric(request, profile);
        if (!curve.refusal.empty()) continue;
        if (const auto* element = std::get_if<CurveElement>(&request.subject)) {
            add_element(curve, *element, profile, q, job);
        } else if (const auto* sm = std::get_if<CurveSm>(&request.subject)) {
            add_sm(curve, *sm, profile, q, job);
        } else {
            PartRows rows{curves.size() - 1, allocation_of(request.subject, info),
                          instructions_of(request.subject, info)};
            if (!rows.allocation && !has_traffic)
                curve.refusal = "the stack distance cache model counts elements, not instructions";
            else if (!has_allocations)
                curve.refusal = "a recording of sums has none by allocation";
            else
                parts.push_back(std::move(rows));
        }
    }
    add_parts(curves, parts, profile, q, job);
    return curves;
}

} // namespace hitmap
