#include "core/base/error.h"
#include "core/profile/profile_builder.h"
#include "tests/profile/plain_profile.h"
#include "tests/profile/synthetic_stream.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace hitmap {
namespace {

using test::generate;
using test::info_of;
using test::PlainProfile;
using test::SyntheticStream;

struct TwinCase {
    std::string name;
    SyntheticStream stream;
};

/// The profile beside what a scan of the outcomes says.
class Twins : public testing::TestWithParam<TwinCase> {
protected:
    Twins() : plain(info_of(GetParam().stream)) {
        const RecordingInfo info = info_of(GetParam().stream);
        generate(GetParam().stream, plain);
        ProfileBuilder builder(info, pool);
        generate(GetParam().stream, builder);
        profile = builder.finish(info, {});
    }
    ThreadPool pool{2};
    PlainProfile plain;
    std::shared_ptr<const Profile> profile;
};

TEST_P(Twins, OneElementHasTheSumsThatTheWindowHas) {
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

TEST_P(Twins, ExtentIsThatOfTheValuesOfAllFrames) {
    for (const MetricInfo& metric : metric_table())
        for (const std::uint64_t q : {1, 3, 60})
            EXPECT_EQ(profile->extent_over_frames(q, metric.metric),
                      plain.extent_over_frames(q, metric.metric))
                << metric.name << ' ' << q;
}

INSTANTIATE_TEST_SUITE_P(
    Streams, Twins,
    testing::Values(TwinCase{"OneElement", {.accesses = 3000, .faces = 1, .lanes_on_one_element = 32}},
                    TwinCase{"PixelsOnly", {.accesses = 100, .pixels = 10}},
                    TwinCase{"FewerAccessesThanFrames", {.accesses = 40, .boxes = 20, .faces = 30}},
                    TwinCase{"Coherent",
                             {.accesses = 150000,
                              .boxes = 9000,
                              .faces = 9000,
                              .pixels = 500,
                              .lanes_on_one_element = 16,
                              .locality = 0.9}},
                    TwinCase{"Extreme",
                             {.accesses = 50000,
                              .boxes = 3000,
                              .faces = 4000,
                              .pixels = 64,
                              .lanes_on_one_element = 8,
                              .irregular_lookups = true,
                              .extreme = true,
                              .seed = 5}}),
    [](const auto& twin) { return twin.param.name; });

TEST(ExtentOverFrames, StopsWhenAskedAndHasNothingOfNothing) {
    const SyntheticStream stream{.accesses = 20000, .faces = 100};
    const RecordingInfo info = info_of(stream);
    ThreadPool pool(2);
    ProfileBuilder builder(info, pool);
    generate(stream, builder);
    const auto profile = builder.finish(info, {});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(
        static_cast<void>(profile->extent_over_frames(5, Metric::l1_misses, {stop.get_token(), nullptr})),
        Cancelled);
    EXPECT_EQ(profile->extent_over_frames(0, Metric::l1_misses), std::nullopt);
    ProfileBuilder empty(RecordingInfo{}, pool);
    EXPECT_EQ(empty.finish({}, {})->extent_over_frames(3, Metric::access_count), std::nullopt);
}

} // namespace
} // namespace hitmap
