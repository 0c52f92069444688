#include "core/profile/index/profile_builder.h"
#include "tests/profile/synthetic_stream.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

namespace hitmap {
namespace {

// One access per line: kind, element, L1 hits / look-ups, L2 hits / look-ups, then for L1 and for L2 the sum
// of reuse distances + the number of cold look-ups.
constexpr std::string_view eight_accesses = R"(
face 3  0.5/4 2/5   10+2 40+1
face 3  4/4   5/5   12+0 20+0
box  0  1/1   1.5/2 7+0  9+0
face 3  4/4   5/5   12+0 20+0
pixel 1 0/0   0/0   0+0  0+0
face 0  0/4   0/5   0+4  0+5
box  0  1/1   2/2   0+0  2+0
pixel 1 0/0   0/0   0+0  0+0
)";

std::shared_ptr<const Profile> profile_of(std::string_view text, ThreadPool& pool) {
    const RecordingInfo info = test::info_of({.boxes = 2, .faces = 4, .pixels = 2});
    ProfileBuilder builder(info, pool);
    std::istringstream lines{std::string(text)};
    std::string kind;
    double l1 = 0;
    double l2 = 0;
    unsigned element = 0;
    unsigned lookups1 = 0;
    unsigned lookups2 = 0;
    unsigned cold1 = 0;
    unsigned cold2 = 0;
    char slash = 0;
    AccessOutcome outcome;
    while (lines >> kind >> element >> l1 >> slash >> lookups1 >> l2 >> slash >> lookups2 >>
           outcome.l1_distance >> cold1 >> outcome.l2_distance >> cold2) {
        outcome.l1_hits = static_cast<std::uint32_t>(l1 * hit_unit);
        outcome.l2_hits = static_cast<std::uint32_t>(l2 * hit_unit);
        outcome.l1_lookups = static_cast<std::uint8_t>(lookups1);
        outcome.l2_lookups = static_cast<std::uint8_t>(lookups2);
        outcome.l1_cold = static_cast<std::uint8_t>(cold1);
        outcome.l2_cold = static_cast<std::uint8_t>(cold2);
        const ElementAccess access{element, *element_kind_named(kind), 0, 0, 0};
        builder.add({}, std::span(&access, 1), std::span<const AccessOutcome>(&outcome, 1));
    }
    return builder.finish(info, {});
}

/// Prints the values of a metric for faces, boxes and pixels: "- - - 0.5 | 1 - | - -".
std::string values(const Profile& profile, TimeWindow window, Metric metric) {
    std::ostringstream text;
    std::vector<float> out;
    for (const ElementKindId kind : {face_kind, box_kind, pixel_kind}) {
        profile.values(window, kind, metric, out);
        if (kind != face_kind) text << "| ";
        for (const float value : out) {
            if (std::isnan(value))
                text << "- ";
            else
                text << value << ' ';
        }
    }
    return text.str();
}

TEST(SmallProfile, AnswersByHand) {
    ThreadPool pool(1);
    const auto profile = profile_of(eight_accesses, pool);
    ASSERT_EQ(profile->positions(), 8U);
    const TimeWindow all{0, 8};
    EXPECT_EQ(values(*profile, all, "l1-hit-rate"_metric), "0 - - 0.708333 | 1 - | - - ");
    EXPECT_EQ(values(*profile, all, "l2-hit-rate"_metric), "0 - - 0.8 | 0.875 - | - - ");
    EXPECT_EQ(values(*profile, all, "l1-misses"_metric), "4 - - 3.5 | 0 - | - - ");
    EXPECT_EQ(values(*profile, all, "l2-misses"_metric), "5 - - 3 | 0.5 - | - - ");
    EXPECT_EQ(values(*profile, all, "access-count"_metric), "1 - - 3 | 2 - | - 2 ");
    EXPECT_EQ(values(*profile, all, "access-rate"_metric), "0.125 - - 0.375 | 0.25 - | - 0.25 ");
    EXPECT_EQ(values(*profile, all, "access-order"_metric), "0.625 - - 0.375 | 0.75 - | - 0.875 ");
    EXPECT_EQ(values(*profile, all, "l1-reuse-distance"_metric), "- - - 3.4 | 3.5 - | - - ");
    EXPECT_EQ(values(*profile, all, "l2-reuse-distance"_metric), "- - - 5.71429 | 2.75 - | - - ");
}

TEST(SmallProfile, CountsFromTheBeginOfTheWindow) {
    ThreadPool pool(1);
    const auto profile = profile_of(eight_accesses, pool);
    const TimeWindow middle{1, 5};
    EXPECT_EQ(values(*profile, middle, "l1-hit-rate"_metric), "- - - 1 | 1 - | - - ");
    EXPECT_EQ(values(*profile, middle, "access-order"_metric), "- - - 0.5 | 0.25 - | - 0.75 ");
    EXPECT_EQ(values(*profile, {3, 3}, "access-count"_metric), "- - - - | - - | - - ");
}

TEST(SmallProfile, TotalsKeepSumsApart) {
    ThreadPool pool(1);
    const auto profile = profile_of(eight_accesses, pool);
    const KindSums faces = profile->totals({0, 8})[face_kind];
    EXPECT_EQ(faces.accesses, 4U);
    EXPECT_EQ(faces.elements_accessed, 2U);
    EXPECT_EQ(faces.l1, (LevelSums{17 * std::uint64_t{hit_unit} / 2, 16, 6, 34}));
    EXPECT_EQ(faces.l2, (LevelSums{12 * std::uint64_t{hit_unit}, 20, 6, 80}));
    const KindSums pixels = profile->totals({0, 8})[pixel_kind];
    EXPECT_EQ(pixels, (KindSums{2, 1, {}, {}}));
}

TEST(SmallProfile, AnswersIntoTheArraysOfAnotherProfile) {
    ThreadPool pool(1);
    const auto a = profile_of(eight_accesses, pool);
    const auto b = profile_of("box 1 1/1 1/1 0+0 0+0", pool);
    WindowSums sums;
    a->window({0, 8}, sums);
    b->window({0, 1}, sums);
    EXPECT_EQ(sums.elements[face_kind], std::vector<ElementSums>(4));
    EXPECT_EQ(sums.elements[box_kind][1], (ElementSums{hit_unit, hit_unit, 1, 1, 1, 0}));
}

} // namespace
} // namespace hitmap
