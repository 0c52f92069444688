#include "core/profile/index/tile_sample.h"

#include "core/trace/model/element_access.h"

namespace hitmap {

std::uint64_t elements_of(std::span<Tile* const> tiles) {
    std::uint64_t elements = 0;
    for (const Tile* const tile : tiles)
        elements += tile->log.elements();
    return elements;
}

TileSample::TileSample(std::span<Tile* const> tiles, std::size_t enough) {
    for (std::size_t kind = 0; kind < element_kinds().size(); ++kind) {
        std::vector<Tile*> all;
        for (Tile* const tile : tiles)
            if (tile->kind == kind && tile->log.elements() != 0) all.push_back(tile);
        if (all.empty()) continue;
        Kind& of_kind = kinds_.emplace_back();
        of_kind.first = sample_.size();
        for (std::size_t t = 0; t < all.size(); t += 1 + all.size() / enough)
            sample_.push_back(all[t]);
        of_kind.count = sample_.size() - of_kind.first;
        of_kind.elements_a_sampled =
            static_cast<double>(elements_of(all)) / static_cast<double>(elements_of(tiles_of(of_kind)));
    }
}

double TileSample::snapshot_bytes(std::size_t i) const {
    double bytes = 0;
    for (const Kind& kind : kinds_)
        for (const Tile* const tile : tiles_of(kind))
            bytes += static_cast<double>(tile->snapshots[i].memory_bytes()) * kind.elements_a_sampled;
    return bytes;
}

} // namespace hitmap
