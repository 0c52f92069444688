#pragma once

#include "core/analysis/simt/lane_histogram.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// What the rows of a table of active lanes are.
///
/// A request has one launch, kernel, source line, instruction, SM and frame, so that the rows of these tables
/// add up to all requests and all active lanes. Its lanes may access several allocations and serve rays of
/// several kinds and bounces: it then counts in each of these rows, with the lanes of that row alone. These
/// rows add up to all active lanes, and to more than all requests. It counts for each pixel that one of its
/// lanes serves, with all its active lanes (von Buelow 2024, eq. 3.4).
enum class SimtBy : std::uint8_t {
    launch,
    kernel,
    line,
    instruction,
    allocation,
    ray_kind,
    bounce,
    sm,
    frame,
    pixel
};

struct SimtByInfo {
    SimtBy by;
    std::string_view name;   ///< "ray-kind", as in --by
    std::string_view plural; ///< "ray_kinds", as in JSON
    std::string_view title;  ///< "Ray kind", for users
};
/// Returns all kinds of tables, in the order of SimtBy.
[[nodiscard]] std::span<const SimtByInfo> simt_tables();
[[nodiscard]] const SimtByInfo& info_of(SimtBy by);

struct SimtRow {
    /// Launch, instruction, allocation, ray kind, bounce, SM, frame or pixel. For kernels and source lines it
    /// is the number of the row.
    std::uint64_t number = 0;
    std::string name;
    LaneSums sums;
    /// Not set for pixels, of which there are too many.
    std::optional<LaneHistogram> histogram{};
    /// Of a row of an instruction or a source line, in ascending order.
    std::vector<std::uint32_t> instructions{};
};

struct SimtTable {
    SimtBy by = SimtBy::launch;
    /// Rows with requests, in ascending order of their numbers; all frames. Kernels are in the order of their
    /// first launch, source lines by file and line. What belongs to no allocation or has no lane tag is in
    /// the last row.
    std::vector<SimtRow> rows;
    /// Why there are no rows, as a sentence without a full stop; empty if there are.
    std::string why_empty;
};

/// The numbers of these rows that have no allocation or no lane tag.
inline constexpr std::uint64_t no_simt_number = ~std::uint64_t{0};

/// The active lanes of the requests of a recording.
struct SimtSums {
    unsigned warp_lanes = warp_size; ///< lanes of a warp of the recording
    LaneHistogram all;
    std::vector<SimtTable> tables; ///< the tables that were asked for, in that order
};

} // namespace hitmap
