#pragma once

#include "core/trace/model/recording.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hitmap {

/// How a machine instruction of an NVIDIA GPU (SASS) accesses memory.
struct SassAccess {
    Operation operation = Operation::load;
    Space space = Space::global; ///< of generic instructions: global
    /// The address of each lane decides its space: LD, ST and ATOM.
    bool generic = false;
    std::uint16_t bytes_per_lane = 4;
    CacheOperator cache = CacheOperator::default_;

    friend bool operator==(const SassAccess&, const SassAccess&) = default;
};

/// Parses the text of an opcode such as "LDG.E.64.CONSTANT.SYS". The first part gives the operation and the
/// space, a part such as 64, U8, S16 or F16x2 the size (4 bytes if there is none), and others the cache
/// operator. An instruction that copies from global to shared memory (LDGSTS) is a load of global memory.
/// Nothing if the instruction does not access global, local or shared memory by the addresses of lanes:
/// constants, textures, surfaces, tensor copies and everything else.
[[nodiscard]] std::optional<SassAccess> sass_access(std::string_view opcode);

/// What an instruction has to do with memory.
enum class SassMemory : std::uint8_t {
    none,    ///< it accesses no memory, or only caches and barriers
    lanes,   ///< sass_access() is not empty
    special, ///< constants, textures, surfaces, tensor memory, tensor copies and other bulk copies
};
/// Tells what an opcode accesses, also if its line in a trace has no addresses.
[[nodiscard]] SassMemory sass_memory(std::string_view opcode);

/// Whether an instruction copies memory in bulk (UTMALDG, UBLKCP, ...), also if it is a reduction or a
/// prefetch. Its addresses are those of copies, not those of lanes.
[[nodiscard]] bool copies_in_bulk(std::string_view opcode);

/// Whether an instruction copies from global to shared memory (LDGSTS). Traces have two records of it for
/// each warp: CopyPairs tells them apart.
[[nodiscard]] inline bool copies_to_shared(std::string_view opcode) {
    return opcode.starts_with("LDGSTS");
}

} // namespace hitmap
