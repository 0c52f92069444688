#include "app/sweep/result_table.h"

#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

using Value = std::optional<double>;
enum class Of : std::uint8_t { faces, boxes, all };

template <Of of, Level level>
LevelSums sums_of(const RunResult& result) {
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

/// Names and clock-free options in front of the numbers.
std::string head_cells(const Experiment& e, const SweepRun& run) {
    std::string cells = fmt::format("{},{},{}", e.scenes[run.scene].name,
                                    e.configurations[run.configuration].name, e.caches[run.cache].name);
    for (const TraceOption& option : trace_option_table())
        cells += "," + option.get(e.configurations[run.configuration].options);
    const SdcmConfig& cache = e.caches[run.cache].config;
    return cells + fmt::format(",{},{}", to_string(cache.l1), to_string(cache.l2));
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
    static const std::vector<ResultColumn> columns{
        {"triangles", "", false, count<&RunResult::triangles>},
        {"bvh_depth", "", false, [](const RunResult& r) { return Value(r.depth); }},
        {"sah_cost", "", false, [](const RunResult& r) { return Value(r.sah_cost); }},
        {"end_point_overlap", "", false, [](const RunResult& r) { return Value(r.end_point_overlap); }},
        {"rays", "", false, count<&RunResult::rays>},
        {"requests", "", false, count<&RunResult::requests>},
        {"lane_accesses", "", false, count<&RunResult::lane_accesses>},
        {"face_accesses", "", false, accesses<face_kind>},
        {"box_accesses", "", false, accesses<box_kind>},
        {"face_l1_hit_rate", "L1 faces", true, rate<Of::faces, Level::l1>},
        {"box_l1_hit_rate", "L1 boxes", true, rate<Of::boxes, Level::l1>},
        {"l1_hit_rate", "L1", true, rate<Of::all, Level::l1>},
        {"face_l2_hit_rate", "L2 faces", true, rate<Of::faces, Level::l2>},
        {"box_l2_hit_rate", "L2 boxes", true, rate<Of::boxes, Level::l2>},
        {"l2_hit_rate", "L2", true, rate<Of::all, Level::l2>},
        {"face_l1_misses_per_ray", "L1 misses a ray, faces", false, misses_a_ray<Of::faces, Level::l1>},
        {"box_l1_misses_per_ray", "boxes", false, misses_a_ray<Of::boxes, Level::l1>},
        {"l1_misses_per_ray", "both", false, misses_a_ray<Of::all, Level::l1>},
        {"face_l2_misses_per_ray", "L2 misses a ray, faces", false, misses_a_ray<Of::faces, Level::l2>},
        {"box_l2_misses_per_ray", "boxes", false, misses_a_ray<Of::boxes, Level::l2>},
        {"l2_misses_per_ray", "both", false, misses_a_ray<Of::all, Level::l2>},
    };
    return columns;
}

std::string results_csv(const Experiment& experiment, const std::vector<FinishedRun>& runs,
                        const MoreColumns& more) {
    std::string text = "scene,configuration,cache";
    for (const TraceOption& option : trace_option_table())
        text += "," + option.name;
    text += ",l1,l2";
    for (const ResultColumn& column : result_columns())
        text += "," + column.name;
    if (more.recordings) text += ",recording_bytes,request_bytes,bytes_per_request";
    if (more.times)
        text += ",seconds,launch_seconds,launch_processor_seconds,rays_per_second,requests_per_second";
    text += "\n";
    for (const FinishedRun& run : runs) {
        text += head_cells(experiment, run.run);
        for (const ResultColumn& column : result_columns()) {
            const Value value = column.value(run.result);
            text += value ? fmt::format(",{:.9g}", *value) : ",";
        }
        if (more.recordings) text += recording_cells(run.result);
        if (more.times) text += time_cells(run.result);
        text += "\n";
    }
    return text;
}

} // namespace hitmap
