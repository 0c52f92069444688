#pragma once

#include "core/jobs/progress.h"

#include <cstdint>
#include <string>

namespace hitmap {

/// The options of `hitmap probe --gpu`.
struct GpuProbeOptions {
    std::string name;   ///< part of the name of the device; empty: the first GPU
    std::string runs;   ///< CSV file for the points of the sweep; empty: none
    std::string loads;  ///< CSV file for single loads; empty: none
    std::string preset; ///< JSON file; empty: none
    /// Bytes of the largest array. By default larger than the last caches that are known (docs/presets.md),
    /// so that most loads miss them.
    std::uint64_t largest = std::uint64_t{512} << 20;
    bool json = false;
};

/// Measures the caches of a Vulkan device and prints them. Throws Error and UsageError if there is no such
/// device, or if it lacks a feature; FileError for files that cannot be written.
void probe_gpu(const GpuProbeOptions& options, const JobContext& job);

} // namespace hitmap
