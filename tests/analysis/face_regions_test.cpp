#include "core/analysis/comparison/place_grid.h"
#include "core/analysis/groups/face_surface.h"
#include "core/analysis/regions/face_regions.h"
#include "core/analysis/regions/face_size.h"
#include "core/analysis/regions/scene_regions.h"
#include "tests/analysis/grid_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace hitmap {
namespace {

using test::grid_scene;
using test::in_other_order;

/// The faces of each region.
std::map<std::uint32_t, std::set<std::uint32_t>> members_of(const ElementRegions& regions) {
    std::map<std::uint32_t, std::set<std::uint32_t>> members;
    for (std::uint32_t face = 0; face < regions.region_of.size(); ++face)
        if (regions.region_of[face] != ElementRegions::none) members[regions.region_of[face]].insert(face);
    return members;
}

/// How many of the faces are connected with the first of them, by way of the others.
std::size_t connected_with_first(const std::set<std::uint32_t>& faces, const FaceSurface& surface) {
    std::set<std::uint32_t> found{*faces.begin()};
    for (std::size_t before = 0; before != found.size();) {
        before = found.size();
        for (const FacePair& pair : surface.pairs) {
            if (!faces.contains(pair.a) || !faces.contains(pair.b)) continue;
            if (found.contains(pair.a) || found.contains(pair.b)) found.insert({pair.a, pair.b});
        }
    }
    return found.size();
}

/// Regions as sets of faces of the mesh, wherever these are in memory.
std::set<std::set<std::int32_t>> sources_of(const ElementRegions& regions, const RecordedScene& scene) {
    std::set<std::set<std::int32_t>> all;
    for (const auto& [region, members] : members_of(regions)) {
        std::set<std::int32_t> sources;
        for (const std::uint32_t slot : members)
            sources.insert(scene.face_source.empty() ? static_cast<std::int32_t>(slot)
                                                     : scene.face_source[slot]);
        all.insert(sources);
    }
    return all;
}

TEST(FacePatches, AreConnectedAndOfSimilarSize) {
    RecordedScene scene = grid_scene(37, 41);
    scene.face_source.resize(scene.face_slots.size());
    std::iota(scene.face_source.begin(), scene.face_source.end(), 0);
    scene.face_source[100] = -1; // padding
    const FaceSurface surface = face_surface(scene);
    const ElementRegions patches = face_regions(scene, ColourBy::patch);
    const auto members = members_of(patches);
    EXPECT_EQ(patches.of(100), ElementRegions::none);
    ASSERT_EQ(members.size(), patches.count());
    std::size_t faces = 0;
    for (const auto& [patch, of_patch] : members) {
        EXPECT_EQ(connected_with_first(of_patch, surface), of_patch.size()) << patch;
        EXPECT_EQ(patches.sizes[patch], of_patch.size());
        EXPECT_GE(of_patch.size(), 32U) << patch;
        EXPECT_LE(of_patch.size(), 192U) << patch;
        faces += of_patch.size();
    }
    EXPECT_EQ(faces, scene.face_slots.size() - 1);
}

TEST(FacePatches, DependOnTheMeshAlone) {
    const RecordedScene scene = grid_scene(20, 25);
    const RecordedScene other = in_other_order(scene, 7);
    for (const ColourBy by : {ColourBy::patch, ColourBy::place})
        EXPECT_EQ(sources_of(face_regions(scene, by), scene), sources_of(face_regions(other, by), other))
            << info_of(by).name;
}

TEST(FacePatches, APieceOfTheMeshIsNotJoinedWithAnother) {
    RecordedScene scene = grid_scene(4, 4);
    const auto first_of_second = static_cast<std::uint32_t>(scene.vertices.size());
    for (std::uint32_t i = 0; i < first_of_second; ++i)
        scene.vertices.push_back(scene.vertices[i] + glm::vec3(0.0F, 0.0F, 1.0F));
    for (std::uint32_t slot = 0; slot < 32; ++slot)
        scene.face_slots.push_back(scene.face_slots[slot] + first_of_second);
    const ElementRegions patches = face_regions(scene, ColourBy::patch);
    EXPECT_EQ(patches.sizes, (std::vector<std::uint32_t>{32, 32}));
    EXPECT_EQ(patches.of(31), 0U);
    EXPECT_EQ(patches.of(32), 1U);
}

TEST(FacePatches, LoosePiecesJoinThoseNearThem) {
    // Leaves of two faces, each apart from all others, in rows along x.
    constexpr std::uint32_t leaves = 1000;
    RecordedScene scene;
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        const glm::vec3 corner(static_cast<float>(leaf % 100), static_cast<float>(leaf / 100), 0.0F);
        for (const auto& [x, y] : {std::pair(0.0F, 0.0F), {0.5F, 0.0F}, {0.5F, 0.5F}, {0.0F, 0.5F}})
            scene.vertices.push_back(corner + glm::vec3(x, y, 0.0F));
        scene.face_slots.emplace_back(4 * leaf, 4 * leaf + 1, 4 * leaf + 2);
        scene.face_slots.emplace_back(4 * leaf, 4 * leaf + 2, 4 * leaf + 3);
    }
    const ElementRegions patches = face_regions(scene, ColourBy::patch);
    EXPECT_LE(patches.count(), 2 * leaves / 64 + 1);
    EXPECT_LE(*std::ranges::max_element(patches.sizes), 64U);
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf)
        EXPECT_EQ(patches.of(2 * leaf), patches.of(2 * leaf + 1)) << "a piece is not divided";
    const RecordedScene other = in_other_order(scene, 11);
    EXPECT_EQ(sources_of(patches, scene), sources_of(face_regions(other, ColourBy::patch), other));
}

TEST(FacePatches, HaveMoreFacesInLargeMeshes) {
    EXPECT_EQ(faces_of_a_patch(0), 64U);
    EXPECT_EQ(faces_of_a_patch(500'000), 64U);
    EXPECT_EQ(faces_of_a_patch(8192 * 100 + 1), 101U);
}

TEST(FacePlaces, AreThoseOfTheGrid) {
    const RecordedScene scene = grid_scene(9, 7);
    const PlaceGrid grid(bounds_of_scenes(&scene, nullptr));
    const ElementRegions places = face_regions(scene, ColourBy::place);
    EXPECT_EQ(places.count(), 16U) << "all faces are in one plane";
    std::map<std::size_t, std::uint32_t> region_of_cell;
    for (std::size_t face = 0; face < scene.face_slots.size(); ++face) {
        const glm::uvec3 corners = scene.face_slots[face];
        const std::size_t cell = grid.cell_of(
            (scene.vertices[corners.x] + scene.vertices[corners.y] + scene.vertices[corners.z]) / 3.0F);
        const auto [known, is_new] = region_of_cell.emplace(cell, places.of(face));
        EXPECT_EQ(known->second, places.of(face)) << face;
    }
    EXPECT_EQ(region_of_cell.size(), places.count());
}

/// 16 x 16 cells: 4 boxes of 8 x 8 cells, in each 2 of 4 x 8, and in each of these 2 leaves of 4 x 4.
RecordedScene scene_with_tree() {
    RecordedScene scene = grid_scene(16, 16);
    const auto add = [&](float x, float y, float width, float height, std::int32_t parent) {
        scene.boxes.push_back({{x, y, 0.0F}, {x + width, y + height, 0.0F}});
        scene.box_parent.push_back(parent);
        return static_cast<std::int32_t>(scene.boxes.size() - 1);
    };
    for (const float x : {0.0F, 8.0F})
        for (const float y : {0.0F, 8.0F}) {
            const std::int32_t top = add(x, y, 8.0F, 8.0F, -1);
            for (const float half : {x, x + 4.0F}) {
                const std::int32_t middle = add(half, y, 4.0F, 8.0F, top);
                add(half, y, 4.0F, 4.0F, middle);
                add(half, y + 4.0F, 4.0F, 4.0F, middle);
            }
        }
    return scene;
}

TEST(FaceBoxes, AreTheLargestWithFewEnoughFaces) {
    const RecordedScene scene = scene_with_tree();
    const ElementRegions boxes = face_regions(scene, ColourBy::box);
    EXPECT_EQ(boxes.sizes, std::vector<std::uint32_t>(8, 64)) << "the boxes of 4 x 8 cells";
    const auto middle_of = [](std::size_t face) {
        const std::size_t cell = face / 2;
        return std::pair(cell % 16 / 4, cell / 16 / 8);
    };
    for (std::size_t face = 0; face < scene.face_slots.size(); ++face)
        for (std::size_t other = 0; other < face; ++other)
            ASSERT_EQ(boxes.of(face) == boxes.of(other), middle_of(face) == middle_of(other))
                << face << ' ' << other;
}

TEST(FaceInstances, AreThoseOfTheScene) {
    RecordedScene scene = grid_scene(3, 2); // 12 faces
    EXPECT_FALSE(has_regions(scene, ColourBy::instance));
    scene.instance_faces = {{.instance = 3, .first_face = 0, .faces = 4},
                            {.instance = 3, .geometry = 1, .first_face = 4, .faces = 1},
                            {.instance = 9, .first_face = 5, .faces = 5}};
    scene.face_source.resize(12);
    for (std::int32_t slot = 0; slot < 12; ++slot)
        scene.face_source[static_cast<std::size_t>(slot)] = 11 - slot; // the last face is in the first slot
    ASSERT_TRUE(has_regions(scene, ColourBy::instance));
    const ElementRegions instances = face_regions(scene, ColourBy::instance);
    EXPECT_EQ(instances.sizes, (std::vector<std::uint32_t>{5, 5, 2})) << "two faces are in none";
    EXPECT_EQ(instances.of(11), instances.of(7));
    EXPECT_NE(instances.of(11), instances.of(6));
    EXPECT_EQ(instances.of(0), instances.of(1));
}

TEST(FaceBoxes, WithoutATreeAreFaces) {
    const RecordedScene scene = grid_scene(3, 2);
    EXPECT_EQ(face_regions(scene, ColourBy::box).sizes, std::vector<std::uint32_t>(12, 1));
    EXPECT_FALSE(has_regions(scene, ColourBy::box));
    const SceneRegions regions(std::make_shared<const RecordedScene>(scene), Camera());
    EXPECT_EQ(regions.chosen(ColourBy::box, 100), ColourBy::face);
    EXPECT_FALSE(regions.colours(ColourBy::box, 100).by_region());
}

Camera over(float x, float y, float distance) {
    Camera camera;
    camera.position = {x, y, distance};
    return camera;
}

TEST(FaceSize, IsThatInThePicture) {
    const RecordedScene scene = grid_scene(4, 4);
    const double side_of_picture = 2.0 * 50.0 * std::tan(30.0 * 3.14159265358979 / 180.0);
    EXPECT_NEAR(median_face_size(scene, over(2.0F, 2.0F, 50.0F)), 1.0 / side_of_picture, 1e-6);
    Camera away = over(2.0F, 2.0F, 50.0F);
    away.forward = {0.0F, 0.0F, 1.0F};
    EXPECT_TRUE(std::isinf(median_face_size(scene, away)));
}

TEST(AutomaticColours, AreOfPatchesWhereFacesOfALargeMeshAreSmall) {
    const auto large = std::make_shared<const RecordedScene>(grid_scene(120, 100));
    const auto small = std::make_shared<const RecordedScene>(grid_scene(12, 10));
    const Camera camera = over(60.0F, 50.0F, 120.0F); // the picture is 138.6 cells high
    const SceneRegions regions(large, camera);
    EXPECT_EQ(regions.chosen(ColourBy::automatic, 270), ColourBy::patch);
    EXPECT_EQ(regions.chosen(ColourBy::automatic, 290), ColourBy::face);
    EXPECT_EQ(regions.chosen(ColourBy::place, 4000), ColourBy::place);
    EXPECT_EQ(SceneRegions(small, camera).chosen(ColourBy::automatic, 64), ColourBy::face);
    const FaceColours colours = regions.colours(ColourBy::automatic, 270);
    EXPECT_EQ(colours.by, ColourBy::patch);
    EXPECT_EQ(regions.colours(ColourBy::patch, 4000).regions, colours.regions) << "they are made once";
}

TEST(RegionsOfTheOtherSide, AreOfTheSameFaces) {
    const auto a = std::make_shared<const RecordedScene>(grid_scene(20, 25));
    const auto b = std::make_shared<const RecordedScene>(in_other_order(*a, 7));
    const SceneMatch match(a, b);
    ASSERT_TRUE(match.matches(face_kind)) << match.refusal(face_kind);
    const ElementRegions of_a = face_regions(*a, ColourBy::patch);
    const ElementRegions of_b = regions_of_other_side(of_a, match, Side::baseline, b->face_slots.size());
    EXPECT_EQ(of_b.sizes, of_a.sizes);
    EXPECT_EQ(sources_of(of_b, *b), sources_of(of_a, *a));
}

} // namespace
} // namespace hitmap
