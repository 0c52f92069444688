// What is computed of cells because their row has geometry: quantities, groups, regions, clusters, and the
// accesses of pixels.
#include "core/analysis/comparison/side_sums.h"
#include "core/analysis/groups/element_groups.h"
#include "core/analysis/groups/worst_regions.h"
#include "core/profile/elements/element_quantity.h"
#include "core/profile/models/cache_model.h"
#include "core/profile/models/pixel_tables.h"
#include "core/profile/pixel_index/pixel_index.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "tests/kinds/cell_table.h"
#include "tests/kinds/open_cells.h"
#include "tests/kinds/plain_cells.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace hitmap {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::ElementsAreArray;

/// A simulated recording.
class CellAnalysis : public testing::Test {
protected:
    [[nodiscard]] SceneInTime in_time() const { return {*scene_, profile_.get(), whole()}; }
    [[nodiscard]] TimeWindow whole() const { return {0, profile_->positions()}; }
    [[nodiscard]] const CellRecording& recording() const { return cells_.recording; }
    [[nodiscard]] std::size_t real_cells() const { return recording().cell_count() - 1; } ///< without padding
    [[nodiscard]] std::vector<float> values(const char* quantity) const {
        return element_quantity_values(in_time(), *element_quantity_named(quantity));
    }

    OpenCells cells_;
    std::shared_ptr<const RecordedScene> scene_ = cells_.file().read_scene();
    std::shared_ptr<const Profile> profile_ = make_profile(cells_.source(), small_sdcm(), {}, cells_.pool());
    std::map<std::uint64_t, PlainSums> sums_ =
        plain_sums_of_cells(plain_sdcm(cells_.recording, small_caches));
};

TEST_F(CellAnalysis, QuantitiesFollowFromTheGeometry) {
    const auto size = values("cell-size");
    const auto distance = values("cell-distance");
    const auto edge = values("cell-edge");
    const auto area = values("cell-area");
    EXPECT_EQ(element_quantity_named("cell-size")->title, "Size of cells in the picture");
    EXPECT_EQ(element_quantity_named("cell-slant"), nullptr) << "a property of triangles";
    EXPECT_EQ(element_quantity_named("cell-level"), nullptr) << "a property of elements of a tree";
    EXPECT_EQ(element_quantity_named("face-edge")->title, "Longest edge of faces");
    for (std::size_t cell = 0; cell < real_cells(); ++cell) {
        const PlainBounds bounds = bounds_of_cell(recording(), cell);
        const auto corners = corners_of_cell(recording(), cell);
        PlainPoint centre{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            centre.at(axis) = (bounds.lower.at(axis) + bounds.upper.at(axis)) / 2;
        double longest = 0.0;
        double surface = 0.0;
        for (std::size_t out = 0; out < 4; ++out) { // the triangle that lacks this corner
            const auto& a = corners.at((out + 1) % 4);
            const auto& b = corners.at((out + 2) % 4);
            const auto& c = corners.at((out + 3) % 4);
            longest = std::max({longest, plain_distance(a, b), plain_distance(b, c), plain_distance(c, a)});
            surface += plain_area(a, b, c);
        }
        EXPECT_NEAR(size[cell], plain_pixels(bounds), 1e-4) << cell;
        EXPECT_NEAR(distance[cell], plain_distance(centre, {0, 0, 5}), 1e-5) << cell;
        EXPECT_NEAR(edge[cell], longest, 1e-5) << cell;
        EXPECT_NEAR(area[cell], surface, 1e-4) << cell;
    }
    EXPECT_TRUE(std::isnan(size.back())) << "padding";
    EXPECT_GT(*std::ranges::max_element(size), 2 * *std::ranges::min_element(size));
}

TEST_F(CellAnalysis, EveryKindHasThePropertiesThatItsRowAllows) {
    std::vector<std::string> names;
    for (const PropertyInfo& property : property_table())
        names.push_back(property.name);
    EXPECT_THAT(names, ElementsAre("face-slant", "face-size", "face-facing", "face-instance", "box-level",
                                   "box-slant", "cell-size", "pixel-work"));
    EXPECT_EQ(property_named("cell-size")->explanation,
              "area of the bounds of a cell in the picture, in pixels");
    EXPECT_EQ(property_named("cell-level"), nullptr);
}

std::string group_of(double pixels) {
    for (int power = -3; power <= 20; ++power) {
        const auto text = [](int of) {
            return of < 0 ? fmt::format("1/{:.0f}", std::pow(4, -of))
                          : fmt::format("{:.0f}", std::pow(4, of));
        };
        if (pixels < std::pow(4, power + 1)) return fmt::format("{}-{} pixels", text(power), text(power + 1));
    }
    return "larger";
}

TEST_F(CellAnalysis, AreGroupedBySize) {
    struct Group {
        std::uint64_t elements = 0;
        std::uint64_t accesses = 0;
        std::uint64_t hits = 0;
        std::uint64_t lookups = 0;
    };
    std::map<std::string, Group> expected;
    for (std::size_t cell = 0; cell < real_cells(); ++cell) {
        Group& group = expected[group_of(plain_pixels(bounds_of_cell(recording(), cell)))];
        ++group.elements;
        if (!sums_.contains(cell)) continue;
        group.accesses += sums_[cell].accesses;
        group.hits += sums_[cell].hits[0];
        group.lookups += sums_[cell].lookups[0];
    }
    ASSERT_GE(expected.size(), 2U);
    const auto groups = group_elements(*scene_, *profile_, whole(), *property_named("cell-size"));
    ASSERT_EQ(groups.size(), expected.size());
    for (const ElementGroup& group : groups) {
        const Group& wanted = expected[group.name];
        EXPECT_EQ(group.elements, wanted.elements) << group.name;
        EXPECT_EQ(group.sums.accesses, wanted.accesses) << group.name;
        EXPECT_EQ(group.sums.l1.hits, wanted.hits * hit_unit) << group.name;
        EXPECT_EQ(group.sums.l1.lookups, wanted.lookups) << group.name;
    }
}

/// A region as a text: its cells and misses.
std::string region_text(const std::vector<std::uint32_t>& cells, double misses) {
    return fmt::format("{} misses of {}", misses, fmt::join(cells, ","));
}

/// The clusters of cells as worst_regions() describes them, by recursion.
class PlainClusters {
public:
    PlainClusters(const CellRecording& recording, const std::map<std::uint64_t, PlainSums>& sums)
        : recording_(recording), sums_(sums) {}

    [[nodiscard]] double misses_of(const std::vector<std::uint32_t>& cells) const {
        double misses = 0.0;
        for (const std::uint32_t cell : cells)
            if (const auto found = sums_.find(cell); found != sums_.end())
                misses += static_cast<double>(found->second.lookups[0] - found->second.hits[0]);
        return misses;
    }
    void divide(const std::vector<std::uint32_t>& cells, double most,
                std::vector<std::string>& regions) const {
        const double misses = misses_of(cells);
        if (misses == 0.0) return;
        std::size_t axis = 0;
        double longest = 0.0;
        double middle = 0.0;
        for (std::size_t each = 0; each < 3; ++each) {
            double lower = 1e9;
            double upper = -1e9;
            for (const std::uint32_t cell : cells) {
                lower = std::min(lower, centre(cell, each));
                upper = std::max(upper, centre(cell, each));
            }
            if (upper - lower <= longest) continue;
            axis = each;
            longest = upper - lower;
            middle = (lower + upper) / 2;
        }
        if (misses <= most || longest == 0.0) return regions.push_back(region_text(cells, misses));
        std::vector<std::uint32_t> below;
        std::vector<std::uint32_t> above;
        for (const std::uint32_t cell : cells)
            (centre(cell, axis) < middle ? below : above).push_back(cell);
        divide(below, most, regions);
        divide(above, most, regions);
    }

private:
    [[nodiscard]] double centre(std::uint32_t cell, std::size_t axis) const {
        const PlainBounds bounds = bounds_of_cell(recording_, cell);
        // as the bounds of elements have it
        return double{
            0.5F * (static_cast<float>(bounds.lower.at(axis)) + static_cast<float>(bounds.upper.at(axis)))};
    }

    const CellRecording& recording_;
    const std::map<std::uint64_t, PlainSums>& sums_;
};

TEST_F(CellAnalysis, TheirWorstRegionsArePlaces) {
    EXPECT_THAT(kinds_with_regions(), ElementsAre(face_kind, box_kind, cell_kind));
    EXPECT_EQ(region_name(face_kind), "patch");
    EXPECT_EQ(region_name(box_kind), "subtree");
    EXPECT_EQ(region_name(cell_kind), "cell-cluster");
    std::vector<std::uint32_t> all(real_cells());
    for (std::uint32_t cell = 0; cell < all.size(); ++cell)
        all[cell] = cell;
    const PlainClusters plain(recording(), sums_);
    std::vector<std::string> expected;
    plain.divide(all, 0.05 * plain.misses_of(all), expected);
    ASSERT_GT(expected.size(), 5U);

    WindowSums sums;
    profile_->window(whole(), sums);
    const auto regions = worst_regions(*scene_, {}, sums, {cell_kind, 0});
    std::vector<std::string> found;
    double last = 1e9;
    double all_misses = 0.0;
    for (const KindSums& kind : sums.totals)
        all_misses += static_cast<double>(kind.l1.lookups) - static_cast<double>(kind.l1.hits) / hit_unit;
    for (const WorstRegion& region : regions) {
        found.push_back(region_text(region.members, region.misses));
        EXPECT_LE(region.misses, last) << "worst first";
        last = region.misses;
        EXPECT_EQ(region.kind, cell_kind);
        EXPECT_EQ(region.elements, region.members.size());
        EXPECT_DOUBLE_EQ(region.share, region.misses / all_misses);
        Aabb bounds;
        double most = -1.0;
        for (const std::uint32_t cell : region.members) {
            const PlainBounds of_cell = bounds_of_cell(recording(), cell);
            for (const PlainPoint& corner : {of_cell.lower, of_cell.upper})
                bounds.include({corner[0], corner[1], corner[2]});
            most = std::max(most, plain.misses_of({cell}));
        }
        EXPECT_EQ(region.bounds, bounds);
        EXPECT_EQ(plain.misses_of({region.element}), most);
        EXPECT_FLOAT_EQ(static_cast<float>(region.area), 2.0F * bounds.half_area());
    }
    EXPECT_THAT(found, testing::UnorderedElementsAreArray(expected));
}

TEST_F(CellAnalysis, AreDividedByPlaceForAComparison) {
    std::vector<std::string> names;
    for (const DivisionInfo& division : division_table())
        names.push_back(division.name);
    EXPECT_THAT(names, ElementsAre("role", "allocation", "line", "box_level", "box_place", "face_place",
                                   "cell_place"));
    EXPECT_EQ(division_named("cell_place")->title, "cells by place");
}

/// [pixels] The accesses of an instruction.
std::vector<double> plain_accesses(const CellRecording& recording, CellRecording::Instruction instruction) {
    std::vector<double> accesses(CellRecording::width * CellRecording::height);
    std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> pixels;
    std::uint64_t loads = 0;
    for (const CellRecording::Request& request : recording.requests) {
        if (request.instruction == CellRecording::load_cell) {
            for (std::size_t lane = 0; lane < request.addresses.size(); ++lane)
                pixels[{request.sm, lane}] = CellRecording::pixel_of(loads, lane);
            ++loads;
        }
        for (std::size_t lane = 0; lane < request.addresses.size(); ++lane)
            if (request.instruction == instruction) accesses.at(pixels.at({request.sm, lane})) += 1;
    }
    return accesses;
}

TEST(CellPixels, CountAccessesOfEachKind) {
    OpenCells cells(1, CellRecording::Tags::pixels);
    const TimeWindow whole{0, cells.file().info().positions()};
    const PixelTable table = make_pixel_table(cells.source(), small_sdcm(), {}, whole, cells.pool());
    // Segments of nine requests, so that a window has numbers that the index stores.
    const auto index =
        make_pixel_index(cells.source(), small_sdcm(), {}, {std::uint64_t{1} << 40, 9}, cells.pool());
    const IndexedPixels window(index, whole, cells.pool());
    const auto values = [&](const WindowPixels& pixels, const char* name) {
        std::vector<double> all;
        for (std::size_t pixel = 0; pixel < pixels.pixels(); ++pixel)
            all.push_back(pixel_value(*pixel_quantity_named(name), pixels, pixel));
        return all;
    };
    std::vector<double> sum(table.pixels());
    for (const auto& [name, instruction] :
         {std::pair("cells", CellRecording::load_cell), std::pair("faces", CellRecording::load_face),
          std::pair("boxes", CellRecording::load_box),
          std::pair("framebuffer", CellRecording::store_pixel)}) {
        const auto expected = plain_accesses(cells.recording, instruction);
        EXPECT_THAT(values(table, name), ElementsAreArray(expected)) << name;
        EXPECT_THAT(window.values<double>(*pixel_quantity_named(name), {}), ElementsAreArray(expected))
            << name;
        for (std::size_t pixel = 0; pixel < sum.size(); ++pixel)
            sum[pixel] += expected[pixel];
    }
    EXPECT_THAT(values(table, "accesses"), ElementsAreArray(sum));
    EXPECT_THAT(window.values<double>(*pixel_quantity_named("accesses"), {}), ElementsAreArray(sum));
    EXPECT_EQ(pixel_quantities().back().name, "cells") << "the columns of other kinds keep their places";
    EXPECT_EQ(pixel_quantity_named("cells")->title, "Cell accesses");
    EXPECT_EQ(pixel_quantity_named("accesses")->explanation,
              "Accesses of the pixel's lanes to boxes, faces, cells and the framebuffer.");
}

} // namespace
} // namespace hitmap
