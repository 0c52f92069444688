#include "core/cache/sdcm/hit_probability.h"
#include "core/profile/live/kept_tile.h"
#include "core/profile/live/miss_table.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace hitmap {
namespace {

constexpr std::uint32_t cold = ReuseStack::cold;

TEST(DistanceCode, HasEveryDistance) {
    const std::vector<std::uint32_t> distances{
        0, 1, 0xbffd, 0xbffe, 0xbfff, cold, 0xc000, 0xffff, 0x10000, 0x12345678, (1U << 30) - 1, cold, 7};
    std::vector<std::uint16_t> codes;
    for (const std::uint32_t distance : distances)
        DistanceCode::append(distance, codes);
    const std::uint16_t* at = codes.data();
    for (const std::uint32_t distance : distances)
        EXPECT_EQ(DistanceCode::next(at), distance);
    EXPECT_EQ(at, codes.data() + codes.size());
}

TEST(MissTable, IsWhatTheHitTableLeaves) {
    for (const CacheGeometry& geometry :
         {CacheGeometry{32U << 10, 128, 128, 64}, CacheGeometry{128, 128, 128, 1},
          CacheGeometry{64U << 20, 32, 32, 1}, CacheGeometry{96U << 10, 32, 32, 3072}}) {
        const HitTable hits(geometry);
        const std::vector<std::vector<std::uint8_t>> patterns{{}, {0, 1, 7}};
        const MissTable table(geometry, patterns, 1U << 30);
        for (const std::uint32_t distance : {0U, 1U, 2U, 63U, 64U, 300U, 3071U, 3072U, 40000U, 0xbffeU,
                                             0xbfffU, 70000U, 1000000U, 5000000U, (1U << 30) - 1}) {
            std::vector<std::uint16_t> codes;
            DistanceCode::append(distance, codes);
            const std::uint16_t* at = codes.data();
            EXPECT_EQ(table.next(at), hit_unit - hits(distance)) << distance;
            EXPECT_EQ(at, codes.data() + codes.size());
        }
        EXPECT_EQ(table.misses(cold), hit_unit);
        EXPECT_EQ(table.of_repeats()[0], 0U);
        EXPECT_EQ(table.of_repeats()[1], 3 * hit_unit - hits(0) - hits(1) - hits(7));
    }
}

/// A group as it was added.
struct AddedGroup {
    std::uint64_t position;
    std::uint32_t slot;
    std::uint32_t count;
    bool repeats;
    bool counted;
    std::vector<std::uint32_t> distances;
};

std::vector<AddedGroup> random_groups(unsigned seed, std::size_t count) {
    std::mt19937 generator(seed);
    const auto pick = [&](std::uint32_t end) { return static_cast<std::uint32_t>(generator() % end); };
    std::vector<AddedGroup> groups;
    std::uint64_t position = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned sort = pick(20);
        if (sort < 12) position += pick(3);
        if (sort >= 12) position += pick(5000);
        if (sort == 19) position += pick(4000000);
        AddedGroup group{position, pick(50), 1 + pick(32), sort == 3, sort != 5, {}};
        if (!group.repeats)
            for (std::uint32_t k = 0; k < 1 + group.slot % 3; ++k)
                group.distances.push_back(pick(9) == 0 ? cold : pick(1U << pick(30)));
        position += group.count;
        groups.push_back(std::move(group));
    }
    return groups;
}

TEST(KeptTile, GivesBackGroupsOfAnyWindow) {
    const auto groups = random_groups(5, 4000);
    KeptTile tile;
    tile.slot_count = 64;
    KeptTileBuilder builder(tile);
    for (const AddedGroup& group : groups) {
        const std::uint16_t element = builder.element_of(group.slot, [&] {
            const auto lookups = static_cast<std::uint8_t>(1 + group.slot % 3);
            return ElementLookups{{lookups, lookups}, {}};
        });
        if (group.repeats)
            builder.add_repeats(group.position, element, group.count, group.counted);
        else
            builder.add(group.position, element, group.count, group.counted,
                        {group.distances, group.distances});
    }
    builder.finish();
    EXPECT_EQ(tile.element_of(60), KeptTile::no_element);
    std::mt19937 random(6);
    const std::uint64_t end = groups.back().position + groups.back().count;
    for (int i = 0; i < 60; ++i) {
        TimeWindow window{random() % end, random() % (end + 10)};
        if (i == 0) window = {0, end};
        if (i == 1) window = {groups[1024].position, groups[2048].position};
        if (i == 2) window = {groups[100].position + 1, groups[100].position + 1};
        std::vector<std::uint64_t> found(4); // accesses, first accesses, excluded ones, sum of distances
        tile.scan(1, window, [&](const KeptRun& run, const std::uint16_t*& at) {
            for (unsigned k = run.has_distances ? tile.lookups(1)[run.element] : 0; k != 0; --k) {
                const std::uint32_t distance = DistanceCode::next(at);
                if (run.has_first) found[3] += distance;
            }
            found[0] += run.count;
            found[1] += run.has_first ? 1 : 0;
            EXPECT_EQ(run.repeats + (run.has_first ? 1U : 0U), run.count);
            if (!run.counted) found[2] += run.count;
        });
        std::vector<std::uint64_t> expected(4);
        for (const AddedGroup& group : groups)
            for (std::uint64_t p = group.position; p < group.position + group.count; ++p) {
                if (p < window.first || p >= window.last) continue;
                ++expected[0];
                if (!group.counted) ++expected[2];
                if (group.repeats || p != group.position) continue;
                ++expected[1];
                for (const std::uint32_t distance : group.distances)
                    expected[3] += distance;
            }
        EXPECT_EQ(found, expected) << window.first << " to " << window.last;
    }
}

} // namespace
} // namespace hitmap
