#include "core/analysis/comparison/side_comparison.h"
#include "core/cache/results/access_outcome.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

namespace hitmap {
namespace {

/// Numbers of requests, sectors, and bytes to and from L2 and DRAM.
Costs traffic(double requests, double all_sectors, double l2_bytes, double dram_bytes) {
    Costs costs;
    costs[Cost::requests] = requests;
    costs[Cost::sectors] = all_sectors;
    costs[Cost::l2_bytes] = l2_bytes;
    costs[Cost::dram_bytes] = dram_bytes;
    return costs;
}

std::string cell(const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : "-";
}

std::string text_of(const SideComparison& comparison, Division division, Cost cost) {
    std::string text;
    for (const PartChange& change : comparison.changes(division, cost))
        text += fmt::format("{}: {} {} {} {}; ", change.part->name, cell(change.value.a),
                            cell(change.value.b), cell(change.value.difference), cell(change.share));
    return text;
}

SideSums sides_with(const Costs& total, std::vector<PartSums> allocations) {
    SideSums sums;
    sums.total = total;
    sums.counting.counted = Counted::request_sectors;
    sums.parts[static_cast<std::size_t>(Division::allocations)] = std::move(allocations);
    return sums;
}

const SideSums side_a = sides_with(traffic(100, 400, 3200, 6400), {{"nodes", traffic(60, 200, 0, 3200)},
                                                                   {"stack", traffic(30, 100, 0, 1600)},
                                                                   {"faces", traffic(10, 100, 0, 1600)}});
const SideSums side_b = sides_with(traffic(136, 400, 2816, 5760), {{"nodes", traffic(60, 200, 0, 2240)},
                                                                   {"faces", traffic(76, 100, 0, 1600)},
                                                                   {"other", traffic(0, 0, 0, 1920)}});

TEST(SideComparison, PartsAreMatchedByNameAndSortedByTheirShare) {
    const SideComparison comparison = compare_sides(side_a, side_b);
    EXPECT_EQ(text_of(comparison, Division::allocations, Cost::dram_bytes),
              "other: - 1920 1920 0.42857142857142855; stack: 1600 - -1600 0.35714285714285715; "
              "nodes: 3200 2240 -960 0.21428571428571427; faces: 1600 1600 0 0; ");
    EXPECT_EQ(comparison.of(Division::allocations)[1].only(), Side::baseline);
    EXPECT_EQ(comparison.of(Division::allocations)[3].only(), Side::compared);
    EXPECT_EQ(comparison.of(Division::allocations)[0].only(), std::nullopt);
    EXPECT_EQ(text_of(comparison, Division::allocations, Cost::l1_misses),
              "nodes: - - - -; stack: - - - -; faces: - - - -; other: - - - -; ");
}

TEST(ComparisonSentences, SidesThatCountDifferentlyAreNotCompared) {
    SideSums lanes = sides_with({}, {});
    lanes.total[Cost::l1_misses] = 1000;
    lanes.counting.counted = Counted::lane_lookups;
    lanes.unknown = "stack distances are of elements";
    EXPECT_TRUE(compare_sides(lanes, lanes).same_counting);
    const SideComparison mixed = compare_sides(side_a, lanes);
    EXPECT_FALSE(mixed.same_counting);
    ComparedPart part{"faces", Costs(), Costs()};
    for (const Cost cost : {Cost::l1_misses, Cost::accesses}) {
        (*part.a)[cost] = 4.0;
        (*part.b)[cost] = 6.0;
    }
    EXPECT_EQ(mixed.value(part, Cost::l1_misses).difference, std::nullopt);
    EXPECT_EQ(mixed.value(part, Cost::accesses).difference, 2.0);
    EXPECT_EQ(compare_sides(lanes, lanes).value(part, Cost::l1_misses).difference, 2.0);
    EXPECT_EQ(
        comparison_sentences(mixed),
        "B and A have different models: one counts sectors, the other look-ups of lanes; their hits and "
        "misses cannot be compared: choose one model for both.");
}

TEST(ComparisonSentences, SidesOfWhichDifferentPartsCountAreNotCompared) {
    SideSums faces = side_b;
    faces.counting = {Counted::element_sectors, {}, {}, {}};
    faces.counting.only.allocation = "faces";
    faces.unknown = "sectors of elements are counted";
    EXPECT_EQ(
        comparison_sentences(compare_sides(side_a, faces)),
        "B counts allocation faces alone and A counts everything. They cannot be compared; let both count "
        "the same.");
    SideSums rays = faces;
    rays.counting.only = {};
    rays.counting.only.instruction = 3;
    EXPECT_THAT(comparison_sentences(compare_sides(rays, faces), {'C', 'D'}),
                testing::StartsWith("D counts allocation faces alone and C counts instruction 3 alone."));
}

TEST(ComparisonSentences, OfAPartAloneSayWhatIsLeftOut) {
    KindSums kind;
    kind.accesses = 100;
    SideSums a;
    a.total = costs_of(kind);
    a.counting = {Counted::element_sectors, {}, {}, {}};
    a.counting.only.allocation = "boxes";
    a.unknown = "sectors of elements are counted";
    kind.accesses = 99;
    SideSums b = a;
    b.total = costs_of(kind);
    EXPECT_EQ(
        comparison_sentences(compare_sides(a, b)),
        "Of allocation boxes alone, B compared with A makes 1.0 % fewer element accesses, has as many L1 "
        "misses and has as many L2 misses. Roles, allocations and source lines count everything and are "
        "left out.");
}

TEST(ComparisonSentences, SayWhichWindowIsServedAndCompareNoLargerOne) {
    SideSums a = side_a;
    SideSums b = side_b;
    a.counting.asked = b.counting.asked = {1000, 3000};
    a.counting.served = {960, 3072};
    b.counting.served = {1000, 3000};
    EXPECT_THAT(
        comparison_sentences(compare_sides(a, b)),
        testing::AllOf(testing::StartsWith("B compared with A makes 36.0 % more requests"),
                       testing::EndsWith(" stack (-1,600). Sums of requests and buffers are known at some "
                                         "accesses only: A's are of accesses 960 to 3,071 "
                                         "for a frame of 1,000 to 2,999.")));
    a.counting.asked = {1000, 1037};
    a.counting.served = {512, 1536};
    EXPECT_EQ(comparison_sentences(compare_sides(a, b)),
              "Sums of requests and buffers are known at some accesses only: A's are of accesses "
              "512 to 1,535 for a frame of 1,000 to 1,036.");
}

TEST(SideComparison, NothingChangedHasNoShare) {
    EXPECT_EQ(text_of(compare_sides(side_a, side_a), Division::allocations, Cost::sectors),
              "nodes: 200 200 0 -; stack: 100 100 0 -; faces: 100 100 0 -; ");
}

TEST(ComparisonSentences, SayWhichSideTakesLessAndWhere) {
    EXPECT_EQ(comparison_sentences(compare_sides(side_a, side_b)),
              "B compared with A makes 36.0 % more requests, moves 12.0 % fewer bytes to and from L2 and "
              "moves 10.0 % "
              "fewer "
              "bytes to and from DRAM. DRAM bytes change most in other (+1,920) and stack (-1,600).");
    EXPECT_EQ(comparison_sentences(compare_sides(side_b, side_a), {'C', 'A'}),
              "A compared with C makes 26.5 % fewer requests, moves 13.6 % more bytes to and from L2 and "
              "moves 11.1 % "
              "more "
              "bytes to and from DRAM. DRAM bytes change most in other (-1,920) and stack (+1,600).");
}

TEST(ComparisonSentences, AmountsOfAllSizes) {
    struct Row {
        double b;
        const char* amount;
    };
    for (const Row& row : {Row{100000, "as many requests"}, Row{100001, "0.001 % more requests"},
                           Row{99000, "1.0 % fewer requests"}, Row{900000, "800.0 % more requests"},
                           Row{200000, "100.0 % more requests"}, Row{200300, "100.3 % more requests"},
                           Row{1200000, "12 times as many requests"}, Row{1, "99.999 % fewer requests"},
                           Row{0, "100.0 % fewer requests"}})
        EXPECT_EQ(
            comparison_sentences(compare_sides(sides_with(traffic(100000, 1, 0, 0), {}),
                                               sides_with(traffic(row.b, 1, 0, 0), {}))),
            fmt::format("B compared with A makes {}, moves as many bytes to and from L2 and moves as many "
                        "bytes to and from DRAM.",
                        row.amount));
}

TEST(ComparisonSentences, WhatABeginsWithoutIsACount) {
    EXPECT_EQ(
        comparison_sentences(
            compare_sides(sides_with(traffic(100, 1, 0, 0), {}), sides_with(traffic(100, 1, 3200, 64), {}))),
        "B compared with A makes as many requests, moves 3,200 bytes to and from L2 (A none) and moves 64 "
        "bytes to and from DRAM (A none).");
}

TEST(ComparisonSentences, SayByHowMuchPartsChange) {
    const auto side = [](double nodes, double faces) {
        return sides_with(traffic(1, 1, 0, nodes + faces),
                          {{"nodes", traffic(1, 1, 0, nodes)}, {"faces", traffic(0, 0, 0, faces)}});
    };
    EXPECT_THAT(comparison_sentences(compare_sides(side(0, 0), side(9999, 1))),
                testing::EndsWith("DRAM bytes change most in nodes (+9,999)."));
    EXPECT_THAT(comparison_sentences(compare_sides(side(0, 5), side(9999, 5))),
                testing::EndsWith("DRAM bytes change most in nodes (+9,999)."));
}

TEST(ComparisonSentences, AreWrittenAsTheTableBesideThem) {
    const auto side = [](double nodes, double faces) {
        return sides_with(traffic(1, 1, 0, nodes + faces),
                          {{"nodes", traffic(1, 1, 0, nodes)}, {"faces", traffic(0, 0, 0, faces)}});
    };
    const SideComparison comparison =
        compare_sides(side(1'048'576, 314'572'800), side(82'478'112, 300'797'504));
    EXPECT_THAT(comparison_sentences(comparison),
                testing::EndsWith("DRAM bytes change most in nodes (+81,429,536) and faces (-13,775,296)."));
    EXPECT_THAT(comparison_sentences(comparison, {}, NumberStyle::window),
                testing::EndsWith("DRAM bytes change most in nodes (+77.7 MiB) and faces (\u221213.1 MiB)."));
    EXPECT_EQ(
        comparison_sentences(
            compare_sides(sides_with(traffic(100, 1, 0, 0), {}), sides_with(traffic(100, 1, 3200, 64), {})),
            {}, NumberStyle::window),
        "B compared with A makes as many requests, moves 3.1 KiB to and from L2 (A none) and moves 64 B "
        "to and from DRAM (A none).");
}

TEST(UsualCost, IsTheOneOfTheSentence) {
    EXPECT_EQ(usual_cost(info_of(Division::roles), true, true), Cost::dram_bytes);
    EXPECT_EQ(usual_cost(info_of(Division::roles), false, true), Cost::l1_misses);
    EXPECT_EQ(usual_cost(*division_named("box_place"), true, true), Cost::l1_misses);
}

TEST(ComparisonSentences, ElementsWhereTheModelRunsNoRequests) {
    KindSums kind_a;
    kind_a.accesses = 200;
    kind_a.l1 = {std::uint64_t{hit_unit} * 50, 100};
    kind_a.l2 = {0, 50};
    KindSums kind_b = kind_a;
    kind_b.accesses = 190;
    kind_b.l1.hits = std::uint64_t{hit_unit} * 45;
    SideSums a;
    a.total = costs_of(kind_a);
    a.unknown = "no requests";
    SideSums b = a;
    b.total = costs_of(kind_b);
    EXPECT_EQ(
        comparison_sentences(compare_sides(a, b)),
        "B compared with A makes 5.0 % fewer element accesses, has 10.0 % more L1 misses and has as many L2 "
        "misses.");
    EXPECT_EQ(compare_sides(a, b).unknown, "no requests");
    b.unknown.clear();
    EXPECT_EQ(compare_sides(a, b, {'A', 'D'}).unknown, "of A, no requests");
}

TEST(PlaceGrid, CellsHaveNamesAndBounds) {
    const PlaceGrid grid({{0.0F, 0.0F, 0.0F}, {4.0F, 8.0F, 0.0F}}); // flat: one cell deep
    EXPECT_EQ(PlaceGrid::name_of(grid.cell_of(glm::vec3(3.5F, 0.5F, 0.0F))), "x 4/4, y 1/4, z 1/4");
    EXPECT_EQ(PlaceGrid::name_of(grid.cell_of(glm::vec3(9.0F, 4.0F, -1.0F))), "x 4/4, y 3/4, z 1/4");
    const Aabb bounds = grid.bounds_of(grid.cell_of(glm::vec3(3.5F, 0.5F, 0.0F)));
    EXPECT_EQ(bounds, (Aabb{{3.0F, 0.0F, 0.0F}, {4.0F, 2.0F, 0.0F}}));
    EXPECT_EQ(grid.cell_of(Aabb{{0.0F, 0.0F, 0.0F}, {1.0F, 2.0F, 0.0F}}), 0U);
    EXPECT_EQ(grid.cell_of(Aabb{{0.0F, 0.0F, 0.0F}, {1.5F, 2.0F, 0.0F}}), std::nullopt)
        << "larger than a cell";
    EXPECT_EQ(grid.cell_of(Aabb()), std::nullopt);
}

} // namespace
} // namespace hitmap
