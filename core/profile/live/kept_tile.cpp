#include "core/profile/live/kept_tile.h"

namespace hitmap {

std::uint64_t KeptTile::memory_bytes() const {
    const auto bytes = [](const auto& values) { return values.capacity() * sizeof(values[0]); };
    return bytes(heads_) + bytes(codes_[0]) + bytes(codes_[1]) + bytes(marks_) + bytes(slots_) +
           bytes(element_of_slot_) + bytes(lookups_[0]) + bytes(lookups_[1]) + bytes(patterns_[0]) +
           bytes(patterns_[1]);
}

void KeptTileBuilder::add_element(std::uint32_t slot, const ElementLookups& described) {
    tile_.slots_.push_back(static_cast<std::uint16_t>(slot));
    for (std::size_t level = 0; level < 2; ++level) {
        tile_.lookups_[level].push_back(described.lookups[level]);
        tile_.patterns_[level].push_back(described.patterns[level]);
    }
}

void KeptTileBuilder::add(std::uint64_t position, std::uint16_t element, std::uint32_t count, bool counted,
                          const std::array<std::span<const std::uint32_t>, 2>& distances) {
    add_head(position, element, count, counted ? 0 : KeptTile::excluded_bit);
    for (std::size_t level = 0; level < 2; ++level)
        for (const std::uint32_t distance : distances[level])
            DistanceCode::append(distance, tile_.codes_[level]);
}

void KeptTileBuilder::add_head(std::uint64_t position, std::uint16_t element, std::uint32_t count,
                               std::uint32_t flags) {
    std::vector<std::uint32_t>& heads = tile_.heads_;
    if (heads.size() - tile_.marks_.back().head >= KeptTile::mark_heads)
        tile_.marks_.push_back(
            {end_, tile_.accesses_, heads.size(), {tile_.codes_[0].size(), tile_.codes_[1].size()}});
    std::uint64_t delta = position - end_;
    while (delta >= KeptTile::delta_end) {
        const auto gap = static_cast<std::uint32_t>(std::min(delta, KeptTile::gap_end - 1));
        heads.push_back((gap >> 20) << KeptTile::delta_shift | KeptTile::gap_bit |
                        (gap & (KeptTile::gap_bit - 1)));
        delta -= gap;
    }
    heads.push_back(static_cast<std::uint32_t>(delta) << KeptTile::delta_shift | flags |
                    (count - 1) << KeptTile::count_shift | element);
    end_ = position + count;
    tile_.accesses_ += count;
}

void KeptTileBuilder::finish() {
    const auto shrink = [](auto& values) { values.shrink_to_fit(); };
    shrink(tile_.heads_);
    shrink(tile_.marks_);
    shrink(tile_.slots_);
    for (std::size_t level = 0; level < 2; ++level) {
        shrink(tile_.codes_[level]);
        shrink(tile_.lookups_[level]);
        shrink(tile_.patterns_[level]);
    }
}

} // namespace hitmap
