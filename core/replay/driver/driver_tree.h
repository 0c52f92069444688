#pragma once

#include "core/jobs/progress.h"
#include "core/replay/driver/driver_structure.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace hitmap {

/// The option of a recording that names an acceleration structure of the driver, which is an allocation with
/// contents: layout, level and address, "lavapipe-25.0 top 0x7f0000001000". One for each structure.
inline constexpr std::string_view acceleration_structure_option = "acceleration-structure";

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
