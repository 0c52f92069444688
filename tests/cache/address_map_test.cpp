#include "core/cache/results/address_map.h"
#include "tests/cache/random_requests.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

RecordingInfo three_buffers() {
    RecordingInfo info;
    info.allocations.push_back(buffer("high", Role::other, 0x8000, 64, 4));
    info.allocations.push_back(buffer("low", Role::other, 0x1040, 256, 4));
    info.allocations.push_back(buffer("stack", Role::stack, 0, 16, 4));
    info.allocations.back().space = Space::local;
    return info;
}

std::string text_of(const AddressAxis& axis) {
    std::string text;
    for (const AddressRow& row : axis.rows())
        text += fmt::format("{}:{:x}-{:x} ", row.allocation, row.first, row.last);
    return text;
}

TEST(AddressAxis, RowsAreLinesBySpaceAndAddress) {
    const RecordingInfo info = three_buffers(); // "high" has 256 bytes, "low" 1,024 from the middle of a line
    const AddressAxis axis(info, {}, 100, 128);
    EXPECT_EQ(axis.row_bytes(), 128U);
    EXPECT_EQ(text_of(axis), "1:1040-1080 1:1080-1100 1:1100-1180 1:1180-1200 1:1200-1280 1:1280-1300 "
                             "1:1300-1380 1:1380-1400 1:1400-1440 0:8000-8080 0:8080-8100 2:0-40 ");
    EXPECT_EQ(axis.find(1, 0x1000), 0U); // the line that contains the first byte
    EXPECT_EQ(axis.find(1, 0x1400), 8U);
    EXPECT_EQ(axis.find(1, 0x1480), 8U); // an access that begins at the end of the allocation
    EXPECT_EQ(axis.find(2, std::uint64_t{1} << 63), 11U);
}

TEST(AddressAxis, RowsGrowUntilThereAreFewEnough) {
    const RecordingInfo info = three_buffers();
    const AddressAxis axis(info, {}, 7, 128);
    EXPECT_EQ(axis.row_bytes(), 256U);
    EXPECT_EQ(text_of(axis),
              "1:1040-1100 1:1100-1200 1:1200-1300 1:1300-1400 1:1400-1440 0:8000-8100 2:0-40 ");
    EXPECT_EQ(text_of(AddressAxis(info, {}, 1, 128)), // two for each allocation
              "1:1040-1200 1:1200-1400 1:1400-1440 0:8000-8100 2:0-40 ");
}

TEST(AddressAxis, ARangeIsRoundedToLinesAndLeavesLocalMemoryOut) {
    const RecordingInfo info = three_buffers();
    const AddressAxis axis(info, {0x1110, 0x1190}, 1, 128);
    EXPECT_EQ(text_of(axis), "1:1100-1180 1:1180-1200 ");
    const AddressAxis coarse(info, {0x1110, 0x1490}, 1, 128);
    EXPECT_EQ(coarse.find(1, 0x1080), std::nullopt); // below the range, but in the block of its first row
    EXPECT_EQ(coarse.find(1, 0x1100), 0U);
    EXPECT_TRUE(AddressAxis(info, {0x2000, 0x3000}, 10, 128).rows().empty());
}

TEST(AddressAxis, AnAllocationUpToTheLastAddressHasRows) {
    RecordingInfo info;
    info.allocations.push_back(buffer("all", Role::other, 16, 1, 4));
    info.allocations.back().bytes = ~std::uint64_t{0} - 3;
    const AddressAxis axis(info, {}, 256, 32);
    EXPECT_LE(axis.rows().size(), 257U);
    EXPECT_EQ(axis.rows().front().first, 16U);
    EXPECT_EQ(axis.rows().back().last, ~std::uint64_t{0});
}

TEST(AddressMap, EachPositionIsInTheIntervalThatBeginsBeforeIt) {
    for (const std::uint64_t count :
         {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{512}, std::uint64_t{1000}, std::uint64_t{1537}}) {
        const AddressMap map(AddressAxis(three_buffers(), {}, 100, 128), 30, 30 + count, 10000);
        EXPECT_EQ(map.first_of(0), 30U);
        EXPECT_EQ(map.first_of(map.intervals()), 30 + count);
        for (std::uint64_t position = 30; position < 30 + count; ++position) {
            const std::uint64_t interval = map.interval_of(position);
            EXPECT_LE(map.first_of(interval), position);
            EXPECT_LT(position, map.first_of(interval + 1));
        }
    }
}

/// Sums by allocation, first byte of the line (0 for local memory), and position.
using Key = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>;

/// Counts the distinct sectors of each request, lane by lane.
std::map<Key, std::uint64_t> sectors_reference(const RandomRequests& random, std::uint64_t line,
                                               std::uint64_t& outside) {
    const ElementAccessFinder finder(random.info);
    std::map<Key, std::uint64_t> counts;
    std::uint64_t position = 0;
    for (std::size_t i = 0; i < random.requests.size(); ++i) {
        const Request& request = random.requests[i];
        const Instruction& instruction = random.info.instructions[request.instruction];
        std::set<std::pair<std::uint32_t, std::uint64_t>> sectors; // allocation and number of the sector
        for (unsigned lane = 0; lane < warp_size && instruction.space == Space::global; ++lane) {
            if ((request.mask >> lane & 1U) == 0) continue;
            const std::uint64_t first = request.address[lane];
            const auto& all = random.info.allocations;
            const auto owner = std::find_if(all.begin(), all.end(), [&](const Allocation& a) {
                return a.space == Space::global && a.address <= first && first - a.address < a.bytes &&
                       a.first_request.value <= i && i < a.last_request.value;
            });
            for (std::uint64_t s = first / 32; s <= (first + instruction.bytes_per_lane - 1) / 32; ++s)
                sectors.emplace(static_cast<std::uint32_t>(owner - all.begin()), s);
        }
        for (const auto& [allocation, sector] : sectors) {
            if (allocation == random.info.allocations.size())
                ++outside;
            else
                ++counts[{allocation, sector * 32 / line * line, position}];
        }
        std::vector<std::uint64_t> packed;
        for (unsigned lane = 0; lane < warp_size; ++lane)
            if ((request.mask >> lane & 1U) != 0) packed.push_back(request.address[lane]);
        position += finder.count(request.instruction, request.mask, packed.data());
    }
    return counts;
}

/// Sets the number of positions of the recording, as a file states it.
std::uint64_t count_positions(RandomRequests& random) {
    const ElementAccessFinder finder(random.info);
    RequestBlock block;
    for (const Request& request : random.requests)
        block.append(request);
    std::vector<ElementAccess> accesses;
    finder.find(RequestView(block), accesses);
    for (const ElementAccess& access : accesses)
        ++random.info.element_accesses.at(access.kind);
    return accesses.size();
}

AddressMap simulate(const RandomRequests& random, const HierarchyConfig& config, AddressMap map,
                    AccessMatrix& matrix, unsigned threads) {
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 37 * threads);
    ThreadPool pool(threads);
    HierarchySinks sinks;
    sinks.addresses = {&map, 1};
    sinks.matrix = &matrix;
    simulate_hierarchy(source, config, sinks, pool);
    return map;
}

TEST(AddressMap, OneSimulationCountsSeveralWindows) {
    RandomRequests random(7);
    const HierarchyConfig config = random_config(random);
    const std::uint64_t positions = count_positions(random);
    ASSERT_GT(positions, 10U);
    const AddressAxis axis(random.info, {}, 40, config.l1.line);
    const auto empty_maps = [&] {
        // Windows may overlap.
        return std::vector<AddressMap>{{axis, 0, positions / 2, positions},
                                       {axis, positions / 3, positions, positions},
                                       {axis, 2, 3, positions}};
    };
    MemorySource source(random.info, random.scene);
    for (const Request& request : random.requests)
        source.add(request, 37);
    ThreadPool pool(2);
    std::vector<AddressMap> together = empty_maps();
    HierarchySinks sinks;
    sinks.addresses = together;
    simulate_hierarchy(source, config, sinks, pool);
    std::uint64_t sectors = 0;
    std::vector<AddressMap> alone = empty_maps();
    for (std::size_t i = 0; i < alone.size(); ++i) {
        sinks.addresses = {&alone[i], 1};
        simulate_hierarchy(source, config, sinks, pool);
        EXPECT_EQ(together[i].sectors_outside, alone[i].sectors_outside);
        for (std::size_t row = 0; row < axis.rows().size(); ++row)
            for (std::uint64_t interval = 0; interval < alone[i].intervals(); ++interval) {
                EXPECT_EQ(together[i].cell(row, interval), alone[i].cell(row, interval)) << i;
                sectors += alone[i].cell(row, interval).sectors;
            }
    }
    EXPECT_GT(sectors, 0U);
}

/// Adds up the cells of each allocation.
std::vector<AddressSums> by_allocation(const AddressMap& map, std::size_t allocations) {
    std::vector<AddressSums> sums(allocations);
    for (std::size_t row = 0; row < map.axis().rows().size(); ++row)
        for (std::uint64_t i = 0; i < map.intervals(); ++i)
            sums[map.axis().rows()[row].allocation] += map.cell(row, i);
    return sums;
}

TEST(AddressMap, SumsOfAllocationsAreThoseOfTheOtherTables) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        RandomRequests random(seed);
        HierarchyConfig config = random_config(random);
        config.explain_misses = seed % 2 == 0;
        const std::uint64_t positions = count_positions(random);
        std::vector<AddressSums> first;
        for (const unsigned threads : {1U, 3U}) {
            AccessMatrix matrix;
            const AddressMap map = simulate(
                random, config,
                AddressMap(AddressAxis(random.info, {}, 40, config.l1.line), 0, positions, positions), matrix,
                threads);
            const auto sums = by_allocation(map, random.info.allocations.size());
            std::vector<AllocationSums> expected(sums.size() + 1);
            for (const MatrixCell& cell : matrix.cells)
                expected[std::min<std::size_t>(cell.allocation, sums.size())] += cell.sums;
            for (std::size_t a = 0; a < sums.size(); ++a) {
                SCOPED_TRACE(fmt::format("seed {}, {}", seed, random.info.allocations[a].name));
                EXPECT_EQ(sums[a].sectors, expected[a].sectors);
                EXPECT_EQ(sums[a].l1_lookups, expected[a].l1.lookups);
                EXPECT_EQ(sums[a].l1_hits * hit_unit, expected[a].l1.hits);
                EXPECT_EQ(sums[a].l2_lookups, expected[a].l2.lookups);
                EXPECT_EQ(sums[a].l2_hits * hit_unit, expected[a].l2.hits);
                if (!config.explain_misses) continue;
                EXPECT_EQ(sums[a].l1_misses.misses(), sums[a].l1_lookups - sums[a].l1_hits);
                EXPECT_EQ(sums[a].l2_misses.misses(), sums[a].l2_lookups - sums[a].l2_hits);
            }
            EXPECT_EQ(map.sectors_outside, expected.back().sectors);
            if (first.empty()) first = sums;
            EXPECT_EQ(sums, first);
        }
    }
}

TEST(AddressMap, EachLineHasTheSectorsOfItsRequestsAtTheirPositions) {
    for (unsigned seed = 20; seed < 30; ++seed) {
        RandomRequests random(seed, 300);
        const HierarchyConfig config = random_config(random);
        const std::uint64_t first = count_positions(random) / 3;
        AccessMatrix matrix;
        const AddressMap map = simulate(random, config,
                                        AddressMap(AddressAxis(random.info, {}, 1000, config.l1.line), first,
                                                   first + 400, random.info.positions()),
                                        matrix, 2);
        ASSERT_EQ(map.axis().row_bytes(), config.l1.line);
        std::map<std::pair<std::size_t, std::uint64_t>, std::uint64_t> found; // by row and interval
        const auto rows = map.axis().rows();
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::uint64_t i = 0; i < map.intervals(); ++i)
                if (random.info.allocations[rows[row].allocation].space == Space::global &&
                    map.cell(row, i).sectors != 0)
                    found[{row, i}] = map.cell(row, i).sectors;
        std::map<std::pair<std::size_t, std::uint64_t>, std::uint64_t> expected;
        std::uint64_t outside = 0;
        for (const auto& [key, sectors] : sectors_reference(random, config.l1.line, outside)) {
            const auto& [allocation, line, position] = key;
            if (!map.contains(position)) continue;
            // The row that has the line, or the last one of the allocation.
            std::size_t row = 0;
            while (rows[row].allocation != allocation)
                ++row;
            while (row + 1 < rows.size() && rows[row + 1].allocation == allocation && rows[row].last <= line)
                ++row;
            expected[{row, map.interval_of(position)}] += sectors;
        }
        EXPECT_EQ(found, expected) << seed;
        EXPECT_FALSE(expected.empty());
    }
}

} // namespace
} // namespace hitmap
