#pragma once

#include "core/cache/results/access_block.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hitmap {

/// What the published tool computed for one element access.
struct ExpectedOutcome {
    float l1_hits; ///< sum of P(hit) over the look-ups, in single precision
    float l2_hits;
    std::uint8_t l1_lookups;
    std::uint8_t l2_lookups;
};

/// A recorded stream of element accesses with the outcomes that another program computed for it.
struct RecordedStream {
    RecordingInfo info;
    std::shared_ptr<const RecordedScene> scene; ///< face slots that no access names are 0, 0, 0
    std::vector<AccessBlock> blocks;
    std::vector<ExpectedOutcome> expected; ///< [accesses]
};

/// Reads a gzip file as tests/cache/data/README.md describes it. Throws std::runtime_error where it is
/// missing or is not such a file.
[[nodiscard]] RecordedStream read_recorded_stream(const std::string& file);

} // namespace hitmap
