#include "app/cli/input/address_input.h"

#include "app/cli/base/terminal.h"
#include "core/base/error.h"
#include "core/base/text/printable.h"
#include "core/cache/pipeline/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

std::vector<AddressMap> simulate_addresses(const AddressOptions& options, const HierarchyConfig& config,
                                           const std::vector<TimeWindow>& windows, ModelInput& input,
                                           const JobContext& job) {
    const RecordingInfo& info = input.file.info();
    const AddressRange range = options.addresses(info);
    const AddressAxis axis(info, range, options.most_rows(), config.l1.line);
    if (axis.rows().empty())
        throw FileError(input.path, "allocations",
                        fmt::format("expected one with addresses from {:#x} to below {:#x}, found none",
                                    range.first, range.last));
    std::vector<AddressMap> maps;
    for (const TimeWindow& window : windows)
        maps.emplace_back(axis, window.first, std::max(window.last, window.first + 1), info.positions());
    HierarchySinks sinks;
    sinks.addresses = maps;
    simulate_hierarchy(*input.source, config, sinks, input.pool, job);
    std::uint64_t outside = 0;
    for (const AddressMap& map : maps)
        outside += map.sectors_outside;
    if (outside != 0)
        tell("hitmap: {}: {} sectors are in no allocation and have no row\n", printable(input.path), outside);
    return maps;
}

} // namespace hitmap
