#include "core/profile/index/profile_memory.h"

#include "core/base/scratch_file.h"
#include "core/profile/index/indexed_profile.h"
#include "core/trace/model/element_access.h"

#include <algorithm>
#include <thread>
#include <tuple>

namespace hitmap {

namespace {

/// Estimate for each element access: its part of the time index. A 32nd of that, the tables, stays in memory
/// whatever its size.
constexpr std::uint64_t bytes_an_access = 16;
constexpr std::uint64_t part_of_tables = 32;
/// A file can claim any number of accesses. So many of each kind are more than any memory holds, and the
/// estimate still fits into 64 bits.
constexpr std::uint64_t most_estimated_accesses = std::uint64_t{1} << 56;
/// Estimate for each element: its number and look-ups, and its part of an unfinished chunk while building.
constexpr std::uint64_t bytes_an_element = 4;
/// Estimate for each pixel: its sums, the stack traffic of its rays, and its lane tags while building.
constexpr std::uint64_t bytes_a_pixel = 192;

/// What the scratch stores of the logs, the pixels and the snapshots hold in memory at most.
std::uint64_t most_in_stores() {
    const std::uint64_t threads = std::max(std::thread::hardware_concurrency(), 1U);
    const std::uint64_t stores = std::tuple_size_v<decltype(TimeIndex::chunks)> + 1 + 2 * threads;
    return stores * ScratchStore::most_memory();
}

} // namespace

std::uint64_t estimate_profile_bytes(const RecordingInfo& info) {
    const ElementAccessFinder finder(info);
    std::uint64_t accesses = 0;
    for (const std::uint64_t of_kind : info.element_accesses)
        accesses += std::min(of_kind, most_estimated_accesses);
    const std::uint64_t tables = accesses * bytes_an_access / part_of_tables;
    const std::uint64_t stored = accesses * bytes_an_access - tables;
    std::uint64_t bytes = (std::uint64_t{1} << 20) + tables;
    bytes += ScratchFile().has_room_for(stored) ? std::min(stored, most_in_stores()) : stored;
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        bytes += finder.element_count(static_cast<ElementKindId>(kind)) * bytes_an_element;
    return bytes + finder.element_count(pixel_kind) * bytes_a_pixel;
}

} // namespace hitmap
