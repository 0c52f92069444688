#pragma once

#include "tests/kinds/cell_recording.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hitmap::test {

// What the definitions of the models (docs/cache-models.md) say about the accesses of cells, faces and boxes,
// computed as plainly as possible. One text for each access in order: "cell 3: L1 2/6, L2 1/6", hits of
// look-ups.

/// Fully associative caches with lines of 128 bytes.
struct PlainCaches {
    std::uint64_t l1_lines = 0;
    std::uint64_t l2_lines = 0;
};
[[nodiscard]] std::vector<std::string> plain_sdcm(const CellRecording& recording, const PlainCaches& caches);
/// Caches that are larger than the recording, with sectors of 32 bytes.
[[nodiscard]] std::vector<std::string> plain_hierarchy(const CellRecording& recording);

/// The sums of the texts of accesses of each cell.
struct PlainSums {
    std::uint64_t accesses = 0;
    std::array<std::uint64_t, 2> hits{}; ///< L1, L2
    std::array<std::uint64_t, 2> lookups{};
};
/// By cell; those without an access are missing.
[[nodiscard]] std::map<std::uint64_t, PlainSums> plain_sums_of_cells(const std::vector<std::string>& texts);

} // namespace hitmap::test
