#include "app/cli/export/address_input.h"

#include "app/cli/base/terminal.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/cache/pipeline/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

AddressMap simulate_addresses(const AddressOptions& options, const HierarchyConfig& config, TimeWindow window,
                              ModelInput& input, const JobContext& job) {
    const RecordingInfo& info = input.file.info();
    const AddressRange range = options.addresses(info);
    AddressAxis axis(info, range, options.most_rows(), config.l1.line);
    if (axis.rows().empty())
        throw FileError(input.path, "allocations",
                        fmt::format("expected one with addresses from {:#x} to below {:#x}, found none",
                                    range.first, range.last));
    AddressMap map(std::move(axis), window.first, std::max(window.last, window.first + 1), info.positions());
    HierarchySinks sinks;
    sinks.addresses = &map;
    simulate_hierarchy(*input.source, config, sinks, input.pool, job);
    if (map.sectors_outside != 0)
        tell("hitmap: {}: {} sectors are in no allocation and have no row\n", printable(input.path),
             map.sectors_outside);
    return map;
}

} // namespace hitmap
