#include "app/cli/export/export_contents.h"

#include "app/cli/base/option_check.h"
#include "app/cli/csv/contents_csv.h"
#include "core/base/error.h"
#include "core/cache/evictions/eviction_sink.h"
#include "core/cache/occupancy/occupancy_sink.h"
#include "core/cache/pipeline/hierarchy.h"
#include "core/profile/query/time_window.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace hitmap {

void add_sm_option(CLI::App& command, std::optional<std::uint32_t>& sm) {
    command.add_option("--sm", sm, "With --occupancy: the L1 of this SM instead of the mean over all SMs")
        ->check(whole_number(0, RecordingLimits::sms - 1))
        ->type_name("N");
}

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
    if (sm && *sm >= info.device.sm_count)
        throw UsageError(fmt::format("--sm: expected less than {}, the SMs of the device; found {}",
                                     info.device.sm_count, *sm));
    std::vector<std::uint64_t> ends;
    for (std::uint64_t frame = 0; frame < frames; ++frame)
        ends.push_back(frame_window(info.positions(), frames, frame).last);
    OccupancySink occupancy(info, std::move(ends), sm);
    simulate_hierarchy(*input.source, config, {.uses = &occupancy}, input.pool, job);
    write_occupancy_csv(info, occupancy, text);
}

} // namespace hitmap
