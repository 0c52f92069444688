#include "core/profile/live/allocation_misses.h"

#include "core/cache/sdcm/repeat_distances.h"
#include "core/profile/index/for_each_tile.h"

#include <array>

namespace hitmap {

namespace {

/// The look-ups of an element, found at its first access.
struct FoundLookups {
    std::array<std::uint32_t, SceneLines::max_lookups> allocations;
    std::array<std::uint32_t, SceneLines::max_lookups> repeat_misses;
};

struct AllocationWorker {
    std::vector<std::uint64_t> misses; ///< [allocations]
    std::vector<FoundLookups> lookups; ///< [elements of the tile]
    std::vector<std::uint8_t> found;   ///< [elements of the tile] 1: lookups is set
};

FoundLookups lookups_of(const SceneLines& scene, const MissTable& table, ElementKindId kind,
                        std::uint32_t element) {
    std::array<std::uint32_t, 2 * SceneLines::max_lookups> lines;
    std::array<std::uint32_t, 2 * SceneLines::max_lookups> allocations;
    SceneLines::Output out{lines.data(), allocations.data(), 0};
    scene.append_lookups(kind, element, out);
    const RepeatDistances repeats{std::span(lines).first(out.end)};
    FoundLookups found{};
    for (std::size_t i = 0; i < out.end; ++i) {
        found.allocations[i] = allocations[i];
        found.repeat_misses[i] = table.misses(repeats[i]);
    }
    return found;
}

void add_tile(const KeptDistances& kept, const KeptTile& tile, std::size_t level, const MissTable& table,
              TimeWindow window, AllocationWorker& worker) {
    worker.lookups.resize(tile.elements());
    worker.found.assign(tile.elements(), 0);
    tile.scan(level, window, [&](const KeptRun& run, const std::uint16_t*& at) {
        const std::uint16_t e = run.element;
        FoundLookups& lookups = worker.lookups[e];
        if (worker.found[e] == 0) {
            worker.found[e] = 1;
            lookups = lookups_of(*kept.scene_lines[level], table, tile.kind,
                                 static_cast<std::uint32_t>(tile.first_slot + tile.slots()[e]));
        }
        const std::uint64_t repeats = run.repeats;
        for (std::size_t i = 0; i < tile.lookups(level)[e]; ++i) {
            std::uint64_t& sum = worker.misses[lookups.allocations[i]];
            const std::uint64_t first = run.has_distances ? table.next(at) : 0;
            sum += (run.has_first ? first : 0) + repeats * lookups.repeat_misses[i];
        }
    });
}

} // namespace

std::vector<std::uint64_t> allocation_misses(const KeptDistances& kept, std::size_t level,
                                             const MissTable& table, TimeWindow window,
                                             std::size_t allocations, ThreadPool& pool) {
    std::vector<std::uint64_t> sums(allocations);
    for_each_tile<AllocationWorker>(
        pool, std::span(kept.by_size), {},
        [&](AllocationWorker& worker, std::uint32_t t) {
            worker.misses.resize(allocations);
            add_tile(kept, kept.tiles[t], level, table, window, worker);
        },
        [&](const AllocationWorker& worker) {
            for (std::size_t a = 0; a < worker.misses.size(); ++a)
                sums[a] += worker.misses[a];
        });
    return sums;
}

} // namespace hitmap
