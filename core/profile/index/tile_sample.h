#pragma once

#include "core/profile/index/tile_query.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The number of elements that the logs of the tiles contain.
[[nodiscard]] std::uint64_t elements_of(std::span<Tile* const> tiles);

/// Some tiles of each kind of element, from which the sizes of all snapshots are estimated.
class TileSample {
public:
    /// Takes every nth tile that has elements, so that each kind has about `enough` of them at most.
    explicit TileSample(std::span<Tile* const> tiles, std::size_t enough = 128);

    [[nodiscard]] std::span<Tile* const> tiles() const { return sample_; }
    /// Estimates the bytes of the snapshots of all tiles at stop i + 1: those of the sample, multiplied by
    /// the elements of its kind for each of an element of the sample.
    [[nodiscard]] double snapshot_bytes(std::size_t i) const;

private:
    struct Kind {
        std::size_t first = 0; ///< in the sample
        std::size_t count = 0;
        double elements_a_sampled = 1;
    };
    [[nodiscard]] std::span<Tile* const> tiles_of(const Kind& kind) const {
        return std::span(sample_).subspan(kind.first, kind.count);
    }

    std::vector<Tile*> sample_; ///< sorted by kind
    std::vector<Kind> kinds_;
};

} // namespace hitmap
