#include "core/base/error.h"
#include "tests/profile/plain_profile.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace hitmap {
namespace {

using test::generate;
using test::indexed;
using test::info_of;
using test::PlainProfile;
using test::ReferenceCase;

/// The profile and the reference with the same outcomes.
class References : public testing::TestWithParam<ReferenceCase> {
protected:
    References() : plain(info_of(GetParam().stream), GetParam().stream.explains) {
        generate(GetParam().stream, plain);
        profile = indexed(GetParam().stream, pool);
    }
    ThreadPool pool{2};
    PlainProfile plain;
    std::shared_ptr<const Profile> profile;
};

TEST_P(References, OneElementHasTheSumsThatTheWindowHas) {
    const std::uint64_t n = profile->positions();
    std::mt19937_64 random(1);
    WindowSums sums;
    for (const TimeWindow window : {TimeWindow{0, n}, {n / 3, n / 2}, {n / 2, n / 2 + 50}, {5, 5}}) {
        plain.window(window, sums, {});
        for (std::size_t k = 0; k < sums.elements.size(); ++k) {
            const auto kind = static_cast<ElementKindId>(k);
            const auto& expected = sums.elements[kind];
            for (int i = 0; i < 50 && !expected.empty(); ++i) {
                const std::uint64_t element = random() % expected.size();
                EXPECT_EQ(profile->element(window, kind, element), expected[element]) << k << ' ' << element;
            }
            EXPECT_EQ(profile->element(window, kind, expected.size()), ElementSums());
        }
    }
}

TEST_P(References, ExtentIsThatOfTheValuesOfAllFrames) {
    for (const MetricInfo& metric : metric_table())
        for (const std::uint64_t q : {1, 3, 60})
            EXPECT_EQ(profile->extent_over_frames(q, metric.metric),
                      plain.extent_over_frames(q, metric.metric))
                << metric.name << ' ' << q;
}

constexpr auto stream_name = [](const auto& reference) { return reference.param.name; };

INSTANTIATE_TEST_SUITE_P(
    Streams, References,
    testing::Values(test::one_element, ReferenceCase{"PixelsOnly", {.accesses = 100, .pixels = 10}},
                    ReferenceCase{"FewerAccessesThanFrames", {.accesses = 40, .boxes = 20, .faces = 30}},
                    ReferenceCase{"Extreme", test::irregular(50000, true, 5)}),
    stream_name);
INSTANTIATE_TEST_SUITE_P(NoTsanStreams, References,
                         testing::Values(ReferenceCase{"Explained", test::explained(60000, 3)},
                                         ReferenceCase{"Coherent", test::coherent(150000, 9000)}),
                         stream_name);

TEST(ExtentOverFrames, StopsWhenAskedAndHasNothingOfNothing) {
    ThreadPool pool(2);
    const auto profile = indexed({.accesses = 20000, .faces = 100}, pool);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(
        static_cast<void>(profile->extent_over_frames(5, "l1-misses"_metric, {stop.get_token(), nullptr})),
        Cancelled);
    EXPECT_EQ(profile->extent_over_frames(0, "l1-misses"_metric), std::nullopt);
    ProfileBuilder empty(RecordingInfo{}, pool);
    EXPECT_EQ(empty.finish({}, {})->extent_over_frames(3, "access-count"_metric), std::nullopt);
}

} // namespace
} // namespace hitmap
