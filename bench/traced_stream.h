#pragma once

#include "core/cache/results/access_block.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The element accesses of the reference ray tracer, computed in advance and stored in blocks.
struct TracedStream {
    RecordingInfo info;
    std::shared_ptr<const RecordedScene> scene;
    std::vector<AccessBlock> blocks; ///< entries (without addresses) and accesses
    std::uint64_t accesses = 0;
};

/// Traces a torus of 279,752 triangles that fills most of a picture of 512x512, with 68 SMs and otherwise
/// default options.
[[nodiscard]] TracedStream trace_torus(std::uint64_t block_accesses);

} // namespace hitmap
