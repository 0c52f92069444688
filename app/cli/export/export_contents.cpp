#include "app/cli/export/export_contents.h"

#include "app/cli/base/option_check.h"
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

void add_sm_option(CLI::App& command, std::optional<std::uint32_t>& sm) {
    command
        .add_option(
            "--sm", sm,
            "With --occupancy: the L1 of this SM instead of the mean over all SMs; with --held-lines: the SM "
            "whose L1 is meant (default 0)")
        ->check(whole_number(0, RecordingLimits::sms - 1))
        ->type_name("N");
}

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

void export_evictions(const HierarchyConfig& config, ModelInput& input, TextOutput& text,
                      const JobContext& job) {
    const RecordingInfo& info = input.file.info();
    EvictionSink evictions(BoxLevels(info, input.source->scene(job)));
    simulate_hierarchy(*input.source, config, {.uses = &evictions}, input.pool, job);
    write_eviction_csv(info, evictions.report(), text);
}

void export_occupancy(std::uint64_t frames, std::optional<std::uint32_t> sm, const HierarchyConfig& config,
                      ModelInput& input, TextOutput& text, const JobContext& job) {
    const RecordingInfo& info = input.file.info();
    check_sm(info, sm);
    OccupancySink occupancy(info, ends_of_frames(info, frames), sm);
    simulate_hierarchy(*input.source, config, {.uses = &occupancy}, input.pool, job);
    write_occupancy_csv(info, occupancy, text);
}

std::uint64_t held_lines_export_bytes(std::uint64_t frames, const HierarchyConfig& config) {
    return std::min(most_held_lines, std::min(frames, most_held_lines) * most_lines_of(config)) *
           held_line_bytes;
}

void export_held_lines(std::uint64_t frames, std::optional<std::uint32_t> sm, const HierarchyConfig& config,
                       ModelInput& input, TextOutput& text, const JobContext& job) {
    const RecordingInfo& info = input.file.info();
    check_sm(info, sm);
    const std::uint64_t lines = most_lines_of(config);
    if (frames > most_held_lines / std::max<std::uint64_t>(1, lines))
        throw UsageError(fmt::format("--frames: expected at most {} with {} lines of L1 and L2, found {}",
                                     most_held_lines / std::max<std::uint64_t>(1, lines), lines, frames));
    const BoxLevels levels(info, input.source->scene(job));
    const std::vector<std::uint64_t> ends = ends_of_frames(info, frames);
    HeldLinesSink l1(info, levels, {.level = Level::l1, .sm = sm.value_or(0), .moments = ends});
    HeldLinesSink l2(info, levels, {.level = Level::l2, .moments = ends});
    LineUseSinks both({&l1, &l2});
    simulate_hierarchy(*input.source, config, {.uses = &both}, input.pool, job);
    write_held_lines_csv(info, {l1.take(), l2.take()}, text);
}

} // namespace hitmap
