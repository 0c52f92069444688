
#include "app/cli/export/export_writers.h"
#include "app/cli/files/contents_csv.h"
#include "core/base/error.h"
#include "core/cache/contents/eviction_sink.h"
#include "core/cache/contents/held_lines_sink.h"
#include "core/cache/contents/occupancy_sink.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/cache/stages/line_use_sinks.h"
#include "core/profile/query/time_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

void check_sm(const RecordingInfo& info, const std::optional<std::uint32_t>& sm) {
    if (sm && *sm >= info.device.sm_count)
        throw UsageError(fmt::format("--sm: expected less than {}, the SMs of the device; found {}",
                                     info.device.sm_count, *sm));
}

std::vector<std::uint64_t> ends_of_frames(const RecordingInfo& info, std::uint64_t frames) {
    std::vector<std::uint64_t> ends;
    for (std::uint64_t frame = 0; frame < frames; ++frame)
        ends.push_back(frame_window(info.positions(), frames, frame).last);
    return ends;
}

/// More rows would take more than 3 GiB of memory.
constexpr std::uint64_t most_held_lines = std::uint64_t{1} << 25;

std::uint64_t most_lines_of(const HierarchyConfig& config) {
    return config.l1.lines() * config.l1_units + config.l2.lines();
}

} // namespace

void export_evictions(const ExportInput& input, TextOutput& text) {
    EvictionSink evictions(BoxLevels(input.info(), input.recording.source->scene(input.job)));
    simulate_hierarchy(*input.recording.source, input.hierarchy(), {.uses = &evictions}, input.recording.pool,
                       input.job);
    write_eviction_csv(input.info(), evictions.report(), text);
}

void export_occupancy(const ExportInput& input, TextOutput& text) {
    const RecordingInfo& info = input.info();
    check_sm(info, input.options.sm);
    OccupancySink occupancy(info, ends_of_frames(info, input.options.frame_count()), input.options.sm);
    simulate_hierarchy(*input.recording.source, input.hierarchy(), {.uses = &occupancy}, input.recording.pool,
                       input.job);
    write_occupancy_csv(info, occupancy, text);
}

std::uint64_t eviction_table_bytes(const ExportOptions& /*options*/, const ModelConfig& config,
                                   const RecordingInfo& info) {
    return EvictionSink::estimated_bytes(info, std::get<HierarchyConfig>(config));
}

std::uint64_t held_line_table_bytes(const ExportOptions& options, const ModelConfig& config,
                                    const RecordingInfo& /*info*/) {
    const std::uint64_t lines = most_lines_of(std::get<HierarchyConfig>(config));
    return std::min(most_held_lines, std::min(options.frame_count(), most_held_lines) * lines) *
           held_line_bytes;
}

void export_held_lines(const ExportInput& input, TextOutput& text) {
    const RecordingInfo& info = input.info();
    check_sm(info, input.options.sm);
    const std::uint64_t frames = input.options.frame_count();
    const std::uint64_t lines = most_lines_of(input.hierarchy());
    const std::uint64_t most_frames_held = most_held_lines / std::max<std::uint64_t>(1, lines);
    if (frames > most_frames_held)
        throw UsageError(fmt::format("--frames: expected at most {} with {} lines of L1 and L2, found {}",
                                     most_frames_held, lines, frames));
    const BoxLevels levels(info, input.recording.source->scene(input.job));
    const std::vector<std::uint64_t> ends = ends_of_frames(info, frames);
    HeldLinesSink l1(info, levels, {.level = Level::l1, .sm = input.options.sm.value_or(0), .moments = ends});
    HeldLinesSink l2(info, levels, {.level = Level::l2, .moments = ends});
    LineUseSinks both({&l1, &l2});
    simulate_hierarchy(*input.recording.source, input.hierarchy(), {.uses = &both}, input.recording.pool,
                       input.job);
    write_held_lines_csv(info, {l1.take(), l2.take()}, text);
}

} // namespace hitmap
