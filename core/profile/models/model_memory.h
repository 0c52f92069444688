#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>

namespace hitmap {

/// The memory that simulating a recording takes in bytes, estimated before it is simulated. The memory of its
/// profile is not included: estimate_profile_bytes().
struct ModelMemory {
    std::uint64_t fixed = 0;       ///< what does not depend on the blocks that are decoded ahead of the model
    std::uint64_t block = 0;       ///< the largest decoded block
    std::uint64_t block_ahead = 0; ///< each block that is decoded ahead

    /// Returns the memory if this number of blocks is decoded ahead.
    [[nodiscard]] std::uint64_t bytes(std::uint64_t blocks_ahead) const {
        return fixed + block + blocks_ahead * block_ahead;
    }
};

/// @param hierarchy  whether the model is the hierarchy model, which takes more than the other one
/// @param threads    number of threads that simulate
[[nodiscard]] ModelMemory estimate_model_memory(const HmtFile& file, bool hierarchy, unsigned threads);

} // namespace hitmap
