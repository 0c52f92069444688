#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>

namespace hitmap {

/// Calls body(worker, tile) for every tile on the cores of `pool`. Each thread has its own Worker. Then calls
/// merge(worker) for every worker, one at a time and in any order. Throws Cancelled between two tiles.
template <class Worker, class Tile, class Body, class Merge>
void for_each_tile(ThreadPool& pool, std::span<Tile> tiles, const JobContext& job, const Body& body,
                   const Merge& merge) {
    std::mutex mutex;
    std::atomic<std::size_t> next{0};
    parallel_for(pool, std::min<std::size_t>(pool.size(), tiles.size()), 1, [&](std::size_t, std::size_t) {
        Worker worker;
        for (std::size_t t = next++; t < tiles.size(); t = next++) {
            job.check();
            body(worker, tiles[t]);
        }
        const std::lock_guard lock(mutex);
        merge(worker);
    });
}

} // namespace hitmap
