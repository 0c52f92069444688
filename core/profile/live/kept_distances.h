#pragma once

#include "core/cache/sdcm/scene_lines.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/live/kept_tile.h"
#include "core/profile/live/position_sms.h"
#include "core/profile/sums/restriction.h"
#include "core/trace/stream/request_source.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace hitmap {

/// The reuse distances of all look-ups of the stack distance cache model, which depend on the lines of both
/// levels but not on their capacities and ways (docs/profile.md). Immutable; keep_distances() makes it.
struct KeptDistances {
    std::array<std::uint32_t, 2> line{}; ///< bytes of a line of each level
    std::uint64_t accesses = 0;          ///< N
    std::vector<KeptTile> tiles;         ///< sorted by kind, then by slot
    std::vector<std::size_t> first_tile; ///< [kinds + 1]
    std::uint64_t elements = 0;          ///< accessed elements of all tiles
    std::vector<std::uint32_t> by_size;  ///< the tiles that have accesses, largest first
    /// The distances of the look-ups of an access that follows another one of its element, by number.
    std::array<std::vector<std::vector<std::uint8_t>>, 2> patterns;
    /// Counted look-ups by ReuseHistogram::Bin of their distance, as far as there are some, and all of them,
    /// cold ones included.
    std::array<std::vector<std::uint64_t>, 2> bins;
    std::array<std::uint64_t, 2> lookups{};
    std::array<std::uint32_t, 2> farthest{}; ///< no distance is larger, whether it counts or not
    std::array<std::shared_ptr<const SceneLines>, 2> scene_lines;
    /// Null if there was no memory left for them. They count for KeptLimit::bytes, not for bytes_per_lookup.
    std::shared_ptr<const PositionSms> sms;

    [[nodiscard]] std::span<const KeptTile> tiles_of(ElementKindId kind) const {
        return std::span(tiles).subspan(first_tile[kind], first_tile[kind + 1U] - first_tile[kind]);
    }
    /// Without `sms`.
    [[nodiscard]] std::uint64_t memory_bytes() const;
};

/// The distances would take more memory than they may.
class DistancesTooLarge : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The memory that distances of a recording may take: the lower of a limit in bytes and of 3 bytes a look-up.
struct KeptLimit {
    std::uint64_t bytes = ~std::uint64_t{0};
    double bytes_per_lookup = 3.0;
    /// Short recordings may take this much anyway.
    static constexpr std::uint64_t negligible = std::uint64_t{4} << 20;
};

/// Runs the look-ups of the model through stacks and keeps the distances. The source is rewound first.
/// Restricted accesses are kept, too, but do not count. Throws DistancesTooLarge, what simulate_sdcm()
/// throws, and Cancelled.
/// @param l1_line, l2_line  bytes of a line: powers of two, 16..4096
[[nodiscard]] std::shared_ptr<const KeptDistances>
keep_distances(RequestSource& source, std::uint32_t l1_line, std::uint32_t l2_line, const Restriction& only,
               const KeptLimit& limit, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
