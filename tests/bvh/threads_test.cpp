// Tests for errors that only occur with several threads.
#include "core/base/error.h"
#include "core/bvh/bvh.h"
#include "tests/bvh/meshes.h"

#include <gtest/gtest.h>

#include <stop_token>
#include <string>

namespace hitmap {
namespace {

/// More than two blocks of TopSplitter, so that both phases run.
constexpr std::uint32_t many = 70'000;

class BuiltByThreads : public testing::TestWithParam<BvhMethod> {};

TEST_P(BuiltByThreads, TheSameForAnyNumber) {
    const Mesh mesh = test::soup(many);
    ThreadPool one(1);
    const Bvh expected = build_bvh(mesh, {GetParam(), 4}, one);
    for (const unsigned threads : {2U, 5U}) {
        ThreadPool pool(threads);
        const Bvh bvh = build_bvh(mesh, {GetParam(), 4}, pool);
        EXPECT_EQ(bvh.nodes, expected.nodes);
        EXPECT_EQ(bvh.boxes, expected.boxes);
        EXPECT_EQ(bvh.slot_faces, expected.slot_faces);
        EXPECT_EQ(bvh.depth, expected.depth);
        EXPECT_EQ(bvh.sah_cost, expected.sah_cost);
    }
}

TEST_P(BuiltByThreads, ProgressCountsTriangles) {
    ThreadPool pool(2);
    Progress progress;
    (void)build_bvh(test::soup(many), {GetParam(), 4}, pool, {{}, &progress});
    EXPECT_EQ(progress.snapshot().done, many);
    EXPECT_EQ(progress.snapshot().total, many);
    EXPECT_EQ(progress.snapshot().unit, "triangles");
}

TEST_P(BuiltByThreads, StopsWhenAsked) {
    ThreadPool pool(2);
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW((void)build_bvh(test::soup(many), {GetParam(), 4}, pool, {source.get_token(), nullptr}),
                 Cancelled);
}

INSTANTIATE_TEST_SUITE_P(Methods, BuiltByThreads,
                         testing::Values(BvhMethod::sah, BvhMethod::median, BvhMethod::lbvh),
                         [](const auto& method) { return std::string(name_of(method.param)); });

} // namespace
} // namespace hitmap
