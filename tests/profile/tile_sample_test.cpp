#include "core/profile/index/tile_sample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace hitmap {
namespace {

/// A tile whose log and one snapshot have `elements` elements with `accesses` accesses each.
Tile tile_of(ElementKindId kind, std::uint32_t elements, std::uint32_t accesses, ScratchStore& store) {
    Tile tile;
    tile.kind = kind;
    TileLogBuilder builder;
    AccessOutcome outcome;
    outcome.l1_lookups = 1;
    for (std::uint32_t element = 0; element < elements; ++element)
        builder.add(element, element, outcome, store);
    tile.log = builder.finish(store);
    TileSums sums;
    sums.clear(every_column, elements);
    std::fill_n(sums[Column::accesses], elements, std::uint64_t{accesses});
    tile.snapshots.emplace_back(sums, every_column, elements, store);
    return tile;
}

double all_bytes(std::span<const Tile> tiles) {
    double bytes = 0;
    for (const Tile& tile : tiles)
        bytes += static_cast<double>(tile.snapshots.front().memory_bytes());
    return bytes;
}

std::vector<Tile*> pointers_to(std::vector<Tile>& tiles) {
    std::vector<Tile*> pointers;
    for (Tile& tile : tiles)
        pointers.push_back(&tile);
    return pointers;
}

TEST(TileSample, EstimatesKindsByThemselves) {
    ScratchStore store;
    std::vector<Tile> tiles;
    for (std::uint32_t i = 0; i < 1000; ++i)
        tiles.push_back(tile_of(0, i % 10, 1, store)); // every tenth has no elements
    for (std::uint32_t i = 0; i < 10; ++i)
        tiles.push_back(tile_of(1, 1000, 70'000, store)); // wider columns
    const TileSample sample(pointers_to(tiles), 64);
    EXPECT_LE(sample.tiles().size(), 64U + 10U);
    EXPECT_EQ(std::ranges::count(sample.tiles(), ElementKindId{1}, &Tile::kind), 10);
    for (const Tile* const tile : sample.tiles())
        EXPECT_NE(tile->log.elements(), 0U);
    // Each snapshot has some padding, whatever the number of its elements.
    EXPECT_NEAR(sample.snapshot_bytes(0) / all_bytes(tiles), 1, 0.05);
}

TEST(TileSample, IsAllOfAFewTiles) {
    ScratchStore store;
    std::vector<Tile> tiles;
    for (std::uint32_t i = 0; i < 10; ++i)
        tiles.push_back(tile_of(0, 1 + i, 1 + i * 100, store));
    const TileSample sample(pointers_to(tiles), 64);
    EXPECT_EQ(sample.tiles().size(), tiles.size());
    EXPECT_DOUBLE_EQ(sample.snapshot_bytes(0), all_bytes(tiles));
}

TEST(TileSample, OfNoElementsIsEmpty) {
    ScratchStore store;
    std::vector<Tile> tiles;
    tiles.push_back(tile_of(0, 0, 1, store));
    const TileSample sample(pointers_to(tiles));
    EXPECT_TRUE(sample.tiles().empty());
    EXPECT_EQ(sample.snapshot_bytes(0), 0);
}

} // namespace
} // namespace hitmap
