#include "core/base/error.h"
#include "core/profile/index/profile_builder.h"
#include "core/profile/models/comparison.h"
#include "tests/profile/synthetic_stream.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

namespace hitmap {
namespace {

std::string cell(const std::optional<double>& value) {
    if (!value) return "-";
    std::ostringstream text;
    text << *value;
    return text.str();
}

std::string text_of(const ComparedValue& value) {
    return cell(value.a) + " " + cell(value.b) + " " + cell(value.difference);
}

KindSums kind_sums(std::uint64_t accesses, std::uint64_t elements, double l1_hits, std::uint64_t l1_lookups) {
    KindSums sums;
    sums.accesses = accesses;
    sums.elements_accessed = elements;
    sums.l1 = {static_cast<std::uint64_t>(l1_hits * hit_unit), l1_lookups, 0, 0};
    return sums;
}

TEST(CompareTotals, SumsFirstAndDividesLast) {
    const std::vector<KindSums> a{kind_sums(10, 2, 5, 10), kind_sums(20, 3, 30, 90), kind_sums(5, 5, 0, 0)};
    const std::vector<KindSums> b{kind_sums(12, 2, 9, 12), kind_sums(20, 4, 45.5, 88), kind_sums(4, 4, 0, 0)};
    const auto table = compare_totals(a, b);
    ASSERT_EQ(table.size(), 4U);
    EXPECT_EQ(table[0].kind, std::nullopt);
    EXPECT_EQ(table[1].kind, box_kind);
    std::ostringstream text;
    for (const ComparedKind& row : table) {
        for (const MetricInfo& info : metric_table(Subject::kind).first(7))
            text << info.key << ": " << text_of(row.value(info.metric)) << "; ";
        text << '\n';
    }
    EXPECT_EQ(text.str(),
              "accesses: 35 36 1; elements_accessed: 10 10 0; l1_hit_rate: 0.35 0.545 0.195; "
              "l1_hits: 35 54.5 19.5; l1_lookups: 100 100 0; l1_misses: 65 45.5 -19.5; l2_hit_rate: - - -; \n"
              "accesses: 10 12 2; elements_accessed: 2 2 0; l1_hit_rate: 0.5 0.75 0.25; "
              "l1_hits: 5 9 4; l1_lookups: 10 12 2; l1_misses: 5 3 -2; l2_hit_rate: - - -; \n"
              "accesses: 20 20 0; elements_accessed: 3 4 1; l1_hit_rate: 0.333333 0.517045 0.183712; "
              "l1_hits: 30 45.5 15.5; l1_lookups: 90 88 -2; l1_misses: 60 42.5 -17.5; l2_hit_rate: - - -; \n"
              "accesses: 5 4 -1; elements_accessed: 5 4 -1; l1_hit_rate: - - -; "
              "l1_hits: 0 0 0; l1_lookups: 0 0 0; l1_misses: 0 0 0; l2_hit_rate: - - -; \n");
}

TEST(CompareTotals, LevelsAreNotMixedUp) {
    KindSums sums;
    sums.l1 = {hit_unit, 2, 0, 0};
    sums.l2 = {hit_unit * std::uint64_t{3}, 4, 0, 0};
    const ComparedKind row{std::nullopt, {}, sums};
    std::string text;
    for (const MetricInfo& info : metric_table(Subject::kind))
        text += text_of(row.value(info.metric)) + "; ";
    EXPECT_EQ(text, "0 0 0; 0 0 0; - 0.5 -; 0 1 1; 0 2 2; 0 1 1; - 0.75 -; 0 3 3; 0 4 4; 0 1 1; ");
}

/// `sources`: the source of the face in each slot; -1 for padding.
std::shared_ptr<RecordedScene> scene_of(std::vector<std::int32_t> sources, std::uint64_t hash = 7,
                                        std::size_t boxes = 2) {
    auto scene = std::make_shared<RecordedScene>();
    scene->face_slots.resize(sources.size());
    scene->face_source = std::move(sources);
    scene->source_hash = hash;
    scene->boxes.resize(boxes);
    scene->width = 2;
    scene->height = 1;
    return scene;
}

std::string matches(const SceneMatch& match, ElementKindId kind, std::uint64_t count) {
    if (!match.matches(kind)) return match.refusal(kind);
    std::string text;
    for (std::uint64_t e = 0; e < count; ++e) {
        const auto a = match.element_of(Side::baseline, kind, e);
        text += (a ? std::to_string(*a) : "-") + " ";
    }
    return text;
}

TEST(SceneMatch, FacesBySource) {
    const auto a = scene_of({2, 0, -1, 1});
    EXPECT_EQ(matches({a, scene_of({0, 1, 2})}, face_kind, 3), "1 3 0 ");
    EXPECT_EQ(matches({scene_of({0, 1, 2}), a}, face_kind, 4), "2 0 - 1 ");
    EXPECT_EQ(matches({scene_of({0, 1}), a}, face_kind, 4), "- 0 - 1 ");
    EXPECT_EQ(matches({a, a}, face_kind, 2), "0 1 ");
    auto in_file_order = scene_of({});
    in_file_order->face_slots.resize(3);
    EXPECT_EQ(matches({a, in_file_order}, face_kind, 3), "1 3 0 ");
    EXPECT_EQ(matches({in_file_order, a}, face_kind, 4), "2 0 - 1 ");
}

TEST(SceneMatch, GoesBothWays) {
    const SceneMatch match(scene_of({2, 0, -1, 1}), scene_of({0, 1, 2}));
    std::string text;
    for (std::uint64_t e = 0; e < 4; ++e) {
        const auto b = match.element_of(Side::compared, face_kind, e);
        text += (b ? std::to_string(*b) : "-") + " ";
    }
    EXPECT_EQ(text, "2 0 - 1 ");
}

TEST(SceneMatch, RefusalsHaveTheLettersOfTheSides) {
    const auto a = scene_of({0, 1});
    EXPECT_EQ(SceneMatch(a, scene_of({0, 1}, 7, 3), {'B', 'D'}).refusal(box_kind), "B has 2 boxes and D 3");
    EXPECT_EQ(SceneMatch(a, scene_of({0, 1}, 8), {'C', 'A'}).refusal(face_kind),
              "C and A are of different meshes");
    EXPECT_EQ(SceneMatch(a, scene_of({0, 0}), {'C', 'A'}).refusal(face_kind),
              "A has a face of the mesh in two slots");
    EXPECT_EQ(SceneMatch(nullptr, a, {'C', 'A'}).refusal(face_kind), "recording C has no scene");
}

TEST(SceneMatch, RefusesWithAReason) {
    const auto a = scene_of({0, 1});
    EXPECT_EQ(matches({a, scene_of({0, 1}, 8)}, face_kind, 2), "A and B are of different meshes");
    EXPECT_EQ(matches({a, scene_of({1, 0}, 0)}, face_kind, 2),
              "it is not known whether A and B are of the same mesh: a recording says no hash of it");
    EXPECT_EQ(matches({scene_of({0, 1}, 0), scene_of({0, 1}, 0)}, face_kind, 2), "0 1 ");
    EXPECT_EQ(matches({a, scene_of({0, 0})}, face_kind, 2), "B has a face of the mesh in two slots");
    EXPECT_EQ(matches({scene_of({0, 2000000000}), a}, face_kind, 2),
              "A has a face of the mesh beyond its last");
    EXPECT_EQ(matches({nullptr, a}, face_kind, 2), "recording A has no scene");
    EXPECT_EQ(matches({nullptr, nullptr}, box_kind, 2), "neither recording has a scene");
}

TEST(SceneMatch, BoxesAndPixelsWhereTheyAreTheSame) {
    const auto a = scene_of({0, 1});
    EXPECT_EQ(matches({a, scene_of({1, 0})}, box_kind, 2), "0 1 ");
    EXPECT_EQ(matches({a, scene_of({1, 0})}, pixel_kind, 2), "0 1 ");
    EXPECT_EQ(matches({a, scene_of({1, 0}, 7, 3)}, box_kind, 2), "A has 2 boxes and B 3");
    EXPECT_EQ(matches({scene_of({0, 1}, 7, 213046), a}, box_kind, 2), "A has 213,046 boxes and B 2");
    auto other = scene_of({0, 1});
    other->boxes[1].lower.x = 1.0F;
    other->width = 3;
    EXPECT_EQ(matches({a, other}, box_kind, 2), "the boxes of A and B have different bounds");
    EXPECT_EQ(matches({a, other}, pixel_kind, 2), "A has 2x1 pixels and B 3x1");
}

/// Returns a scene of boxes whose lower corners are at `bounds`.
std::shared_ptr<RecordedScene> scene_of_boxes(const std::vector<float>& bounds,
                                              std::vector<std::int32_t> sources) {
    const auto scene = scene_of({0}, 7, bounds.size());
    for (std::size_t box = 0; box < bounds.size(); ++box)
        scene->boxes[box] = {glm::vec3(bounds[box]), glm::vec3(9.0F)};
    scene->box_source = std::move(sources);
    return scene;
}

TEST(SceneMatch, BoxesOfOneTreeInOtherOrdersAndWiderNodes) {
    const auto tree = scene_of_boxes({0, 1, 2, 3}, {});
    const auto moved = scene_of_boxes({3, 1, 0, 2}, {3, 1, 0, 2});
    EXPECT_EQ(matches({tree, moved}, box_kind, 4), "3 1 0 2 ");
    EXPECT_EQ(matches({moved, tree}, box_kind, 4), "2 1 3 0 ");
    const auto wide = scene_of_boxes({2, 9, 0}, {2, -1, 0});
    EXPECT_EQ(matches({tree, wide}, box_kind, 3), "2 - 0 ");
    EXPECT_EQ(matches({wide, moved}, box_kind, 4), "- - 2 0 ");
    EXPECT_EQ(matches({tree, scene_of_boxes({0, 1, 2, 4}, {0, 1, 2, 3})}, box_kind, 4),
              "the boxes of A and B have different bounds");
    EXPECT_EQ(matches({tree, scene_of_boxes({0, 1}, {0, 0})}, box_kind, 2), "A has 4 boxes and B 2");
    EXPECT_EQ(matches({scene_of_boxes({0, 1}, {-1, 0}), scene_of_boxes({1, 0}, {1, 2})}, box_kind, 2),
              "the boxes of A and B have different bounds");
    EXPECT_EQ(matches({tree, scene_of_boxes({0}, {2000000000})}, box_kind, 1), "A has 4 boxes and B 1");
}

/// Accesses of faces as "ELEMENT:HITS", with 4 look-ups each. "p1" is an access of a pixel; a "c" marks a
/// cold look-up.
std::shared_ptr<const Profile> profile_of(const std::string& text, std::uint32_t faces, ThreadPool& pool) {
    const RecordingInfo info = test::info_of({.boxes = 2, .faces = faces, .pixels = 2});
    ProfileBuilder builder(info, pool);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        ElementAccess access{};
        AccessOutcome outcome;
        if (word[0] == 'p') {
            access.kind = pixel_kind;
            access.element = static_cast<std::uint32_t>(std::stoul(word.substr(1)));
        } else {
            access.kind = face_kind;
            access.element = static_cast<std::uint32_t>(std::stoul(word));
            outcome.l1_lookups = outcome.l2_lookups = 4;
            outcome.l1_hits =
                hit_unit * static_cast<std::uint32_t>(std::stoul(word.substr(word.find(':') + 1)));
            if (word.back() == 'c')
                outcome.l1_cold = 4;
            else
                outcome.l1_distance = 12;
        }
        builder.add({}, std::span(&access, 1), std::span<const AccessOutcome>(&outcome, 1));
    }
    return builder.finish(info, {});
}

std::string text_of(const DifferenceValues& difference) {
    std::ostringstream text;
    for (const float value : difference.values)
        text << value << ' ';
    text << "both " << difference.both << " A " << difference.only_a << " B " << difference.only_b;
    return text.str();
}

class MetricDifference : public testing::Test {
protected:
    std::string of(const SceneMatch& scenes, Metric metric, ElementKindId kind = face_kind,
                   Side shown_on = Side::compared) {
        metric_difference(scenes, {*a, {0, 100}}, {*b, {0, 100}}, kind, metric, shown_on, out);
        return text_of(out);
    }
    ThreadPool pool{1};
    /// Sources: the slots of A are faces 2, 0, padding, 1, 3, 4; the slots of B are faces 0 to 4.
    SceneMatch match{scene_of({2, 0, -1, 1, 3, 4}), scene_of({0, 1, 2, 3, 4})};
    std::shared_ptr<const Profile> a = profile_of("0:1 1:2 1:2 4:0c p0", 6, pool);
    std::shared_ptr<const Profile> b = profile_of("0:3 1:4 3:2 p0 p1", 5, pool);
    DifferenceValues out;
};

TEST_F(MetricDifference, OfElementsOfB) {
    EXPECT_EQ(of(match, "l1-hit-rate"_metric), "0.25 inf -inf 0.5 nan both 2 A 1 B 1");
    EXPECT_EQ(of(match, "access-count"_metric), "-1 inf -inf 0 nan both 2 A 1 B 1");
    EXPECT_EQ(out.window_a, (TimeWindow{0, 5}));
    EXPECT_EQ(out.window_b, (TimeWindow{0, 5}));
}

TEST_F(MetricDifference, HasTheSameSignOnElementsOfA) {
    EXPECT_EQ(of(match, "l1-hit-rate"_metric, face_kind, Side::baseline),
              "-inf 0.25 nan inf 0.5 nan both 2 A 1 B 1");
    EXPECT_EQ(out.window_a, (TimeWindow{0, 5}));
    EXPECT_EQ(out.window_b, (TimeWindow{0, 5}));
}

TEST_F(MetricDifference, UndefinedForAccessedElementsIsNoAccessOfOne) {
    EXPECT_EQ(of(match, "l1-reuse-distance"_metric), "0 inf -inf nan nan both 2 A 1 B 1");
    EXPECT_EQ(of(match, "l1-hit-rate"_metric, pixel_kind), "nan inf both 1 A 0 B 1");
    EXPECT_EQ(of(match, "access-count"_metric, pixel_kind), "0 inf both 1 A 0 B 1");
}

TEST_F(MetricDifference, NeedsAMatch) {
    const SceneMatch none(scene_of({0}), scene_of({0}, 8));
    try {
        of(none, "l1-hit-rate"_metric);
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "no difference of faces: A and B are of different meshes");
    }
}

} // namespace
} // namespace hitmap
