#include "core/base/error.h"
#include "core/profile/index/indexed_profile.h"
#include "core/profile/index/profile_memory.h"
#include "core/profile/sums/outcome_sums.h"
#include "core/profile/sums/whole_profile.h"
#include "tests/profile/plain_profile.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <string>

namespace hitmap {
namespace {

using test::generate;
using test::indexed;
using test::info_of;
using test::PlainProfile;
using test::ReferenceCase;
using test::SyntheticStream;

/// Returns windows of all lengths, including empty ones and both ends.
std::vector<TimeWindow> windows_of(std::uint64_t n, std::size_t count) {
    std::mt19937_64 random(7);
    std::vector<TimeWindow> windows{{0, n}, {0, 0},         {n, n}, {n / 2, n / 2},
                                    {0, 1}, {n - 1, n + 5}, {1, n}, {0, n - 1}};
    while (windows.size() < count) {
        const auto length = static_cast<std::uint64_t>(
            std::exp2(std::log2(static_cast<double>(n)) * static_cast<double>(random() % 1000) / 999.0));
        const std::uint64_t first = random() % (n - std::min(length, n) + 1);
        windows.push_back({first, first + length});
    }
    return windows;
}

/// Compares bit by bit, so that NaN equals NaN.
void expect_same(const std::vector<float>& a, const std::vector<float>& b, std::string_view what) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        ASSERT_EQ(std::bit_cast<std::uint32_t>(a[i]), std::bit_cast<std::uint32_t>(b[i])) << what << ' ' << i;
}

void expect_same_answers(const Profile& a, const Profile& b, TimeWindow window) {
    SCOPED_TRACE(std::to_string(window.first) + ".." + std::to_string(window.last));
    WindowSums x;
    WindowSums y;
    a.window(window, x);
    b.window(window, y);
    EXPECT_EQ(x.window, y.window);
    EXPECT_EQ(x.totals, y.totals);
    ASSERT_EQ(x.elements, y.elements);
    EXPECT_EQ(a.totals(window), x.totals);
    std::vector<float> v;
    std::vector<float> w;
    for (std::size_t k = 0; k < element_kinds().size(); ++k)
        for (const MetricInfo& metric : metric_table()) {
            const auto kind = static_cast<ElementKindId>(k);
            EXPECT_EQ(a.values(window, kind, metric.metric, v), x.window);
            b.values(window, kind, metric.metric, w);
            expect_same(v, w, metric.name);
        }
}

std::uint64_t memory_bytes(const Profile& profile) {
    return dynamic_cast<const IndexedProfile&>(profile).memory_bytes();
}

class Reference : public testing::TestWithParam<ReferenceCase> {};
using WindowReference = Reference;

TEST_P(WindowReference, AnswersEveryWindowAsAScanDoes) {
    const SyntheticStream& stream = GetParam().stream;
    ThreadPool pool(2);
    PlainProfile plain(info_of(stream), stream.explains);
    generate(stream, plain);
    const auto profile = indexed(stream, pool);
    ASSERT_EQ(profile->positions(), stream.accesses);
    for (const TimeWindow& window : windows_of(stream.accesses, GetParam().windows))
        expect_same_answers(*profile, plain, window);
    for (const std::uint64_t q : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{100}})
        EXPECT_EQ(profile->frame_totals(q), plain.frame_totals(q, {})) << q;
}

TEST_P(Reference, IsOfTheWholeWhatTheSumsOfElementsAre) {
    const SyntheticStream& stream = GetParam().stream;
    ThreadPool pool(2);
    const RecordingInfo info = info_of(stream);
    SumsByElement sums(info);
    generate(stream, sums);
    ProfileCapabilities known;
    known.has_miss_classes = stream.explains;
    known.has_reuse_distance = !stream.explains;
    const WholeProfile whole(sums, info, known, nullptr);
    const auto profile = indexed(stream, pool);
    const TimeWindow all{0, stream.accesses};
    ASSERT_EQ(whole.positions(), stream.accesses);
    expect_same_answers(whole, *profile, all);
    expect_same_answers(whole, *profile, {3, 3});
    EXPECT_EQ(whole.served({1, 2}), all);
    EXPECT_EQ(whole.totals({1, 2}, {}), profile->totals(all));
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        ASSERT_EQ(whole.element_count(kind), profile->element_count(kind));
        for (std::uint64_t element = 0; element <= whole.element_count(kind); element += 37)
            EXPECT_EQ(whole.element(all, kind, element), profile->element(all, kind, element)) << element;
        EXPECT_EQ(whole.element(all, kind, whole.element_count(kind)), ElementSums());
    }
}

const auto small_streams = testing::Values(
    test::one_element, ReferenceCase{"Few", {.accesses = 700, .boxes = 20, .faces = 9000, .pixels = 10}},
    ReferenceCase{"Explained", test::explained(60000, 3)});
const auto irregular_streams =
    testing::Values(ReferenceCase{"Irregular", test::irregular(150000, false, 4), 16},
                    ReferenceCase{"Extreme", test::irregular(150000, true, 5), 16});
const auto large_streams = testing::Values(
    ReferenceCase{"Coherent", test::coherent(400000, 20000)},
    ReferenceCase{"Uniform", {.accesses = 300000, .boxes = 3000, .faces = 30000, .seed = 2}, 16},
    ReferenceCase{"Sparse", {.accesses = 5000, .boxes = 60000, .faces = 100000, .seed = 3}, 12});
constexpr auto reference_name = [](const auto& reference) { return reference.param.name; };

INSTANTIATE_TEST_SUITE_P(SmallStreams, Reference, small_streams, reference_name);
INSTANTIATE_TEST_SUITE_P(IrregularStreams, Reference, irregular_streams, reference_name);
INSTANTIATE_TEST_SUITE_P(LargeStreams, Reference, large_streams, reference_name);
INSTANTIATE_TEST_SUITE_P(SmallStreams, WindowReference, small_streams, reference_name);
INSTANTIATE_TEST_SUITE_P(NoTsanStreams, WindowReference, irregular_streams, reference_name);
INSTANTIATE_TEST_SUITE_P(ReleaseOnlyStreams, WindowReference, large_streams, reference_name);

constexpr SyntheticStream coherent = test::coherent(250000, 20000, 6);

TEST(Profile, FramesAddUpToTheWhole) {
    ThreadPool pool(2);
    const auto profile = indexed(coherent, pool);
    WindowSums whole;
    profile->window({0, profile->positions()}, whole);
    for (const std::uint64_t q : {2, 3, 16, 61}) {
        std::vector<std::vector<ElementSums>> sums(whole.elements.size());
        for (std::size_t kind = 0; kind < sums.size(); ++kind)
            sums[kind].resize(whole.elements[kind].size());
        WindowSums frame;
        for (std::uint64_t f = 0; f < q; ++f) {
            profile->window(frame_window(profile->positions(), q, f), frame);
            for (std::size_t kind = 0; kind < sums.size(); ++kind)
                for (std::size_t e = 0; e < sums[kind].size(); ++e) {
                    const ElementSums& part = frame.elements[kind][e];
                    ElementSums& sum = sums[kind][e];
                    sum.l1_hits += part.l1_hits;
                    sum.l2_hits += part.l2_hits;
                    sum.accesses += part.accesses;
                    sum.l1_lookups += part.l1_lookups;
                    sum.l2_lookups += part.l2_lookups;
                    if (part.accesses != 0)
                        sum.last_access = static_cast<std::uint32_t>(frame.window.first + part.last_access);
                }
        }
        EXPECT_EQ(sums, whole.elements) << q;
    }
}

TEST(Profile, AnswersDoNotDependOnTheNumberOfThreads) {
    ThreadPool one(1);
    ThreadPool many(4);
    const auto a = indexed(coherent, one);
    const auto b = indexed(coherent, many);
    EXPECT_EQ(memory_bytes(*a), memory_bytes(*b));
    for (const TimeWindow& window : windows_of(coherent.accesses, 12))
        expect_same_answers(*a, *b, window);
}

TEST(Profile, AnswersSeveralThreadsAtOnce) {
    ThreadPool pool(2);
    const auto profile = indexed(coherent, pool);
    const std::vector<KindSums> expected = profile->totals({1000, 200000});
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i)
        threads.emplace_back([&] {
            WindowSums sums;
            for (int repeat = 0; repeat < 3; ++repeat) {
                profile->window({1000, 200000}, sums);
                EXPECT_EQ(sums.totals, expected);
            }
        });
}

TEST(Profile, KeepsToItsMemory) {
    ThreadPool pool(1);
    const auto profile = indexed(coherent, pool);
    EXPECT_LE(memory_bytes(*profile), 16 * coherent.accesses);
    EXPECT_LE(memory_bytes(*profile), estimate_profile_bytes(info_of(coherent)));
}

TEST(Profile, CountsPositionsOfRequestsWithoutAnyElement) {
    RecordingInfo info;
    info.requests = 100;
    ThreadPool pool(2);
    ProfileBuilder builder(info, pool);
    const auto profile = builder.finish(info, {});
    EXPECT_EQ(profile->positions(), 100U);
    WindowSums sums;
    profile->window({10, 200}, sums);
    EXPECT_EQ(sums.window, (TimeWindow{10, 100}));
    EXPECT_EQ(sums.totals, std::vector<KindSums>(element_kinds().size()));
    EXPECT_EQ(profile->totals({0, 100}), sums.totals);
    EXPECT_EQ(profile->frame_totals(2), (std::vector<std::vector<KindSums>>{sums.totals, sums.totals}));
}

TEST(Profile, StopsWhenAsked) {
    ThreadPool pool(2);
    const auto profile = indexed(coherent, pool);
    std::stop_source stop;
    stop.request_stop();
    const JobContext job{stop.get_token(), nullptr};
    WindowSums sums;
    std::vector<float> values;
    EXPECT_THROW(profile->window({0, 1000}, sums, job), Cancelled);
    EXPECT_THROW(profile->values({0, 1000}, face_kind, "access-count"_metric, values, job), Cancelled);
    EXPECT_THROW(static_cast<void>(profile->frame_totals(3, job)), Cancelled);
    const RecordingInfo info = info_of(coherent);
    ProfileBuilder builder(info, pool);
    generate(coherent, builder);
    EXPECT_THROW(static_cast<void>(builder.finish(info, {}, job)), Cancelled);
}

} // namespace
} // namespace hitmap
