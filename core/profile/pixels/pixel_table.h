#pragma once

#include "core/cache/results/hit_unit.h"
#include "core/cache/results/request_traffic.h"
#include "core/cache/results/traffic_sums.h"
#include "core/trace/model/element_kind.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Sums of one pixel over a window of time.
///
/// An element access belongs to one pixel: that of its lane. A request belongs to each pixel for which one of
/// its active lanes works, with all its sectors (von Buelow 2024, section 3.5). Therefore the sums of
/// requests and sectors over several pixels exceed those of the recording.
struct PixelSums {
    std::array<std::uint64_t, 3> accesses{}; ///< element accesses by ElementKindId
    std::uint64_t nodes = 0;                 ///< lane accesses that contain the first byte of a node
    std::uint64_t requests = 0;              ///< |r(x,y)|
    std::uint64_t active_lanes = 0;          ///< N(x,y), eq. 3.4: active lanes of these requests
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

/// Sums of pixels that are not known of every recording and model.
enum class PixelPart : std::uint8_t {
    sectors, ///< sectors and bytes from memory: counted by the hierarchy model
    causes,  ///< causes of misses: counted by the hierarchy model, if misses are explained
    nodes,   ///< the recording has an allocation of nodes
    stack,   ///< the recording has instructions of local memory
};
inline constexpr std::size_t pixel_part_count = 4;

/// The sums of all pixels of the framebuffer over one window of time.
struct PixelTable {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// w: lanes of a warp; 1 in recordings of programs of a CPU, where a thread is a warp of one lane.
    unsigned warp_lanes = warp_size;
    std::array<bool, pixel_part_count> known{}; ///< [PixelPart]
    std::vector<PixelSums> sums;                ///< [width * height], row 0 on top
    std::vector<PixelMisses> misses;            ///< the same if the causes are known, otherwise empty

    [[nodiscard]] std::size_t pixels() const { return sums.size(); }
    [[nodiscard]] bool knows(PixelPart part) const { return known.at(static_cast<std::size_t>(part)); }
    void set_known(PixelPart part, bool is_known) { known.at(static_cast<std::size_t>(part)) = is_known; }
};

/// Maximum number of pixels of a table. The size of a framebuffer in a file may be wrong.
inline constexpr std::uint64_t most_table_pixels = std::uint64_t{1} << 28;

/// Estimates the memory that a table of the recording's pixels takes while it is made, in bytes: 112 per
/// pixel, 48 more if the causes of misses are known, and the lane tags.
[[nodiscard]] std::uint64_t estimate_pixel_table_bytes(const RecordingInfo& info);

} // namespace hitmap
