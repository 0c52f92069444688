#include "tests/profile/plain_profile.h"
#include "tests/profile/reference_case.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hitmap {
namespace {

ElementRegions regions_of(ElementKindId kind, std::uint64_t elements) {
    ElementRegions regions;
    regions.kind = kind;
    regions.sizes.assign(23, 0);
    for (std::uint64_t e = 0; e < elements; ++e) {
        const auto region = static_cast<std::uint32_t>(e * 17 % 24);
        regions.region_of.push_back(region == 23 ? ElementRegions::none : region);
        if (region != 23) ++regions.sizes[region];
    }
    return regions;
}

/// The profile of the program against the reference, whose sums are added up from those of elements.
class RegionSums : public testing::TestWithParam<test::ReferenceCase> {};

TEST_P(RegionSums, AreThoseOfTheElements) {
    ThreadPool pool(3);
    const test::SyntheticStream& stream = GetParam().stream;
    const RecordingInfo info = test::info_of(stream);
    test::PlainProfile plain(info, stream.explains);
    test::generate(stream, plain);
    const auto profile = test::indexed(stream, pool);
    for (const TimeWindow window :
         {TimeWindow{0, stream.accesses}, TimeWindow{stream.accesses / 3, stream.accesses / 2}}) {
        for (const ElementKindId kind : {face_kind, box_kind}) {
            const ElementRegions regions = regions_of(kind, profile->element_count(kind));
            for (const MetricInfo& metric : metric_table()) {
                if (!can_answer(profile->capabilities(), metric.metric)) continue;
                std::vector<QuantitySums> sums;
                std::vector<QuantitySums> expected;
                EXPECT_EQ(profile->region_sums(window, regions, metric.metric, sums),
                          plain.region_sums(window, regions, metric.metric, expected));
                ASSERT_EQ(sums.size(), expected.size());
                const QuantityInfo& quantity = info_of(metric.metric.quantity);
                for (std::size_t r = 0; r < sums.size(); ++r) {
                    const double value = quantity.value(sums[r]);
                    const double reference = quantity.value(expected[r]);
                    ASSERT_EQ(std::isnan(value), std::isnan(reference)) << metric.name << ' ' << r;
                    // The reference has the means of distances as floats.
                    if (!std::isnan(value)) {
                        ASSERT_NEAR(value, reference, 1e-6 * std::abs(reference) + 1e-9)
                            << metric.name << ' ' << r;
                    }
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Streams, RegionSums,
                         testing::Values(test::ReferenceCase{"Coherent", test::coherent(20'000, 2000)},
                                         test::ReferenceCase{"Irregular", test::irregular(20'000, false, 3)},
                                         test::ReferenceCase{"Explained", test::explained(20'000, 4)}),
                         [](const auto& shown) { return shown.param.name; });

} // namespace
} // namespace hitmap
