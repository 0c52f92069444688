#pragma once

#include "core/cache/results/access_block.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// The result of the published tool for one element access.
struct ExpectedOutcome {
    float l1_hits; ///< sum of P(hit) over the look-ups, in single precision
    float l2_hits;
    std::uint8_t l1_lookups;
    std::uint8_t l2_lookups;
};

/// A recorded stream of element accesses with their outcomes as computed by another program.
struct RecordedStream {
    RecordingInfo info;
    std::shared_ptr<const RecordedScene> scene; ///< face slots without an access have vertices 0, 0, 0
    std::vector<AccessBlock> blocks;
    std::vector<ExpectedOutcome> expected; ///< [accesses]
};

/// Reads a gzip file in the format of tests/cache/data/README.md. Throws std::runtime_error if it is missing
/// or invalid.
[[nodiscard]] RecordedStream read_recorded_stream(const std::string& file);

} // namespace hitmap
