#include "core/profile/models/model_memory.h"

#include "core/trace/elements/looked_up_role.h"

#include <algorithm>

namespace hitmap {

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;
/// Memory of code, libraries and tables.
constexpr std::uint64_t program_bytes = 64 * mib;
/// Memory per core of requests in the model and of their results.
constexpr std::uint64_t bytes_a_core = 52 * mib;
/// Memory of the tables that predict a block while it is decoded.
constexpr std::uint64_t decoding_bytes = 112 * mib;

/// Returns the maximum memory of one decoded block.
std::uint64_t largest_block_bytes(const HmtFile& file) {
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < file.blocks().size(); ++i)
        largest = std::max(largest, file.decoded_bytes(i));
    return largest;
}

/// Returns the memory that does not depend on the number of blocks that are decoded ahead: arrays of the
/// scene, and the state of the lines that are looked up in L2 and in the L1 of each SM.
std::uint64_t fixed_bytes(const RecordingInfo& info) {
    std::uint64_t bytes =
        program_bytes + info.scene.vertices * 12 + info.scene.face_slots * 40 + info.scene.boxes * 30;
    for (const Allocation& a : info.allocations)
        if (is_looked_up(a.role))
            bytes += a.bytes / 32 * 16 + a.bytes / 128 * (4 * std::uint64_t{info.device.sm_count} + 128);
    return bytes;
}

/// Returns the memory of accesses without complete outcomes, of the state of the lanes of all warps and of
/// what they wrote to their stacks, and of lane tags with the stacks of their rays. Assumes that a single
/// launch makes all accesses and traces one ray per pixel.
std::uint64_t hierarchy_bytes(const RecordingInfo& info) {
    std::uint64_t accesses = 0;
    for (const std::uint64_t of_kind : info.element_accesses)
        accesses += of_kind;
    constexpr std::uint64_t bytes_an_access = 12;
    constexpr std::uint64_t bytes_a_warp = 12288;
    constexpr std::uint64_t bytes_a_ray = 160;
    const std::uint64_t rays = std::uint64_t{info.scene.width} * info.scene.height;
    return accesses * bytes_an_access + rays * bytes_a_ray +
           bytes_a_warp * info.device.sm_count * std::max(info.device.warp_slots_per_sm, 1U);
}

} // namespace

ModelMemory estimate_model_memory(const HmtFile& file, bool hierarchy, unsigned threads) {
    const RecordingInfo& info = file.info();
    ModelMemory memory;
    memory.fixed = fixed_bytes(info) + bytes_a_core * threads + (hierarchy ? hierarchy_bytes(info) : 0);
    memory.block = largest_block_bytes(file);
    memory.block_ahead = memory.block + decoding_bytes;
    return memory;
}

} // namespace hitmap
