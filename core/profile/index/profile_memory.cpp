#include "core/profile/index/profile_memory.h"

#include "core/trace/model/element_access.h"

namespace hitmap {

namespace {

/// Estimate for each pixel: its sums, the stack traffic of its rays, and its lane tags while building.
constexpr std::uint64_t bytes_a_pixel = 192;

} // namespace

std::uint64_t estimate_profile_bytes(const RecordingInfo& info) {
    const ElementAccessFinder finder(info);
    std::uint64_t bytes = std::uint64_t{1} << 20;
    for (const std::uint64_t accesses : info.element_accesses)
        bytes += accesses * 16;
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind)
        bytes += finder.element_count(static_cast<ElementKindId>(kind)) * 2; // slot numbers while building
    return bytes + finder.element_count(pixel_kind) * bytes_a_pixel;
}

} // namespace hitmap
