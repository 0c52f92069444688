#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "capture/spool/spool_survey.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

/// An allocation of the recording: a buffer, or a part of one that a binding uses alone.
struct PlannedAllocation {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint32_t stride = 0;
    std::uint32_t element_bytes = 0;
    std::uint32_t first_launch = 0;
    std::uint32_t last_launch = ~std::uint32_t{0}; ///< not included
    std::uint32_t buffer = 0;
    std::uint64_t buffer_offset = 0;
};

/// The allocations of a recording.
struct AllocationPlan {
    std::vector<PlannedAllocation> allocations;
    std::size_t left_out = 0; ///< that the recording has no room for
};

/// The allocations of all buffers that launches use through descriptors, and of the others that may be used
/// through their addresses, as many as a recording has room for. Buffers that follow one another at one place
/// are one allocation if they are alike.
[[nodiscard]] AllocationPlan plan_allocations(const SpoolTables& tables, const SpoolSurvey& survey);

} // namespace hitmap::capture
