#pragma once

#include "core/jobs/progress.h"
#include "core/replay/driver/driver_structure.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// Whether a recording has the acceleration structures that the driver built, in a layout that is known.
[[nodiscard]] bool has_driver_tree(const RecordingInfo& info);

/// The allocations that hold these structures, as numbers in the table of allocations, the one of instances
/// first. Throws Error if the options name none, a layout that is not known, or an address without an
/// allocation.
[[nodiscard]] std::vector<std::uint32_t> driver_allocations(const RecordingInfo& info);

/// Decodes them. Throws what driver_allocations() throws, FileError if the bytes are no such structures or an
/// instance places none of them, and Cancelled.
[[nodiscard]] DriverTree read_driver_tree(const HmtFile& file, const JobContext& job = {});

} // namespace hitmap
