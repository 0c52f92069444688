#pragma once

#include "core/relayout/apply/relayout.h"
#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <vector>

/// Recordings made by hand, without a scene.
namespace hitmap::test {

[[nodiscard]] Allocation buffer(const char* name, std::uint64_t address, std::uint64_t bytes,
                                std::uint32_t stride, std::uint32_t element_bytes);

/// A load of one lane.
struct MadeLoad {
    // NOLINTNEXTLINE(google-explicit-constructor): lists of addresses are lists of loads
    MadeLoad(std::uint64_t of_address, std::uint32_t of_bytes = 4) : address(of_address), bytes(of_bytes) {}

    std::uint64_t address;
    std::uint32_t bytes;
};
/// A recording with one request for each load, and one instruction for each number of bytes.
[[nodiscard]] HmtFile recording_of(const std::vector<Allocation>& allocations,
                                   const std::vector<MadeLoad>& loads);

struct MovedByHand {
    std::vector<std::uint64_t> addresses; ///< [loads]
    std::vector<std::uint32_t> bytes;     ///< [loads]
    std::vector<Allocation> allocations;
    RelayoutResult result;
};
/// The recording in another layout.
[[nodiscard]] HmtFile relaid(const HmtFile& file, const RelayoutOptions& options);
/// The same, after writing and reading it.
[[nodiscard]] MovedByHand moved_by_hand(const HmtFile& file, const RelayoutOptions& options);

} // namespace hitmap::test
