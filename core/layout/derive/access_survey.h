#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/layout/derive/buffer_extent.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

namespace hitmap {

/// One instruction that accesses one buffer.
struct SiteKey {
    std::uint32_t buffer = 0;
    std::uint32_t instruction = 0;
    friend auto operator<=>(const SiteKey&, const SiteKey&) = default;
};

/// The accesses of a site, counted by lane.
struct Site {
    std::uint64_t accesses = 0;
    std::uint64_t first = 0; ///< an address
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t most = 0;
    std::uint64_t divisor = 0; ///< greatest common divisor of all differences of addresses; 0: one address
};

/// Accesses of a lane at two sites, one directly after the other. Local and shared memory and atomics are
/// left out.
struct SitePair {
    std::uint64_t times = 0;
    std::int64_t distance = 0; ///< second address - first address
    bool constant = true;      ///< whether all pairs have that distance
};

/// How the instructions of a recording access its buffers in global memory.
struct AccessSurvey {
    std::map<SiteKey, Site> sites;
    std::map<std::pair<SiteKey, SiteKey>, SitePair> pairs;
};

/// Reads the whole recording. Memory is bounded by the number of instructions and pairs of them, not by that
/// of requests. Pairs of which one access is in another block of the recording are not seen.
/// @param buffers  from find_buffers()
[[nodiscard]] AccessSurvey survey_accesses(const HmtFile& file, const std::vector<BufferExtent>& buffers,
                                           ThreadPool& pool, const JobContext& job);

} // namespace hitmap
