#include "app/sweep/result_table.h"

#include "core/base/text/csv_cell.h"
#include "core/profile/models/headline.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace hitmap {

namespace {

using Value = std::optional<double>;
/// The sums of a kind; no kind: those of the headline hit rate, which with the hierarchy model are those of
/// all requests.
LevelSums sums_of(const RunResult& result, std::optional<ElementKindId> kind, Level level) {
    if (kind) return result.kinds[*kind].of(level);
    if (result.traffic) return levels_of(*result.traffic)[index(level)];
    LevelSums sums;
    for (const ElementKindId each : kinds_with_look_ups())
        sums += result.kinds[each].of(level);
    return sums;
}

/// Returns a function of a result.
auto rate(std::optional<ElementKindId> kind, Level level) {
    return [kind, level](const RunResult& result) -> Value {
        const LevelSums sums = sums_of(result, kind, level);
        if (sums.lookups == 0) return std::nullopt;
        return static_cast<double>(sums.hits) / hit_unit / static_cast<double>(sums.lookups);
    };
}

auto misses_a_ray(std::optional<ElementKindId> kind, Level level) {
    return [kind, level](const RunResult& result) -> Value {
        const LevelSums sums = sums_of(result, kind, level);
        if (result.rays == 0) return std::nullopt;
        return (static_cast<double>(sums.lookups) - static_cast<double>(sums.hits) / hit_unit) /
               static_cast<double>(result.rays);
    };
}

template <std::uint64_t RunResult::*member>
Value count(const RunResult& result) {
    return static_cast<double>(result.*member);
}

/// Returns a number of the traffic. Only the hierarchy model has it.
template <auto number>
Value traffic(const RunResult& result) {
    if (!result.traffic) return std::nullopt;
    return static_cast<double>(number(*result.traffic));
}

template <MissClasses TrafficSums::*level, std::uint64_t MissClasses::*why>
Value misses(const RunResult& result) {
    if (!result.traffic || !result.explains_misses) return std::nullopt;
    return static_cast<double>((*result.traffic).*level.*why);
}

constexpr std::string_view model_columns =
    ",model,preset,ray_kind,only_allocation,only_line,only_instruction,levels_counted,elements_counted";

/// Returns the cells of model_columns.
std::string model_cells(const ResolvedModel& model) {
    const Restriction& only = model.choice.only;
    const CountedAs counting = counting_of(model.config);
    return fmt::format(",{},{},{},{},{},{},{},{}", name_of(model.config),
                       csv_cell(std::string(preset_of(model.config))),
                       only.rays ? to_string(*only.rays) : std::string(),
                       csv_cell(only.allocation.value_or("")), csv_cell(only.line.value_or("")),
                       only.instruction ? std::to_string(*only.instruction) : std::string(),
                       info_of(counting.headline).name, info_of(counting.elements).name);
}

/// Returns the first cells of a row: names and options, which do not depend on the time of the run.
std::string head_cells(const Experiment& e, const SweepRun& run) {
    std::string cells = fmt::format("{},{},{}", e.scenes[run.scene].name,
                                    e.configurations[run.configuration].name, e.caches[run.cache].name);
    for (const TraceOption& option : trace_option_table())
        cells += "," + option.get(e.configurations[run.configuration].options);
    const ResolvedModel& model = e.caches[run.cache].model;
    return cells + fmt::format(",{},{}", to_string(l1_of(model.config)), to_string(l2_of(model.config))) +
           model_cells(model);
}

std::string csv_number(const ResultColumn& column, const RunResult& result) {
    const Value value = column.value(result);
    if (!value) return ",";
    return column.form == ResultColumn::Form::whole ? fmt::format(",{:.0f}", *value)
                                                    : fmt::format(",{:.9g}", *value);
}

std::string time_cells(const RunResult& result) {
    if (!result.time || result.time->launch_seconds <= 0) return ",,,,,";
    const double seconds = result.time->launch_seconds;
    return fmt::format(",{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}", result.time->seconds, seconds,
                       result.time->launch_processor_seconds, static_cast<double>(result.rays) / seconds,
                       static_cast<double>(result.requests) / seconds);
}

std::string recording_cells(const RunResult& result) {
    if (!result.recording || result.requests == 0) return ",,,";
    return fmt::format(",{},{},{:.9g}", result.recording->bytes, result.recording->request_bytes,
                       static_cast<double>(result.recording->request_bytes) /
                           static_cast<double>(result.requests));
}

/// Returns the accesses, hit rates and misses of each kind, and of all together.
void append_kind_columns(std::vector<ResultColumn>& columns) {
    using Form = ResultColumn::Form;
    const std::vector<ElementKindId> kinds = in_drawing_order(kinds_with_look_ups());
    const std::string together = kinds.size() == 2 ? "both" : "all";
    for (const ElementKindId kind : kinds)
        columns.push_back({fmt::format("{}_accesses", element_kinds()[kind].name), "", "", Form::number,
                           [kind](const RunResult& result) {
                               return Value(static_cast<double>(result.kinds[kind].accesses));
                           }});
    for (const auto& [level, name] : {std::pair(Level::l1, "l1"), std::pair(Level::l2, "l2")}) {
        const std::string_view title = name_of(level);
        for (const ElementKindId kind : kinds) {
            const std::string of_kind = fmt::format("{} {}", title, element_kinds()[kind].plural);
            columns.push_back({fmt::format("{}_{}_hit_rate", element_kinds()[kind].name, name), of_kind,
                               of_kind, Form::rate, rate(kind, level)});
        }
        columns.push_back({fmt::format("{}_hit_rate", name), std::string(title), std::string(title),
                           Form::rate, rate(std::nullopt, level)});
    }
    for (const auto& [level, name] : {std::pair(Level::l1, "l1"), std::pair(Level::l2, "l2")}) {
        for (const ElementKindId kind : kinds) {
            const std::string plural(element_kinds()[kind].plural);
            const std::string of_kind =
                kind == kinds.front() ? fmt::format("{} misses a ray, {}", name_of(level), plural) : plural;
            columns.push_back({fmt::format("{}_{}_misses_per_ray", element_kinds()[kind].name, name), of_kind,
                               of_kind, Form::number, misses_a_ray(kind, level)});
        }
        columns.push_back({fmt::format("{}_misses_per_ray", name), together, "requests", Form::number,
                           misses_a_ray(std::nullopt, level)});
    }
}

std::vector<ResultColumn> make_result_columns() {
    using Form = ResultColumn::Form;
    constexpr Form number = Form::number;
    constexpr Form whole = Form::whole;
    std::vector<ResultColumn> columns{
        {"triangles", "", "", number, count<&RunResult::triangles>},
        {"bvh_depth", "", "", number, [](const RunResult& r) { return Value(r.depth); }},
        {"sah_cost", "", "", number, [](const RunResult& r) { return Value(r.sah_cost); }},
        {"end_point_overlap", "", "", number, [](const RunResult& r) { return Value(r.end_point_overlap); }},
        {"rays", "", "", number, count<&RunResult::rays>},
        {"requests", "", "", number, count<&RunResult::requests>},
        {"lane_accesses", "", "", number, count<&RunResult::lane_accesses>},
    };
    append_kind_columns(columns);
    const std::vector<ResultColumn> of_traffic{
        {"request_sectors", "", "Sectors", whole, traffic<[](const TrafficSums& t) { return t.sectors; }>},
        {"l1_hits", "", "", whole, traffic<[](const TrafficSums& t) { return t.l1_hits(); }>},
        {"l1_lookups", "", "", whole, traffic<[](const TrafficSums& t) { return t.l1_lookups(); }>},
        {"l2_hits", "", "", whole, traffic<[](const TrafficSums& t) { return t.l2_hits; }>},
        {"l2_lookups", "", "", whole, traffic<[](const TrafficSums& t) { return t.l2_lookups; }>},
        {"dram_bytes", "", "DRAM bytes", whole,
         traffic<[](const TrafficSums& t) { return moved_bytes(t).dram; }>},
        {"dram_read_bytes", "", "DRAM bytes read", whole,
         traffic<[](const TrafficSums& t) { return moved_bytes(t).dram_read; }>},
        {"l1_cold_misses", "", "", whole, misses<&TrafficSums::l1_misses, &MissClasses::cold>},
        {"l1_capacity_misses", "", "", whole, misses<&TrafficSums::l1_misses, &MissClasses::capacity>},
        {"l1_conflict_misses", "", "", whole, misses<&TrafficSums::l1_misses, &MissClasses::conflict>},
        {"l2_cold_misses", "", "", whole, misses<&TrafficSums::l2_misses, &MissClasses::cold>},
        {"l2_capacity_misses", "", "", whole, misses<&TrafficSums::l2_misses, &MissClasses::capacity>},
        {"l2_conflict_misses", "", "", whole, misses<&TrafficSums::l2_misses, &MissClasses::conflict>},
    };
    columns.insert(columns.end(), of_traffic.begin(), of_traffic.end());
    return columns;
}

} // namespace

const std::vector<ResultColumn>& result_columns() {
    static const std::vector<ResultColumn> columns = make_result_columns();
    return columns;
}

std::string results_csv(const Experiment& experiment, const std::vector<FinishedRun>& runs,
                        const MoreColumns& more) {
    std::string text = "scene,configuration,cache";
    for (const TraceOption& option : trace_option_table())
        text += "," + option.name;
    text += ",l1,l2";
    text += model_columns;
    for (const ResultColumn& column : result_columns())
        text += "," + column.name;
    if (more.recordings) text += ",recording_bytes,request_bytes,bytes_per_request";
    if (more.times)
        text += ",seconds,launch_seconds,launch_processor_seconds,rays_per_second,requests_per_second";
    text += "\n";
    for (const FinishedRun& run : runs) {
        text += head_cells(experiment, run.run);
        for (const ResultColumn& column : result_columns()) {
            text += csv_number(column, run.result);
        }
        if (more.recordings) text += recording_cells(run.result);
        if (more.times) text += time_cells(run.result);
        text += "\n";
    }
    return text;
}

} // namespace hitmap
