#include "core/base/error.h"
#include "core/cache/gpu/preset_library.h"
#include "core/probe/cache_probe.h"
#include "core/probe/chase/simulated_source.h"
#include "core/probe/probe_units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace hitmap {
namespace {

ProbeResult probe(const CacheGeometry& geometry, std::uint64_t seed = 1) {
    SimulatedSource source(geometry, {}, seed);
    return probe_cache(source, {});
}

ProbeResult probe(std::string_view geometry) {
    return probe(parse_cache_geometry(geometry));
}

Replacement expected_replacement(const CacheGeometry& geometry) {
    if (geometry.policy == "lru" || geometry.ways == 1) return Replacement::lru;
    return geometry.policy == "fifo" ? Replacement::fifo : Replacement::not_lru;
}

/// Checks all properties that can be inferred with LRU and FIFO.
void expect_recovered(const CacheGeometry& geometry, const ProbeResult& result) {
    SCOPED_TRACE(to_string(geometry));
    EXPECT_EQ(result.capacity, geometry.capacity);
    EXPECT_EQ(result.fetched, geometry.sector);
    EXPECT_EQ(result.line, geometry.line);
    EXPECT_EQ(result.ways(), geometry.ways);
    EXPECT_EQ(result.sets(), geometry.lines() / geometry.ways);
    EXPECT_EQ(result.replacement, expected_replacement(geometry));
    EXPECT_EQ(result.periodic, true);
}

/// Checks the properties that can be inferred with other policies.
void expect_nothing_wrong(const CacheGeometry& geometry, const ProbeResult& result) {
    SCOPED_TRACE(to_string(geometry));
    ASSERT_TRUE(result.capacity);
    EXPECT_EQ(*result.capacity, geometry.capacity);
    EXPECT_EQ(result.fetched, geometry.sector);
    EXPECT_EQ(result.line.value_or(geometry.line), geometry.line);
    if (!result.set_ways.empty()) {
        EXPECT_EQ(result.ways(), geometry.ways);
        EXPECT_EQ(result.sets(), geometry.lines() / geometry.ways);
    }
    // With two ways, every policy that keeps an order equals LRU.
    const bool is_lru = geometry.ways == 1 || (geometry.policy == "plru" && geometry.ways == 2);
    EXPECT_TRUE(is_lru || result.replacement == Replacement::not_lru ||
                result.replacement == Replacement::undetermined);
}

TEST(CacheProbe, RecoversSmallCaches) {
    for (const char* text :
         {"16KiB:128:4", "64KiB:128/32:128", "12KiB:32:96:lru:texture-l1", "4KiB:64:full", "1KiB:32/16:1",
          "128:128:1", "24KiB:128/32:48:lru:pascal-l1", "16KiB:128:4:lru:fermi-l1", "64KiB:64:8:fifo:xor",
          "36KiB:64/16:4", "4KiB:64:2:fifo", "4KiB:64:full:fifo", "32KiB:128/32:1:lru:xor"})
        expect_recovered(parse_cache_geometry(text), probe(text));
}

TEST(CacheProbe, RecoversRandomGeometriesOfLruAndFifo) {
    std::mt19937_64 random(7);
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    for (int i = 0; i < 150; ++i) {
        CacheGeometry geometry;
        geometry.line = 16U << below(5);
        geometry.sector = geometry.line >> below(4);
        if (geometry.sector < 16) geometry.sector = geometry.line;
        geometry.ways = 1 + below(below(4) == 0 ? 100 : 12);
        const bool xored = below(2) == 0;
        const std::uint64_t sets = xored ? std::uint64_t{1} << below(8) : 1 + below(below(3) == 0 ? 300 : 40);
        geometry.capacity = geometry.line * geometry.ways * sets;
        if (geometry.capacity / geometry.sector > 8192) continue; // larger caches take too long
        geometry.index = xored ? "xor" : "linear";
        geometry.policy = below(2) == 0 ? "lru" : "fifo";
        expect_recovered(geometry, probe(geometry));
    }
}

TEST(CacheProbe, SaysNothingWrongOfOtherPolicies) {
    std::mt19937_64 random(8);
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    for (int i = 0; i < 60; ++i) {
        CacheGeometry geometry;
        geometry.line = 32U << below(3);
        geometry.sector = below(2) == 0 ? 32 : geometry.line;
        geometry.ways = 1 + below(20);
        const std::uint64_t sets = std::uint64_t{1} << below(6);
        geometry.capacity = geometry.line * geometry.ways * sets;
        geometry.index = below(2) == 0 ? "xor" : "linear";
        geometry.policy = below(2) == 0 ? "random" : "plru";
        expect_nothing_wrong(geometry, probe(geometry, random()));
    }
}

/// Mei et al. 2014, table 4, where a is the number of sets.
TEST(CacheProbe, ReproducesTable4) {
    struct Row {
        const char* unit;
        std::uint64_t capacity;
        std::uint64_t line;
        std::vector<std::uint64_t> set_ways;
        Replacement replacement;
    };
    constexpr std::uint64_t mib = 1U << 20;
    const std::vector<Row> rows{
        {"l1", 16384, 128, std::vector<std::uint64_t>(32, 4), Replacement::not_lru},
        {"l1_tlb", 32 * mib, 2 * mib, {16}, Replacement::lru},
        {"l2_tlb", 130 * mib, 2 * mib, {17, 8, 8, 8, 8, 8, 8}, Replacement::lru},
        {"texture", 12288, 32, std::vector<std::uint64_t>(4, 96), Replacement::lru},
    };
    const auto units = probe_units(find_gpu_preset("fermi-gtx560ti", {}));
    for (const Row& row : rows) {
        SCOPED_TRACE(row.unit);
        const auto unit =
            std::find_if(units.begin(), units.end(), [&](const ProbeUnit& u) { return u.name == row.unit; });
        ASSERT_NE(unit, units.end());
        SimulatedSource source = unit->source();
        const ProbeResult result = probe_cache(source, {});
        EXPECT_EQ(result.capacity, row.capacity);
        EXPECT_EQ(result.line, row.line);
        EXPECT_EQ(result.set_ways, row.set_ways);
        EXPECT_EQ(result.replacement, row.replacement);
        EXPECT_EQ(result.periodic, row.replacement == Replacement::lru);
        if (row.set_ways.front() != row.set_ways.back()) {
            EXPECT_EQ(result.order, SetOrder::undetermined);
        }
    }
}

/// Figure 12: 128 successive bytes are in one set, selected by bits 7 and 8.
TEST(CacheProbe, ReproducesTheMappingOfTheTextureCache) {
    const ProbeResult result = probe("12KiB:32:96:lru:texture-l1");
    EXPECT_EQ(result.order, SetOrder::linear);
    EXPECT_EQ(result.set_bytes, 128U);
    ASSERT_GE(result.set_of_line.size(), 384U);
    for (std::size_t line = 0; line < 384; ++line)
        EXPECT_EQ(result.set_of_line[line], line * 32 >> 7 & 3) << line;
}

TEST(CacheProbe, TellsLinearFromHashedSets) {
    EXPECT_EQ(probe("16KiB:128:4").order, SetOrder::linear);
    EXPECT_EQ(probe("16KiB:128:4").set_bytes, 128U);
    EXPECT_EQ(probe("16KiB:128:4:lru:xor").order, SetOrder::hashed);
    EXPECT_EQ(probe("16KiB:128:4:lru:fermi-l1").order, SetOrder::hashed);
}

TEST(CacheProbe, RecoversThePresetsThatKeepToLru) {
    for (const ListedPreset& listed : list_gpu_presets({}).presets) {
        for (const ProbeUnit& unit : probe_units(listed.preset)) {
            const auto* cache = std::get_if<CacheGeometry>(&unit.geometry);
            if (cache == nullptr || cache->policy != "lru" || cache->capacity > (1U << 20)) continue;
            SimulatedSource source = unit.source();
            SCOPED_TRACE(listed.preset.name);
            expect_recovered(*cache, probe_cache(source, {}));
        }
    }
}

} // namespace
} // namespace hitmap
