#include "core/profile/live/kept_pixels.h"

#include "core/base/error.h"
#include "core/profile/index/tile_log.h"
#include "core/profile/pixels/pixel_lanes.h"

#include <fmt/format.h>

namespace hitmap {

namespace {

/// Throws before memory is used.
void check_pixels(const KeptDistances& kept, const KeptLimit& limit) {
    std::uint64_t bytes = 0;
    for (const KeptTile& tile : kept.tiles)
        bytes += tile.accesses() * sizeof(std::uint32_t);
    const std::uint64_t together = kept.memory_bytes() + bytes;
    const std::uint64_t sms = kept.sms != nullptr ? kept.sms->memory_bytes() : 0;
    const auto lookups = static_cast<double>(kept.lookups[0] + kept.lookups[1]);
    if (together + sms > limit.bytes || (together > KeptLimit::negligible &&
                                         static_cast<double>(together) > limit.bytes_per_lookup * lookups))
        throw DistancesTooLarge(fmt::format("the pixels of the accesses take {} MiB of memory", bytes >> 20));
}

} // namespace

std::uint64_t KeptPixels::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& tile : tiles)
        bytes += sizeof(tile) + tile.capacity() * sizeof(tile[0]);
    return bytes;
}

std::shared_ptr<const KeptPixels> keep_pixels(RequestSource& source, const KeptDistances& kept,
                                              const Restriction& only, const KeptLimit& limit,
                                              const JobContext& job) {
    static_assert(KeptPixels::no_pixel == PixelLanes::no_pixel);
    check_pixels(kept, limit);
    const RecordingInfo& info = source.info();
    const auto tags = source.lane_tags(job);
    PixelLanes lanes(info, {counted_requests(only, info, source.name()), only.rays}, tags);
    auto found = std::make_shared<KeptPixels>();
    found->pixels = std::uint64_t{info.scene.width} * info.scene.height;
    found->tiles.resize(kept.tiles.size());
    for (std::size_t t = 0; t < kept.tiles.size(); ++t)
        found->tiles[t].reserve(kept.tiles[t].accesses());
    const ElementAccessFinder finder(info);
    std::vector<ElementAccess> accesses;
    RequestBlock block;
    job.begin("finding the pixels of accesses", kept.accesses, "accesses");
    source.rewind();
    while (source.next(block, job.stop)) {
        job.check();
        finder.find(block, accesses);
        for (std::size_t first = 0; first < accesses.size();) {
            const std::uint32_t entry = accesses[first].entry;
            std::size_t last = first;
            while (last < accesses.size() && accesses[last].entry == entry)
                ++last;
            const PixelLanes::Lanes of =
                lanes.of(block, entry, std::span(accesses).subspan(first, last - first));
            for (; first < last; ++first) {
                const ElementAccess& access = accesses[first];
                if (!element_kinds()[access.kind].has_look_ups) continue;
                const bool counts = (of.mask >> access.lane & 1U) != 0;
                found->tiles[kept.first_tile[access.kind] + access.element / tile_slots].push_back(
                    counts ? (*of.pixels)[access.lane] : KeptPixels::no_pixel);
            }
        }
        job.add(accesses.size());
    }
    for (std::size_t t = 0; t < kept.tiles.size(); ++t)
        if (found->tiles[t].size() != kept.tiles[t].accesses())
            throw Error("the recording has other element accesses than those whose distances were kept");
    return found;
}

} // namespace hitmap
