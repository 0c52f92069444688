#include "core/profile/index/profile_builder.h"
#include "core/profile/models/worst_elements.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace hitmap {
namespace {

/// "4/3.5" for each element: look-ups / hits in L1. L2 has one look-up less, and all of them miss.
WindowSums sums_of(const std::string& faces) {
    WindowSums sums;
    sums.elements.resize(element_kinds().size());
    sums.totals.resize(element_kinds().size());
    std::istringstream in(faces);
    ElementSums face;
    double hits = 0.0;
    char slash = 0;
    while (in >> face.l1_lookups >> slash >> hits) {
        face.accesses = face.l1_lookups;
        face.l1_hits = static_cast<std::uint64_t>(hits * hit_unit);
        face.l2_lookups = face.l1_lookups == 0 ? 0 : face.l1_lookups - 1;
        sums.elements[face_kind].push_back(face);
        sums.totals[face_kind].l1.lookups += face.l1_lookups;
        sums.totals[face_kind].l1.hits += face.l1_hits;
        sums.totals[face_kind].l2.lookups += face.l2_lookups;
    }
    return sums;
}

std::string text_of(const std::vector<WorstElement>& rows) {
    std::ostringstream text;
    for (const WorstElement& row : rows)
        text << row.element << ": " << row.misses << " of " << row.sums.l1_lookups << ", " << 100 * row.share
             << " %; ";
    return text.str();
}

TEST(WorstElements, ByMissesAndThenByNumber) {
    const WindowSums sums = sums_of("4/3.5 0/0 8/6 4/2 6/6 10/6.5");
    const ElementSources sources(nullptr);
    EXPECT_EQ(text_of(worst_elements(sums, sources, face_kind, 0)),
              "5: 3.5 of 10, 43.75 %; 2: 2 of 8, 25 %; 3: 2 of 4, 25 %; 0: 0.5 of 4, 6.25 %; ");
    EXPECT_EQ(text_of(worst_elements(sums, sources, face_kind, 0, 2)),
              "5: 3.5 of 10, 43.75 %; 2: 2 of 8, 25 %; ");
    EXPECT_EQ(text_of(worst_elements(sums, sources, face_kind, 1, 1)), "5: 9 of 10, 33.3333 %; ");
    EXPECT_EQ(text_of(worst_elements(sums, sources, face_kind, 0, 0)), "");
    EXPECT_EQ(text_of(worst_elements(sums, sources, box_kind, 0)), "");
}

TEST(WorstElements, TheShareIsOfAllKinds) {
    WindowSums sums = sums_of("4/3");
    sums.totals[box_kind].l1 = {0, 3, 0, 0};
    EXPECT_EQ(text_of(worst_elements(sums, ElementSources(nullptr), face_kind, 0)), "0: 1 of 4, 25 %; ");
}

TEST(WorstElements, NeverPadding) {
    auto scene = std::make_shared<RecordedScene>();
    scene->face_source = {1, -1, 0, -1};
    EXPECT_EQ(text_of(worst_elements(sums_of("4/3 4/0 4/2 4/0 4/0"), ElementSources(scene), face_kind, 0)),
              "2: 2 of 4, 13.3333 %; 0: 1 of 4, 6.66667 %; ");
}

TEST(WorstElements, AreThoseThatSortingFinds) {
    const test::SyntheticStream stream{
        .accesses = 60000, .boxes = 900, .faces = 2000, .pixels = 64, .lanes_on_one_element = 4};
    ThreadPool pool(1);
    const auto profile = test::indexed(stream, pool);
    const ElementSources sources(nullptr);
    const TimeWindow window{10000, 40000};
    WindowSums sums;
    profile->window(window, sums);
    for (const std::size_t level : {0U, 1U})
        for (const ElementKindId kind : {box_kind, face_kind, pixel_kind}) {
            const auto misses = [&](std::uint64_t e) {
                const ElementSums& s = sums.elements[kind][e];
                return level == 0 ? s.l1_lookups * std::uint64_t{hit_unit} - s.l1_hits
                                  : s.l2_lookups * std::uint64_t{hit_unit} - s.l2_hits;
            };
            std::vector<std::uint64_t> sorted;
            for (std::uint64_t e = 0; e < sums.elements[kind].size(); ++e)
                if (misses(e) != 0) sorted.push_back(e);
            std::stable_sort(sorted.begin(), sorted.end(),
                             [&](std::uint64_t a, std::uint64_t b) { return misses(a) > misses(b); });
            sorted.resize(std::min<std::size_t>(sorted.size(), 100));
            std::vector<std::uint64_t> found;
            for (const WorstElement& row : worst_elements(*profile, window, sources, kind, level))
                found.push_back(row.element);
            EXPECT_EQ(found, sorted) << level << ' ' << int{kind};
        }
}

} // namespace
} // namespace hitmap
