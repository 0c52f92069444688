#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// What the rays of a group have in common, and how they ended.
struct RaySums {
    std::uint64_t rays = 0;
    std::uint64_t calls = 0; ///< warps that traced them, each time with one ray or more
    std::uint64_t hits = 0;
    std::uint64_t misses = 0; ///< of rays that are neither, the program did not ask
    double length = 0.0;      ///< of all hits: distance from the origin of the ray
    std::uint64_t with_length = 0;
    /// Of calls with two rays or more: rays, and for each call the length of the sum of their directions of
    /// length 1. Divided: 1 if all rays of a warp are parallel, near 0 if they go everywhere (the mean
    /// resultant length of Mardia and Jupp 2000).
    std::uint64_t compared = 0;
    double resultant = 0.0;
    /// Of the same calls: for each ray, the distance of its origin from the mean of those of the call.
    double spread = 0.0;

    RaySums& operator+=(const RaySums& more);
};

/// Rays by what traced them or by what they are.
struct RayRow {
    std::string name; ///< "shadow:1": kind and bounce; "trace.rgen:12"
    RaySums sums;
};

struct RayTable {
    RaySums all;
    std::vector<RayRow> by_place; ///< places of the program that trace rays, in their order
    /// By kind and bounce, as lane tags say; empty if the recording has none.
    std::vector<RayRow> by_kind;
    double diagonal = 0.0; ///< of the bounds of the scene; 0: there is no scene
};

/// Counts the rays of a recording. Rays without a direction, or with one that is no number, count, but are
/// not compared. Throws Error if the recording has no rays; FileError, Cancelled.
[[nodiscard]] RayTable count_rays(const HmtFile& file, ThreadPool& pool, const JobContext& job = {});

} // namespace hitmap
