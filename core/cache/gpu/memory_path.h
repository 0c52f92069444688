#pragma once

#include "core/cache/gpu/hierarchy_config.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// How a memory instruction goes through the caches.
enum class MemoryPath : std::uint8_t {
    shared,          ///< shared memory: no cache
    load,            ///< L1, what misses there L2
    streaming_load,  ///< the same; its line is the first to go (ld.cs; allocates on Turing, gpu-parameters 2)
    last_load,       ///< looked up in L1 and dropped there (ld.lu)
    bypassing_load,  ///< L2 only (ld.cg, ld.cv, or no L1 for global memory)
    store,           ///< writes through to L2
    bypassing_store, ///< the same past L1, where that has no global memory at all
    atomic,          ///< in L2
    local_load,      ///< L1, what misses there L2
    local_store,     ///< stays in L1 until its line is evicted
};

/// Whether sectors on this path are looked up in L1.
[[nodiscard]] constexpr bool looks_into_l1(MemoryPath path) {
    return path != MemoryPath::bypassing_load && path != MemoryPath::bypassing_store &&
           path != MemoryPath::atomic && path != MemoryPath::shared;
}
/// Whether L2 is asked for sectors on this path, or for some of them.
[[nodiscard]] constexpr bool asks_l2(MemoryPath path) {
    return path != MemoryPath::local_store && path != MemoryPath::shared;
}
/// Whether L2 is not asked for those that L1 has.
[[nodiscard]] constexpr bool is_served_by_l1(MemoryPath path) {
    return path == MemoryPath::load || path == MemoryPath::streaming_load || path == MemoryPath::last_load ||
           path == MemoryPath::local_load;
}

/// Whether L1 keeps what L2 gives it.
[[nodiscard]] constexpr bool fills_l1(MemoryPath path) {
    return is_served_by_l1(path) && path != MemoryPath::last_load;
}

/// Whether L2 writes what it is asked for.
[[nodiscard]] constexpr bool writes_l2(MemoryPath path) {
    return path == MemoryPath::store || path == MemoryPath::bypassing_store || path == MemoryPath::atomic;
}

/// [info.instructions]
[[nodiscard]] std::vector<MemoryPath> memory_paths(const RecordingInfo& info, L1Loads loads);

} // namespace hitmap
