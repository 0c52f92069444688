#include "core/analysis/groups/worst_regions.h"
#include "core/base/error.h"
#include "core/cache/results/access_outcome.h"
#include "core/trace/model/element_kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using Picture = std::vector<std::string>;

/// A grid of cells of 1 x 1 with two triangles each: slots 2 i and 2 i + 1 for cell i, row by row. With
/// `soup`, triangles share no vertices.
RecordedScene field(std::size_t columns, std::size_t rows, bool soup = false) {
    RecordedScene scene;
    const auto corner = [&](std::size_t x, std::size_t y) {
        scene.vertices.emplace_back(static_cast<float>(x), static_cast<float>(y), 0.0F);
        return static_cast<std::uint32_t>(scene.vertices.size() - 1);
    };
    if (!soup) {
        for (std::size_t y = 0; y <= rows; ++y)
            for (std::size_t x = 0; x <= columns; ++x)
                (void)corner(x, y);
    }
    const auto shared = [&](std::size_t x, std::size_t y) {
        return soup ? corner(x, y) : static_cast<std::uint32_t>(y * (columns + 1) + x);
    };
    for (std::size_t y = 0; y < rows; ++y) {
        for (std::size_t x = 0; x < columns; ++x) {
            scene.face_slots.push_back({shared(x, y), shared(x + 1, y), shared(x, y + 1)});
            scene.face_slots.push_back({shared(x + 1, y), shared(x + 1, y + 1), shared(x, y + 1)});
        }
    }
    return scene;
}

/// Each element has 100 look-ups in L1, of which `misses` miss; none in L2.
WindowSums sums_of(const std::vector<std::uint32_t>& face_misses,
                   const std::vector<std::uint32_t>& box_misses = {}) {
    WindowSums sums;
    sums.elements.resize(element_kinds().size());
    sums.totals.resize(element_kinds().size());
    const auto add = [&](ElementKindId kind, std::uint32_t misses) {
        ElementSums element;
        element.accesses = 10;
        element.l1_lookups = 100;
        element.l1_hits = std::uint64_t{100 - misses} * hit_unit;
        sums.elements[kind].push_back(element);
        sums.totals[kind].l1 += element.l1();
    };
    for (const std::uint32_t misses : face_misses)
        add(face_kind, misses);
    for (const std::uint32_t misses : box_misses)
        add(box_kind, misses);
    return sums;
}

/// Each triangle of a cell has the number of misses in the text; '.' is 0.
std::vector<std::uint32_t> misses_of(const Picture& picture) {
    std::vector<std::uint32_t> misses;
    for (const std::string& row : picture)
        for (const char cell : row)
            misses.insert(misses.end(), 2, cell == '.' ? 0U : static_cast<std::uint32_t>(cell - '0'));
    return misses;
}

/// Marks the cells with a triangle in each region; 'a' is the worst region.
Picture drawn(const std::vector<WorstRegion>& regions, std::size_t columns, std::size_t rows) {
    Picture picture(rows, std::string(columns, '.'));
    for (std::size_t i = regions.size(); i-- > 0;)
        for (const std::uint32_t face : regions[i].members)
            picture[face / 2 / columns][face / 2 % columns] = static_cast<char>('a' + i);
    return picture;
}

bool share_an_edge(const RecordedScene& scene, std::uint32_t a, std::uint32_t b) {
    int common = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            common +=
                scene.vertices[scene.face_slots[a][i]] == scene.vertices[scene.face_slots[b][j]] ? 1 : 0;
    return common == 2;
}

std::set<std::pair<std::uint32_t, std::uint32_t>> neighbours(const RecordedScene& scene) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> found;
    for (std::uint32_t a = 0; a < scene.face_slots.size(); ++a)
        for (std::uint32_t b = a + 1; b < scene.face_slots.size(); ++b)
            if (!scene.is_padding(a) && !scene.is_padding(b) && share_an_edge(scene, a, b))
                found.emplace(a, b);
    return found;
}

std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_of(const FaceSurface& surface) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const FacePair& pair : surface.pairs)
        found.insert(std::minmax(pair.a, pair.b));
    return found;
}

TEST(FaceSurface, HasEveryPairThatSharesAnEdge) {
    for (const bool soup : {false, true}) {
        RecordedScene scene = field(5, 4, soup);
        scene.face_source.assign(scene.face_slots.size(), 0);
        scene.face_source[7] = -1;
        const FaceSurface surface = face_surface(scene);
        EXPECT_EQ(pairs_of(surface), neighbours(scene)) << soup;
        EXPECT_EQ(surface.pairs.size(), neighbours(scene).size()) << soup;
        EXPECT_EQ(surface.areas[6], 0.5) << soup;
        EXPECT_EQ(surface.areas[7], 0.0) << soup;
    }
}

TEST(FaceSurface, ThreeFacesOfOneEdgeAreAChainAndFacesWithoutAreaAreLeftOut) {
    RecordedScene scene;
    scene.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {2, 0, 0}};
    scene.face_slots = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {0, 1, 5}};
    EXPECT_THAT(pairs_of(face_surface(scene)), testing::ElementsAre(std::pair(0U, 1U), std::pair(1U, 2U)));
    EXPECT_TRUE(face_surface({}).pairs.empty());
}

TEST(RimOf, IsWhatOneFaceAloneHas) {
    const RecordedScene scene = field(3, 3, true);
    const auto rim = rim_of(scene, std::vector<std::uint32_t>{8, 9}); // the cell in the centre
    std::set<std::pair<float, float>> corners;
    for (const EdgeEnds& edge : rim)
        for (const glm::vec3& end : edge)
            corners.emplace(end.x, end.y);
    EXPECT_EQ(rim.size(), 4U);
    EXPECT_THAT(corners, testing::ElementsAre(std::pair(1.0F, 1.0F), std::pair(1.0F, 2.0F),
                                              std::pair(2.0F, 1.0F), std::pair(2.0F, 2.0F)));
}

TEST(WorstPatches, AreWhereMissesAreDense) {
    const Picture misses{
        "........................", //
        "..999.................1.", //
        "..999...................", //
        "..999............77.....", //
        "................777.....", //
        "......1.........777.....", //
        "........................", //
        "........................", //
    };
    const RecordedScene scene = field(24, 8);
    const auto regions = worst_regions(scene, face_surface(scene), sums_of(misses_of(misses)), {});
    ASSERT_FALSE(regions.empty());
    const Picture found = drawn(regions, 24, 8);
    // Regions contain only the two spots, and always their centres.
    for (std::size_t y = 0; y < 8; ++y)
        for (std::size_t x = 0; x < 24; ++x)
            EXPECT_TRUE(found[y][x] == '.' || misses[y][x] > '1') << x << ' ' << y << '\n'
                                                                  << testing::PrintToString(found);
    EXPECT_NE(found[2][3], '.');
    EXPECT_NE(found[4][17], '.');
    EXPECT_NE(found[2][3], found[4][17]);
}

/// Random grids with hot spots; the result is checked against the definition of regions.
class WorstPatchesReference : public testing::TestWithParam<unsigned> {};

TEST_P(WorstPatchesReference, AreConnectedDisjointAndAddUp) {
    std::mt19937 random(GetParam());
    const RecordedScene scene = field(20, 15, GetParam() % 2 == 0);
    std::vector<std::uint32_t> misses(scene.face_slots.size());
    for (std::uint32_t& count : misses)
        count = random() % 8 == 0 ? static_cast<std::uint32_t>(random() % 100) : 0;
    const WindowSums sums = sums_of(misses, {40, 2});
    RegionQuery query;
    query.count = 1000;
    const auto regions = worst_regions(scene, face_surface(scene), sums, query);
    const auto edges = neighbours(scene);
    std::map<std::uint32_t, std::size_t> region_of;
    std::uint64_t all = 42;
    for (const std::uint32_t count : misses)
        all += count;
    std::uint64_t in_regions = 0;
    for (std::size_t r = 0; r < regions.size(); ++r) {
        const WorstRegion& region = regions[r];
        std::uint64_t found = 0;
        for (const std::uint32_t face : region.members) {
            EXPECT_TRUE(region_of.emplace(face, r).second) << "in one region alone";
            found += misses[face];
            EXPECT_LE(misses[face], misses[region.element]);
        }
        EXPECT_EQ(region.misses, static_cast<double>(found));
        EXPECT_DOUBLE_EQ(region.share, static_cast<double>(found) / static_cast<double>(all));
        EXPECT_EQ(region.area, 0.5 * static_cast<double>(region.members.size()));
        EXPECT_EQ(region.elements, region.members.size());
        EXPECT_EQ(region.sums.lookups, 100 * region.members.size());
        EXPECT_TRUE(std::ranges::is_sorted(region.members));
        EXPECT_LE(region.misses, regions[r > 0 ? r - 1 : 0].misses);
        // Connected: a flood fill from the first face reaches all faces.
        std::set<std::uint32_t> rest(region.members.begin(), region.members.end());
        std::vector<std::uint32_t> flood{region.members.front()};
        rest.erase(flood.front());
        while (!flood.empty()) {
            const std::uint32_t face = flood.back();
            flood.pop_back();
            for (const auto& [a, b] : edges) {
                if (a != face && b != face) continue;
                if (rest.erase(a == face ? b : a) != 0) flood.push_back(a == face ? b : a);
            }
        }
        EXPECT_TRUE(rest.empty()) << "region " << r;
        in_regions += found;
    }
    for (const auto& [a, b] : edges) {
        if (region_of.contains(a) && region_of.contains(b)) {
            EXPECT_EQ(region_of[a], region_of[b]);
        }
    }
    EXPECT_GT(in_regions, 0U);
    EXPECT_LE(regions.front().misses, 0.05 * static_cast<double>(all - 42) + 100.0)
        << "cut until they are small";
}

INSTANTIATE_TEST_SUITE_P(Seeds, WorstPatchesReference, testing::Range(1U, 9U));

TEST(WorstPatches, FacesThatAreAlikeAreNotCut) {
    const RecordedScene scene = field(4, 4);
    const auto regions =
        worst_regions(scene, face_surface(scene), sums_of(std::vector<std::uint32_t>(32, 5)), {});
    ASSERT_EQ(regions.size(), 1U);
    EXPECT_EQ(regions[0].elements, 32U);
    EXPECT_EQ(regions[0].share, 1.0);
    EXPECT_EQ(regions[0].misses_per_area(), 10.0);
    EXPECT_EQ(regions[0].bounds, (Aabb{{0, 0, 0}, {4, 4, 0}}));
}

TEST(WorstPatches, AreNoneWithoutMisses) {
    const RecordedScene scene = field(4, 4);
    const FaceSurface surface = face_surface(scene);
    EXPECT_TRUE(worst_regions(scene, surface, sums_of(std::vector<std::uint32_t>(32, 0)), {}).empty());
    RegionQuery l2;
    l2.level = 1;
    EXPECT_TRUE(worst_regions(scene, surface, sums_of(std::vector<std::uint32_t>(32, 5)), l2).empty());
    EXPECT_TRUE(worst_regions({}, {}, sums_of({}), {}).empty());
}

TEST(WorstRegions, CanBeStopped) {
    std::stop_source stop;
    stop.request_stop();
    const RecordedScene scene = field(4, 4);
    EXPECT_THROW((void)face_surface(scene, {stop.get_token()}), Cancelled);
    const FaceSurface surface = face_surface(scene);
    EXPECT_THROW((void)worst_regions(scene, surface, sums_of(std::vector<std::uint32_t>(32, 5)), {},
                                     {stop.get_token()}),
                 Cancelled);
}

/// Boxes given by their parents: two roots, and two boxes that are each other's parents.
RecordedScene tree() {
    RecordedScene scene;
    scene.box_parent = {-1, -1, 0, 0, 1, 1, 4, 4, 9, 8};
    for (std::size_t box = 0; box < scene.box_parent.size(); ++box)
        scene.boxes.push_back({{0, 0, 0}, {static_cast<float>(box + 1), 1, 1}});
    return scene;
}

std::string text_of(const std::vector<WorstRegion>& regions) {
    std::string text;
    for (const WorstRegion& region : regions)
        text += "box " + std::to_string(region.element) + ": " + std::to_string(region.elements) +
                " boxes, " + std::to_string(static_cast<int>(region.misses)) + " misses on " +
                std::to_string(static_cast<int>(region.area)) + "\n";
    return text;
}

TEST(WorstSubtrees, AreOpenedUntilNoneIsLarge) {
    //                                      0   1  2  3  4  5  6   7  8  9
    const WindowSums sums = sums_of({100}, {50, 1, 4, 0, 1, 3, 1, 70, 2, 68});
    RegionQuery query;
    query.kind = box_kind;
    // 5 % of 200 are 10: boxes 0, 1 and 4 are replaced by their children; 7 and 9 have none.
    EXPECT_EQ(text_of(worst_regions(tree(), {}, sums, query)), "box 7: 1 boxes, 70 misses on 34\n"
                                                               "box 9: 1 boxes, 68 misses on 42\n"
                                                               "box 2: 1 boxes, 4 misses on 14\n"
                                                               "box 5: 1 boxes, 3 misses on 26\n"
                                                               "box 8: 1 boxes, 2 misses on 38\n"
                                                               "box 6: 1 boxes, 1 misses on 30\n");
    query.rank = RegionRank::misses_per_area;
    query.count = 3;
    const auto by_area = worst_regions(tree(), {}, sums, query);
    EXPECT_EQ(text_of(by_area), "box 7: 1 boxes, 70 misses on 34\n"
                                "box 9: 1 boxes, 68 misses on 42\n"
                                "box 2: 1 boxes, 4 misses on 14\n");
    EXPECT_DOUBLE_EQ(by_area[0].share, 70.0 / 300.0) << "of the misses of faces and boxes";
    EXPECT_EQ(by_area[0].sums.lookups, 100U);
}

/// The same tree with its boxes numbered in reverse order.
RecordedScene leaves_first(const RecordedScene& scene) {
    RecordedScene mirrored;
    const auto last = static_cast<std::int32_t>(scene.boxes.size()) - 1;
    for (std::int32_t box = last; box >= 0; --box) {
        const std::int32_t parent = scene.box_parent[static_cast<std::size_t>(box)];
        mirrored.box_parent.push_back(parent < 0 ? -1 : last - parent);
        mirrored.boxes.push_back(scene.boxes[static_cast<std::size_t>(box)]);
    }
    return mirrored;
}

TEST(WorstSubtrees, DoNotDependOnTheOrderInMemory) {
    RecordedScene scene = tree();
    scene.box_parent[8] = scene.box_parent[9] = 5;
    std::vector<std::uint32_t> misses{1, 0, 4, 0, 1, 0, 3, 70, 2, 2};
    RegionQuery query;
    query.kind = box_kind;
    EXPECT_EQ(text_of(worst_regions(scene, {}, sums_of({}, misses), query)),
              "box 7: 1 boxes, 70 misses on 34\n"
              "box 2: 1 boxes, 4 misses on 14\n"
              "box 5: 3 boxes, 4 misses on 26\n"
              "box 6: 1 boxes, 3 misses on 30\n");
    std::ranges::reverse(misses);
    EXPECT_EQ(text_of(worst_regions(leaves_first(scene), {}, sums_of({}, misses), query)),
              "box 2: 1 boxes, 70 misses on 34\n"
              "box 4: 3 boxes, 4 misses on 26\n"
              "box 7: 1 boxes, 4 misses on 14\n"
              "box 3: 1 boxes, 3 misses on 30\n");
}

TEST(WorstSubtrees, SmallOnesStayTogether) {
    RecordedScene scene = tree();
    //                                  0  1  2  3  4  5  6  7  8   9
    const auto sums = sums_of({}, {1, 0, 1, 0, 1, 0, 2, 1, 0, 94});
    RegionQuery query;
    query.kind = box_kind;
    EXPECT_EQ(text_of(worst_regions(scene, {}, sums, query)), "box 9: 1 boxes, 94 misses on 42\n"
                                                              "box 1: 5 boxes, 4 misses on 10\n"
                                                              "box 0: 3 boxes, 2 misses on 6\n");
    scene.box_parent.clear();
    EXPECT_TRUE(worst_regions(scene, {}, sums, query).empty());
}

} // namespace
} // namespace hitmap
