#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// The path of a memory instruction through the caches.
enum class MemoryPath : std::uint8_t {
    shared, ///< shared memory: no caches
    load,   ///< L1; misses go to L2
    /// As load, but the line is evicted first (ld.cs; it allocates on Turing: gpu-parameters 2).
    streaming_load,
    last_load,       ///< looked up in L1 and removed there (ld.lu)
    bypassing_load,  ///< L2 only (ld.cg, ld.cv, or no L1 for global memory)
    store,           ///< writes through L1 to L2
    bypassing_store, ///< writes to L2 if L1 serves no global memory
    atomic,          ///< executed in L2
    local_load,      ///< L1; misses go to L2
    local_store,     ///< stays in L1 until its line is evicted
};

/// Whether sectors of this path are looked up in L1.
[[nodiscard]] constexpr bool looks_into_l1(MemoryPath path) {
    return path != MemoryPath::bypassing_load && path != MemoryPath::bypassing_store &&
           path != MemoryPath::atomic && path != MemoryPath::shared;
}
/// Whether L2 is accessed for sectors of this path, or for some of them.
[[nodiscard]] constexpr bool asks_l2(MemoryPath path) {
    return path != MemoryPath::local_store && path != MemoryPath::shared;
}
/// Whether sectors that hit L1 are not requested from L2.
[[nodiscard]] constexpr bool is_served_by_l1(MemoryPath path) {
    return path == MemoryPath::load || path == MemoryPath::streaming_load || path == MemoryPath::last_load ||
           path == MemoryPath::local_load;
}

/// Whether sectors that come from L2 are stored in L1.
[[nodiscard]] constexpr bool fills_l1(MemoryPath path) {
    return is_served_by_l1(path) && path != MemoryPath::last_load;
}

/// Whether accesses of this path write to L2.
[[nodiscard]] constexpr bool writes_l2(MemoryPath path) {
    return path == MemoryPath::store || path == MemoryPath::bypassing_store || path == MemoryPath::atomic;
}

/// Returns [info.instructions].
[[nodiscard]] std::vector<MemoryPath> memory_paths(const RecordingInfo& info, L1Loads loads);

} // namespace hitmap
