#include "app/sweep/result_table.h"

#include "core/base/encode/csv_cell.h"
#include "core/profile/models/headline.h"
#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

using Value = std::optional<double>;
enum class Of : std::uint8_t { faces, boxes, all };

/// Of::all gives the sums of the headline hit rate: with the hierarchy model, those of all requests.
template <Of of, Level level>
LevelSums sums_of(const RunResult& result) {
    if (of == Of::all && result.traffic) return levels_of(*result.traffic)[index(level)];
    LevelSums sums;
    const auto add = [&](ElementKindId kind) { sums += result.kinds[kind].of(level); };
    if (of != Of::boxes) add(face_kind);
    if (of != Of::faces) add(box_kind);
    return sums;
}

template <Of of, Level level>
Value rate(const RunResult& result) {
    const LevelSums sums = sums_of<of, level>(result);
    if (sums.lookups == 0) return std::nullopt;
    return static_cast<double>(sums.hits) / hit_unit / static_cast<double>(sums.lookups);
}

template <Of of, Level level>
Value misses_a_ray(const RunResult& result) {
    const LevelSums sums = sums_of<of, level>(result);
    if (result.rays == 0) return std::nullopt;
    return (static_cast<double>(sums.lookups) - static_cast<double>(sums.hits) / hit_unit) /
           static_cast<double>(result.rays);
}

template <std::uint64_t RunResult::*member>
Value count(const RunResult& result) {
    return static_cast<double>(result.*member);
}

template <ElementKindId kind>
Value accesses(const RunResult& result) {
    return static_cast<double>(result.kinds[kind].accesses);
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

} // namespace

const std::vector<ResultColumn>& result_columns() {
    using Form = ResultColumn::Form;
    constexpr Form number = Form::number;
    constexpr Form rate_form = Form::rate;
    constexpr Form whole = Form::whole;
    static const std::vector<ResultColumn> columns{
        {"triangles", "", "", number, count<&RunResult::triangles>},
        {"bvh_depth", "", "", number, [](const RunResult& r) { return Value(r.depth); }},
        {"sah_cost", "", "", number, [](const RunResult& r) { return Value(r.sah_cost); }},
        {"end_point_overlap", "", "", number, [](const RunResult& r) { return Value(r.end_point_overlap); }},
        {"rays", "", "", number, count<&RunResult::rays>},
        {"requests", "", "", number, count<&RunResult::requests>},
        {"lane_accesses", "", "", number, count<&RunResult::lane_accesses>},
        {"face_accesses", "", "", number, accesses<face_kind>},
        {"box_accesses", "", "", number, accesses<box_kind>},
        {"face_l1_hit_rate", "L1 faces", "L1 faces", rate_form, rate<Of::faces, Level::l1>},
        {"box_l1_hit_rate", "L1 boxes", "L1 boxes", rate_form, rate<Of::boxes, Level::l1>},
        {"l1_hit_rate", "L1", "L1", rate_form, rate<Of::all, Level::l1>},
        {"face_l2_hit_rate", "L2 faces", "L2 faces", rate_form, rate<Of::faces, Level::l2>},
        {"box_l2_hit_rate", "L2 boxes", "L2 boxes", rate_form, rate<Of::boxes, Level::l2>},
        {"l2_hit_rate", "L2", "L2", rate_form, rate<Of::all, Level::l2>},
        {"face_l1_misses_per_ray", "L1 misses a ray, faces", "L1 misses a ray, faces", number,
         misses_a_ray<Of::faces, Level::l1>},
        {"box_l1_misses_per_ray", "boxes", "boxes", number, misses_a_ray<Of::boxes, Level::l1>},
        {"l1_misses_per_ray", "both", "requests", number, misses_a_ray<Of::all, Level::l1>},
        {"face_l2_misses_per_ray", "L2 misses a ray, faces", "L2 misses a ray, faces", number,
         misses_a_ray<Of::faces, Level::l2>},
        {"box_l2_misses_per_ray", "boxes", "boxes", number, misses_a_ray<Of::boxes, Level::l2>},
        {"l2_misses_per_ray", "both", "requests", number, misses_a_ray<Of::all, Level::l2>},
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
