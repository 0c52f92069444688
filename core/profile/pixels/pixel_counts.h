#pragma once

#include "core/cache/results/hit_unit.h"
#include "core/cache/results/traffic_sums.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>

namespace hitmap {

/// Sums of one pixel over a window of time.
///
/// An element access belongs to one pixel: that of its lane. A request belongs to each pixel for which one of
/// its active lanes works, with all its sectors (von Buelow 2024, section 3.5). Therefore the sums of
/// requests and sectors over several pixels exceed those of the recording.
struct PixelSums {
    PerKind<std::uint64_t> accesses{}; ///< element accesses by ElementKindId
    std::uint64_t nodes = 0;           ///< lane accesses that contain the first byte of a node
    std::uint64_t requests = 0;        ///< |r(x,y)|
    std::uint64_t active_lanes = 0;    ///< N(x,y), eq. 3.4: active lanes of these requests
    std::uint64_t sectors = 0;
    std::uint64_t fetched = 0; ///< sectors from memory into L2
    /// Hierarchy model: sectors of the pixel's requests. Stack distance cache model: look-ups of the pixel's
    /// element accesses. Hits are in units of 2^-24.
    std::uint64_t l1_hits = 0;
    std::uint64_t l1_lookups = 0;
    std::uint64_t l2_hits = 0;
    std::uint64_t l2_lookups = 0;
    std::uint64_t stack = 0; ///< sectors of local memory in StackSums::unit, shared by the lanes of a sector
    friend bool operator==(const PixelSums&, const PixelSums&) = default;
};

/// The causes of misses of the sectors of a pixel's requests.
struct PixelMisses {
    MissClasses l1;
    MissClasses l2;
    friend bool operator==(const PixelMisses&, const PixelMisses&) = default;
};

/// All numbers of one pixel, from which quantities are computed.
struct PixelCounts {
    PixelSums sums;
    PixelMisses misses;              ///< 0 unless the causes are known
    unsigned warp_lanes = warp_size; ///< see WindowPixels
};

} // namespace hitmap
