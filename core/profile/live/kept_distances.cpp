#include "core/profile/live/kept_distances.h"

#include "core/cache/results/named_errors.h"
#include "core/profile/live/distance_keeper.h"

namespace hitmap {

std::uint64_t KeptDistances::memory_bytes() const {
    std::uint64_t bytes = tiles.capacity() * sizeof(KeptTile);
    for (const KeptTile& tile : tiles)
        bytes += tile.memory_bytes();
    for (std::size_t level = 0; level < 2; ++level) {
        bytes += bins[level].capacity() * sizeof(bins[level][0]);
        for (const auto& pattern : patterns[level])
            bytes += sizeof(pattern) + pattern.capacity();
    }
    return bytes;
}

std::shared_ptr<const KeptDistances> keep_distances(RequestSource& source, std::uint32_t l1_line,
                                                    std::uint32_t l2_line, const Restriction& only,
                                                    const KeptLimit& limit, ThreadPool& pool,
                                                    const JobContext& job) {
    return with_errors_of(source.name(), [&] {
        DistanceKeeper keeper(source, {l1_line, l2_line}, only, limit, pool, job);
        return keeper.run();
    });
}

} // namespace hitmap
