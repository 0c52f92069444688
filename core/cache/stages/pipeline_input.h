#pragma once

#include "core/cache/results/access_block.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// A block of requests, and the properties of the requests that do not depend on caches.
struct PipelineInput : AccessBlock {
    std::vector<std::uint32_t> launch_ordinals; ///< [requests] number of earlier launches in the recording
    std::vector<std::uint32_t> first_access;    ///< [requests + 1] index of the first access in `accesses`
    std::uint32_t sms = 0;                      ///< highest SM of the requests, plus 1

    /// Fills first_access.
    void number_accesses();
    /// Fills sms. Throws Error if an SM number is RecordingLimits::sms or above.
    void find_sms();
};

} // namespace hitmap
