#pragma once

#include <cstdint>

namespace hitmap {

/// What the requests of a log contain.
struct LogReading {
    bool has_outcomes = false;    ///< outcomes of element accesses: the stack distance cache model
    bool has_traffic = false;     ///< traffic of requests: the hierarchy model
    bool has_causes = false;      ///< with the causes of misses
    bool counts_requests = false; ///< whether positions count requests
    std::uint64_t positions = 0;  ///< of the whole recording
};

} // namespace hitmap
